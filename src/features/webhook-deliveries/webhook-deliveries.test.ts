// Webhooks over HTTP: real receivers that fail in every way, and wall time moved by the test.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  get,
  type Made,
  makeCustomer,
  makeInvoice,
  makeProduct,
  refused,
} from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { movingClock } from '../../../test/moving-clock.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { ATTEMPT_WAITS_MS } from '../../domain/webhook.ts'
import { decodeId } from '../../platform/ids.ts'

const HOUR = 3_600_000
const clock = movingClock()
const w = await world(
  { after },
  {
    settings: { WEBHOOK_ALLOW_PRIVATE: 'true' },
    wallNow: clock.now,
    tampers: true,
  },
)
const { api } = w

const ENDPOINTS = '/v1/webhook_endpoints'
const DELIVERIES = '/v1/webhook_deliveries'

async function endpointFor(receiver: Receiver | string, body: object = {}): Promise<Made> {
  const url = typeof receiver === 'string' ? receiver : receiver.url
  const answer = await api.post(ENDPOINTS, { body: { url, ...body } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const productsOnly = { enabled_events: ['product.*'] }

function deliveriesOf(endpoint: Made, query = ''): Promise<Made[]> {
  return get(api, `${DELIVERIES}?endpoint_id=${endpoint.id}&limit=100${query}`).then(({ data }) =>
    data.reverse(),
  )
}

/** The first delivery of an endpoint, with its attempts, once it is as wanted. */
function deliveryThat(endpoint: Made, wanted: (delivery: Made) => boolean, what: string) {
  return until(what, async () => {
    const [first] = await deliveriesOf(endpoint)
    return first && wanted(first) && get(api, `${DELIVERIES}/${first.id}`)
  })
}

const attempted = (times: number) => (delivery: Made) => delivery.attempts_made === times
const nextId = (event: Made) => event.headers['webhook-id']

async function change(path: string, body?: object): Promise<Made> {
  const answer = await api.post(path, { body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Ends the endpoint, so that it hears nothing of the tests that follow. */
const drop = (endpoint: Made) => api.delete(`${ENDPOINTS}/${endpoint.id}`)

test('what arrives is the event of the feed, signed by Standard Webhooks', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  await makeProduct(api)
  const [received] = await receiver.count(1)
  const verified = new Webhook(endpoint.secret).verify(received?.text ?? '', {
    ...(received?.headers as Record<string, string>),
  })
  const { data: events } = await get(api, '/v1/events?type=product.*')
  assert.deepEqual(verified, events.at(-1))
  assert.equal(received?.headers['webhook-id'], events.at(-1).id)
  assert.equal(received?.headers['content-type'], 'application/json; charset=utf-8')
  assert.throws(() =>
    new Webhook(endpoint.secret).verify(`${received?.text} `, received?.headers as never),
  )
  const delivery = await deliveryThat(endpoint, ({ state }) => state === 'delivered', 'delivered')
  assert.equal(delivery.attempts.length, 1)
  assert.deepEqual(
    [delivery.response_status, delivery.last_error, delivery.attempts[0].response_status],
    [200, null, 200],
  )
  await drop(endpoint)
})

test('a secret being rotated signs beside the new one until its time is over', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  const rotated = await change(`${ENDPOINTS}/${endpoint.id}/rotate_secret`, { overlap_hours: 1 })
  assert.notEqual(rotated.secret, endpoint.secret)
  await makeProduct(api)
  const [both] = await receiver.count(1)
  for (const { secret } of [endpoint, rotated]) {
    new Webhook(secret).verify(both?.text ?? '', both?.headers as never)
  }
  clock.move(2 * HOUR, t)
  await makeProduct(api)
  const [, later] = await receiver.count(2)
  assert.equal(String(both?.headers['webhook-signature']).split(' ').length, 2)
  assert.equal(String(later?.headers['webhook-signature']).split(' ').length, 1)
  await drop(endpoint)
})

const CUT = /cut|closed|hang up/
const refusals: [string, Receiver['answer'], RegExp, number | null][] = [
  ['answers 500', 500, /Answered 500; only 2xx/, 500],
  ['answers 304', 304, /Answered 304; redirects are not followed/, 304],
  [
    'redirects',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    /redirects are not followed/,
    302,
  ],
  ['resets', (_, response) => response.socket?.resetAndDestroy(), CUT, null],
  ['hangs up', (_, response) => response.socket?.end(), CUT, null],
  ['talks something else', (_, response) => response.socket?.end('SSH-2.0\r\n'), /failed/, null],
  [
    'switches protocols',
    (_, response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
    CUT,
    null,
  ],
]
for (const [what, answer, error, status] of refusals) {
  test(`a receiver that ${what} is tried again and succeeds`, async (t) => {
    const receiver = await startReceiver(t)
    receiver.answer = answer
    const endpoint = await endpointFor(receiver, productsOnly)
    await makeProduct(api)
    const failed = await deliveryThat(endpoint, attempted(1), 'a failed attempt')
    assert.deepEqual([failed.state, failed.response_status], ['pending', status])
    assert.match(failed.last_error, error)
    assert.equal(receiver.received.length, 1)
    receiver.answer = 204
    await change(`${DELIVERIES}/${failed.id}/redeliver`)
    const done = await deliveryThat(endpoint, ({ state }) => state === 'delivered', 'delivered')
    assert.deepEqual(
      done.attempts.map((attempt: Made) => attempt.response_status),
      [status, 204],
    )
    const [first, second] = receiver.received
    assert.equal(nextId(first), nextId(second))
    assert.equal(first?.text, second?.text)
    await drop(endpoint)
  })
}

test('nobody listening, an unknown name: the attempt says what is wrong', async () => {
  const closed = await endpointFor('http://127.0.0.1:9/', productsOnly)
  const unknown = await endpointFor('http://nowhere.invalid/', productsOnly)
  await makeProduct(api)
  const refusedOne = await deliveryThat(closed, attempted(1), 'refused')
  assert.match(refusedOne.last_error, /connection was refused/)
  const unresolved = await deliveryThat(unknown, attempted(1), 'unresolved')
  assert.match(unresolved.last_error, /does not resolve|name server did not answer/)
  await Promise.all([drop(closed), drop(unknown)])
})

test('the schedule: ten attempts, then given up, and the object goes on', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = 500
  const endpoint = await endpointFor(receiver, productsOnly)
  const product = await makeProduct(api)
  await api.patch(`/v1/products/${product.id}`, { body: { name: 'Second' } })
  for (let times = 1; times < ATTEMPT_WAITS_MS.length; times++) {
    const { next_attempt_at, attempts } = await deliveryThat(endpoint, attempted(times), 'attempt')
    const wait = Date.parse(next_attempt_at) - Date.parse(attempts.at(-1).attempted_at)
    const least = ATTEMPT_WAITS_MS[times] as number
    assert.ok(wait >= least && wait < least * 1.1 + 5_000, `${wait} ms before attempt ${times + 1}`)
    assert.equal(receiver.received.length, times, 'the second event is held back')
    clock.move(wait + 100, t)
  }
  const given = await deliveryThat(endpoint, ({ state }) => state === 'failed', 'given up')
  assert.equal(given.attempts.length, 10)
  assert.equal(given.next_attempt_at, null)
  const ids = new Set(receiver.received.slice(0, 10).map(nextId))
  assert.equal(ids.size, 1, 'always the same webhook-id')
  const times = receiver.received.slice(0, 10).map(({ headers }) => headers['webhook-timestamp'])
  assert.equal(new Set(times).size, 10, 'each time a new timestamp')
  await until('the second event', () => receiver.received.length > 10)
  assert.equal(receiver.received[10]?.event.type, 'product.updated')
  receiver.answer = 200
  await change(`${ENDPOINTS}/${endpoint.id}/redeliver`, { only_failed: true })
  const done = await deliveryThat(endpoint, ({ state }) => state === 'delivered', 'delivered')
  assert.equal(done.attempts.length, 11)
  await drop(endpoint)
})

test('a receiver that was down for a day gets all of it, in order for each object', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = 503
  const endpoint = await endpointFor(receiver, productsOnly)
  const products = await Promise.all([makeProduct(api), makeProduct(api)])
  for (const name of ['B', 'C', 'D']) {
    for (const { id } of products) await api.patch(`/v1/products/${id}`, { body: { name } })
  }
  await until('failures', () => receiver.received.length === 2)
  receiver.received.length = 0
  receiver.answer = 200
  clock.move(24 * HOUR, t)
  await receiver.count(8)
  for (const { id } of products) {
    const names = receiver.received
      .filter(({ event }) => event.data.object.id === id)
      .map(({ event }) => event.data.object.name)
    assert.deepEqual(names, ['Team plan', 'B', 'C', 'D'])
  }
  await drop(endpoint)
})

test('a poisoned event holds back its own object only; skipping it lets the object go on', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  receiver.answer = ({ event }, response) => {
    const poisoned = event.data.object.name === 'Poison'
    response.writeHead(poisoned ? 500 : 200).end()
  }
  const poisoned = await makeProduct(api, { name: 'Poison' })
  await api.patch(`/v1/products/${poisoned.id}`, { body: { name: 'Well' } })
  const others = await Promise.all(Array.from({ length: 30 }, () => makeProduct(api)))
  await receiver.count(31)
  assert.equal(new Set(receiver.received.map(({ event }) => event.data.object.id)).size, 31)
  const [first, held] = (await deliveriesOf(endpoint)).filter(
    ({ object_id }) => object_id === poisoned.id,
  )
  assert.deepEqual([held.state, held.next_attempt_at, held.attempts_made], ['pending', null, 0])
  const skipped = await change(`${DELIVERIES}/${first.id}/skip`)
  assert.equal(skipped.state, 'skipped')
  await receiver.count(32)
  assert.equal(receiver.received.at(-1)?.event.data.object.name, 'Well')
  refused(await api.post(`${DELIVERIES}/${first.id}/skip`), 409, 'delivery_not_pending')
  assert.equal(others.length, 30)
  await drop(endpoint)
})

test('Retry-After is honoured, up to a day', async (t) => {
  const receiver = await startReceiver(t)
  const asks: [string, number][] = [
    ['3600', HOUR],
    ['999999999', 24 * HOUR],
    ['soon', 0],
  ]
  for (const [header, least] of asks) {
    receiver.answer = (_, response) => response.writeHead(429, { 'retry-after': header }).end()
    const endpoint = await endpointFor(receiver, productsOnly)
    await makeProduct(api)
    const { next_attempt_at } = await deliveryThat(endpoint, attempted(1), 'an attempt')
    const wait = Date.parse(next_attempt_at) - clock.now()
    assert.ok(wait > least - 5_000 && wait <= Math.max(least, 6_000), `${header}: ${wait} ms`)
    await drop(endpoint)
  }
})

test('410 switches the endpoint off, with an event; resuming brings it back', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = 410
  const endpoint = await endpointFor(receiver, productsOnly)
  await makeProduct(api)
  const disabled = await until('disabled', async () => {
    const found = await get(api, `${ENDPOINTS}/${endpoint.id}`)
    return found.status === 'disabled' && found
  })
  assert.equal(disabled.disabled_reason, 'gone')
  const feed = await get(api, `/v1/events?type=webhook_endpoint.disabled&object_id=${endpoint.id}`)
  assert.deepEqual(feed.data[0].data.object, disabled)
  await makeProduct(api)
  assert.equal(receiver.received.length, 1)
  receiver.answer = 200
  clock.move(HOUR, t)
  await change(`${ENDPOINTS}/${endpoint.id}/resume`)
  await receiver.count(3)
  await drop(endpoint)
})

test('an endpoint that has failed for five days is switched off', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = 500
  const endpoint = await endpointFor(receiver, productsOnly)
  await makeProduct(api)
  await deliveryThat(endpoint, attempted(1), 'a first failure')
  clock.move(5 * 24 * HOUR - 60_000, t)
  await deliveryThat(endpoint, attempted(2), 'a failure within five days')
  assert.equal((await get(api, `${ENDPOINTS}/${endpoint.id}`)).status, 'enabled')
  clock.move(HOUR, t)
  await until('disabled', async () => {
    const { status, disabled_reason } = await get(api, `${ENDPOINTS}/${endpoint.id}`)
    return status === 'disabled' && disabled_reason === 'failing'
  })
  await drop(endpoint)
})

test('endpoints that hang delay nobody else, and a pending delivery starts within a second', async (t) => {
  const hanging = await startReceiver(t)
  hanging.answer = () => undefined
  const live = await startReceiver(t)
  const dead = await Promise.all(
    Array.from({ length: 12 }, () => endpointFor(hanging, productsOnly)),
  )
  const endpoint = await endpointFor(live, productsOnly)
  for (let round = 1; round <= 3; round++) {
    await makeProduct(api)
    await live.count(round, 1_000)
  }
  assert.ok(hanging.received.length >= 12)
  await Promise.all([...dead, endpoint].map(drop))
})

test('one call that hangs does not hold up the other objects of its endpoint', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  receiver.answer = ({ event }, response) => {
    if (event.data.object.name !== 'Hang') response.writeHead(200).end()
  }
  await makeProduct(api, { name: 'Hang' })
  await receiver.count(1)
  for (let count = 2; count < 5; count++) {
    await makeProduct(api)
    await receiver.count(count, 2_000)
  }
  await drop(endpoint)
})

test('what an endpoint missed while it was paused is delivered when it goes on', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  await change(`${ENDPOINTS}/${endpoint.id}/pause`)
  const product = await makeProduct(api)
  await api.patch(`/v1/products/${product.id}`, { body: { name: 'B' } })
  const figures = await get(api, `${ENDPOINTS}/${endpoint.id}/figures`)
  assert.ok(figures.events_behind >= 2)
  await change(`${ENDPOINTS}/${endpoint.id}/resume`)
  const received = await receiver.count(2)
  assert.deepEqual(
    received.map(({ event }) => event.type),
    ['product.created', 'product.updated'],
  )
  await drop(endpoint)
})

test('a range of the feed is delivered again, in order for each object', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  const product = await makeProduct(api)
  for (const name of ['B', 'C', 'D']) {
    await api.patch(`/v1/products/${product.id}`, { body: { name } })
  }
  const sequences = (await receiver.count(4)).map(({ event }) => event.sequence)
  await until('all recorded', async () =>
    (await deliveriesOf(endpoint)).every(({ state }) => state === 'delivered'),
  )
  const answer = await change(`${ENDPOINTS}/${endpoint.id}/redeliver`, {
    from_sequence: sequences[1],
    to_sequence: sequences[3],
  })
  assert.deepEqual([answer.redelivered, answer.next_sequence], [3, null])
  await receiver.count(7)
  assert.deepEqual(
    receiver.received.slice(4).map(({ event }) => event.sequence),
    sequences.slice(1),
  )
  await drop(endpoint)
})

test('a secret that cannot be opened and an event that is missing are set aside; others go on', async (t) => {
  const receiver = await startReceiver(t)
  const sick = await endpointFor(receiver, productsOnly)
  const well = await endpointFor(receiver, productsOnly)
  await w.sql('update webhook_endpoints set secret = $1 where id = $2', [
    Buffer.alloc(60),
    decodeId('whe', sick.id),
  ])
  await change(`${ENDPOINTS}/${well.id}/pause`)
  const lost = await makeProduct(api)
  const kept = await makeProduct(api)
  const failed = await deliveryThat(sick, ({ state }) => state === 'failed', 'set aside')
  assert.match(failed.last_error, /signing secret cannot be opened.*Rotate the secret/)
  await change(`${ENDPOINTS}/${sick.id}/pause`)
  // The heads are read and made into deliveries; then the event is gone before it is called.
  receiver.answer = 500
  await change(`${ENDPOINTS}/${well.id}/resume`)
  const [first] = await until('two deliveries', async () => {
    const found = await deliveriesOf(well)
    return found.length === 2 && found.every(({ attempts_made }) => attempts_made > 0) && found
  })
  await w.sql('delete from events where object_id = $1', [lost.id])
  receiver.answer = 200
  clock.move(10_000, t)
  const gone = await deliveryThat(well, ({ state }) => state === 'failed', 'set aside')
  assert.match(gone.last_error, /event is missing/)
  assert.equal(gone.object_id, first?.object_id)
  await until('the other', () =>
    receiver.received.some(({ event }) => event.data.object.id === kept.id),
  )
  await Promise.all([drop(sick), drop(well)])
})

test('a late outcome of somebody who lost the lease is not recorded', async (t) => {
  const receiver = await startReceiver(t)
  const answers: (() => void)[] = []
  receiver.answer = (_, response) => void answers.push(() => response.writeHead(200).end())
  const endpoint = await endpointFor(receiver, productsOnly)
  await makeProduct(api)
  await receiver.count(1)
  await w.sql(
    `update webhook_deliveries set lease_token = '00000000-0000-7000-8000-000000000000',
       lease_until = lease_until + interval '1 day' where endpoint_id = $1`,
    [decodeId('whe', endpoint.id)],
  )
  answers[0]?.()
  // Another one's call shows that the first outcome has been through.
  const second = await makeProduct(api)
  await receiver.count(2)
  answers[1]?.()
  await until('the second to be recorded', async () =>
    (await deliveriesOf(endpoint)).some(
      ({ object_id, state }) => object_id === second.id && state === 'delivered',
    ),
  )
  const [fenced] = await deliveriesOf(endpoint)
  assert.deepEqual([fenced.state, fenced.attempts_made], ['pending', 0])
  clock.move(25 * HOUR, t)
  await receiver.count(3)
  answers[2]?.()
  await deliveryThat(endpoint, ({ state }) => state === 'delivered', 'delivered by the next')
  await drop(endpoint)
})

test('the first 4 kB of an answer are kept, whatever they hold and however much follows', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  receiver.answer = (_, response) => {
    response.writeHead(200)
    response.write(Buffer.from([0, 0xff, 0xed, 0xa0, 0x80]))
    response.write('x'.repeat(5_000))
    response.end('y'.repeat(10_000_000))
  }
  await makeProduct(api)
  const { attempts } = await deliveryThat(endpoint, attempted(1), 'an attempt')
  assert.match(attempts[0].response_body, /^\ufffd{2,5}x+$/)
  assert.equal(attempts[0].response_body.match(/x/g).length, 4_091)
  assert.equal(attempts[0].response_status, 200)
  await drop(endpoint)
})

test('a test event goes to its endpoint and no other, whatever it wants', async (t) => {
  const receiver = await startReceiver(t)
  const other = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  const bystander = await endpointFor(other)
  await other.count(1)
  await change(`${ENDPOINTS}/${endpoint.id}/test`)
  const [received] = await receiver.count(1)
  assert.equal(received?.event.type, 'webhook_endpoint.test')
  assert.equal(received?.event.data.object.id, endpoint.id)
  await makeCustomer(api)
  assert.deepEqual(
    (await other.count(2)).map(({ event }) => event.type),
    ['webhook_endpoint.created', 'customer.created'],
  )
  await Promise.all([drop(endpoint), drop(bystander)])
})

test('what a deleted endpoint left behind is skipped and cannot be delivered again', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = 500
  const endpoint = await endpointFor(receiver, productsOnly)
  const product = await makeProduct(api)
  await api.patch(`/v1/products/${product.id}`, { body: { name: 'B' } })
  const { id } = await deliveryThat(endpoint, attempted(1), 'an attempt')
  await drop(endpoint)
  await until('all skipped', async () =>
    (await deliveriesOf(endpoint)).every(({ state }) => state === 'skipped'),
  )
  refused(await api.post(`${DELIVERIES}/${id}/redeliver`), 404, 'resource_missing')
  refused(await api.post(`${ENDPOINTS}/${endpoint.id}/redeliver`), 404, 'resource_missing')
})

test('deliveries are listed by state, endpoint and event', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, { enabled_events: ['invoice.created'] })
  await makeInvoice(api)
  await receiver.count(1)
  const delivery = await deliveryThat(endpoint, ({ state }) => state === 'delivered', 'delivered')
  const lists = [
    `?event_id=${delivery.event_id}`,
    `?endpoint_id=${endpoint.id}&state=delivered`,
    `?event_id=${delivery.event_id}&state=delivered&endpoint_id=${endpoint.id}`,
  ]
  for (const query of lists) {
    const { data } = await get(api, `${DELIVERIES}${query}`)
    assert.deepEqual(
      data.map(({ id }: Made) => id),
      [delivery.id],
      query,
    )
  }
  assert.deepEqual((await deliveriesOf(endpoint, '&state=failed')).length, 0)
  refused(await api.get(`${DELIVERIES}?state=lost`), 400, 'parameter_invalid', 'state')
  refused(await api.get(`${DELIVERIES}?event_id=evt_1`), 400, 'parameter_invalid', 'event_id')
  const elsewhere = { key: w.keys.otherTest }
  refused(await api.get(`${DELIVERIES}/${delivery.id}`, elsewhere), 404, 'resource_missing')
  assert.deepEqual((await get(api, `${DELIVERIES}${lists[0]}`, elsewhere)).data, [])
  await drop(endpoint)
})
