// Webhook deliveries over HTTP: what receivers get, and what the API shows and changes.

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
import { until } from '../../../test/harness.ts'
import {
  attempted,
  DELIVERIES,
  ENDPOINTS,
  HOUR,
  hookWorld,
  productsOnly,
} from '../../../test/hooks.ts'
import { startReceiver } from '../../../test/receiver.ts'

const w = await hookWorld({ after })
const { api, clock, hooks } = w
const { change, deliveriesOf, deliveryThat, drop, endpointFor } = hooks

test('the received event equals that of the feed, and is signed as Standard Webhooks requires', async (t) => {
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

test('both secrets sign during a rotation, and only the new one afterwards', async (t) => {
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

test('a test event is sent only to its endpoint, whatever its patterns', async (t) => {
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

test('pending deliveries of a deleted endpoint are skipped and cannot be redelivered', async (t) => {
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

test('deliveries are filtered by state, endpoint and event', async (t) => {
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
