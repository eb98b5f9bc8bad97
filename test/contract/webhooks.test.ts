// Contract section 7: promises about webhooks that the delivery tests do not cover.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decodeId } from '../../src/platform/ids.ts'
import { allEvents, get, makeCustomer, makeFinalized, makeProduct, refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { attempted, DELIVERIES, ENDPOINTS, hooksOf, hookWorld, productsOnly } from '../hooks.ts'
import { startReceiver } from '../receiver.ts'
import { sharedWorld } from '../shared.ts'

const w = await hookWorld({ after })
const { api } = w
const { change, deliveriesOf, deliveryThat, drop, endpointFor } = w.hooks

test('only 2xx counts as delivered; anything else is retried, and redirects are not followed', async (t) => {
  const elsewhere = await startReceiver(t)
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  const taken = [200, 201, 204, 299]
  for (const [index, status] of taken.entries()) {
    receiver.answer = status
    await makeProduct(api)
    await receiver.count(index + 1)
  }
  await until('all delivered at once', async () => {
    const states = (await deliveriesOf(endpoint)).map(({ state }) => state)
    return states.length === taken.length && states.every((state) => state === 'delivered')
  })
  await drop(endpoint)
  for (const status of [301, 302, 307, 308, 400, 404, 418, 500, 599]) {
    receiver.answer = (_, response) => response.writeHead(status, { location: elsewhere.url }).end()
    const failing = await endpointFor(receiver, productsOnly)
    await makeProduct(api)
    const failed = await deliveryThat(failing, attempted(1), `an attempt answered ${status}`)
    assert.deepEqual([failed.state, failed.response_status], ['pending', status])
    await drop(failing)
  }
  assert.equal(elsewhere.received.length, 0)
})

test('an endpoint gets the events its patterns name: *, a family or a type', async (t) => {
  const wants: [string[], string[]][] = [
    [['*'], ['customer.created', 'invoice.created', 'invoice.finalized', 'product.created']],
    [['invoice.*'], ['invoice.created', 'invoice.finalized']],
    [
      ['product.created', 'customer.*'],
      ['customer.created', 'product.created'],
    ],
    [['invoice.finalized'], ['invoice.finalized']],
  ]
  const receivers = await Promise.all(wants.map(() => startReceiver(t)))
  const endpoints = await Promise.all(
    wants.map(([enabled_events], index) =>
      endpointFor(receivers[index] as (typeof receivers)[0], { enabled_events }),
    ),
  )
  await makeFinalized(api)
  await makeProduct(api)
  for (const [index, [, expected]] of wants.entries()) {
    const receiver = receivers[index] as (typeof receivers)[0]
    const received = () =>
      receiver.received
        .map(({ event }) => event.type as string)
        .filter((type) => !type.startsWith('webhook_endpoint.'))
    await until('what it wants', () => received().length >= expected.length)
    assert.deepEqual(received().sort(), expected)
  }
  await Promise.all(endpoints.map(drop))
})

test('each webhook has the sequence, so that a receiver can sort', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, { enabled_events: ['customer.*'] })
  await Promise.all(Array.from({ length: 5 }, () => makeCustomer(api)))
  const received = (await receiver.count(5)).map(({ event }) => event)
  const feed = (await allEvents(api)).filter(({ type }) => type === 'customer.created').slice(-5)
  assert.deepEqual(
    received.toSorted((a, b) => a.sequence - b.sequence),
    feed,
  )
  await drop(endpoint)
})

test('attempts are kept and shown with event, response and time', async (t) => {
  const began = performance.now()
  const receiver = await startReceiver(t)
  receiver.answer = (_, response) => response.writeHead(500).end('the database is away')
  const endpoint = await endpointFor(receiver, productsOnly)
  const product = await makeProduct(api)
  const first = await deliveryThat(endpoint, attempted(1), 'a failed attempt')
  receiver.answer = (_, response) => response.writeHead(200).end('thanks')
  await change(`${DELIVERIES}/${first.id}/redeliver`)
  const done = await deliveryThat(endpoint, ({ state }) => state === 'delivered', 'delivered')
  const { data: shown } = await get(api, `/v1/events/${done.event_id}`)
  assert.deepEqual(shown.object, product)
  assert.deepEqual([done.endpoint_id, done.object_id], [endpoint.id, product.id])
  const [failed, taken] = done.attempts
  assert.deepEqual(
    [failed.number, failed.response_status, failed.response_body],
    [1, 500, 'the database is away'],
  )
  assert.match(failed.error, /Response 500/)
  assert.deepEqual([taken.number, taken.response_status, taken.response_body], [2, 200, 'thanks'])
  assert.equal(taken.error, null)
  for (const { attempted_at, duration_ms } of done.attempts) {
    assert.ok(Math.abs(Date.parse(attempted_at) - w.clock.now()) < 60_000, attempted_at)
    assert.ok(duration_ms >= 0 && duration_ms <= performance.now() - began + 1)
  }
  await drop(endpoint)
})

test('a manual redelivery sends one delivery with the same webhook-id', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  await makeProduct(api)
  const done = await deliveryThat(endpoint, ({ state }) => state === 'delivered', 'delivered')
  await change(`${DELIVERIES}/${done.id}/redeliver`)
  const [first, second] = await receiver.count(2)
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
  assert.equal(first?.text, second?.text)
  await drop(endpoint)
})

test('a private address is also rejected on every connect', async (t) => {
  const guarded = await world(t, { tampers: true })
  const hooks = hooksOf(guarded.api)
  const receiver = await startReceiver(t)
  const endpoint = await hooks.endpointFor('https://app.example.com/hooks', productsOnly)
  // Mimics a URL that was set while private addresses were allowed.
  await guarded.sql('update webhook_endpoints set url = $1 where id = $2', [
    receiver.url,
    decodeId('whe', endpoint.id),
  ])
  await makeProduct(guarded.api)
  const failed = await hooks.deliveryThat(endpoint, attempted(1), 'an attempt')
  assert.match(failed.last_error, /not a public address/)
  assert.equal(failed.response_status, null)
  assert.equal(receiver.received.length, 0)
})

test('only WEBHOOK_ALLOW_PRIVATE=true allows private addresses', async (t) => {
  const guarded = await sharedWorld(t)
  for (const url of ['http://127.0.0.1:4000/', 'http://localhost/', 'http://[::1]/']) {
    const body = { url }
    refused(await guarded.api.post(ENDPOINTS, { body }), 400, 'parameter_invalid', 'url')
    const made = await api.post(ENDPOINTS, { body: { ...body, enabled_events: ['invoice.paid'] } })
    assert.equal(made.status, 201, made.text)
    await drop(made.body)
  }
})
