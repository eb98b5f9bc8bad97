// Failing receivers and their retries; the test moves wall time.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, type Made, makeProduct } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import {
  attempted,
  DELIVERIES,
  ENDPOINTS,
  HOUR,
  hookWorld,
  productsOnly,
} from '../../../test/hooks.ts'
import { type Received, type Receiver, startReceiver } from '../../../test/receiver.ts'
import { ATTEMPT_WAITS_MS } from '../../domain/webhook.ts'

const w = await hookWorld({ after })
const { api, clock, hooks } = w
const { change, deliveryThat, drop, endpointFor } = hooks
const idOf = (received: Received | undefined) => received?.headers['webhook-id']

const CUT = /reset|closed|hang up/
const refusals: [string, Receiver['answer'], RegExp, number | null][] = [
  ['answers 500', 500, /Response 500; only 2xx/, 500],
  ['answers 304', 304, /Response 304; redirects are not followed/, 304],
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
  test(`a receiver that ${what} is retried and succeeds`, async (t) => {
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
    assert.equal(idOf(first), idOf(second))
    assert.equal(first?.text, second?.text)
    await drop(endpoint)
  })
}

test('the attempt names the problem if the port is closed or the name is unknown', async () => {
  const closed = await endpointFor('http://127.0.0.1:9/', productsOnly)
  const unknown = await endpointFor('http://nowhere.invalid/', productsOnly)
  await makeProduct(api)
  const refusedOne = await deliveryThat(closed, attempted(1), 'refused')
  assert.match(refusedOne.last_error, /connection was refused/)
  const unresolved = await deliveryThat(unknown, attempted(1), 'unresolved')
  assert.match(unresolved.last_error, /does not resolve|name server did not respond/)
  await Promise.all([drop(closed), drop(unknown)])
})

test('ten attempts with jittered delays, then the delivery is given up and its object continues', async (t) => {
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
  const ids = new Set(receiver.received.slice(0, 10).map(idOf))
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

test('a receiver that was down for a day then gets all events, in order for each object', async (t) => {
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

test('Retry-After is honored, up to a day', async (t) => {
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

test('a 410 disables the endpoint, with an event, and resuming enables it again', async (t) => {
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

test('an endpoint that has failed for five days is disabled', async (t) => {
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

test('the first 4 kB of a response are stored, whatever its content and length', async (t) => {
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
