// Redelivery: since an instant, and in order behind pending deliveries.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, type Made, makeProduct, refused } from '../../../test/fixtures.ts'
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
const { change, deliveriesOf, drop, endpointFor } = hooks

test('a redelivery can start at an instant instead of a sequence number', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  const path = `${ENDPOINTS}/${endpoint.id}/redeliver`
  await makeProduct(api)
  await receiver.count(1)
  clock.move(HOUR, t)
  const since = new Date(clock.now()).toISOString()
  const later = [await makeProduct(api), await makeProduct(api)]
  await receiver.count(3)
  await until('all recorded', async () =>
    (await deliveriesOf(endpoint)).every(({ state }) => state === 'delivered'),
  )
  assert.equal((await change(path, { since, only_failed: true })).redelivered, 0)
  assert.equal((await change(path, { since })).redelivered, 2)
  const again = (await receiver.count(5)).slice(3)
  assert.deepEqual(
    again.map(({ event }) => event.data.object.id).sort(),
    later.map(({ id }) => id).sort(),
  )
  const future = new Date(clock.now() + HOUR).toISOString()
  const nothing = await change(path, { since: future })
  assert.deepEqual([nothing.redelivered, nothing.next_sequence], [0, null])
  const both = { since, from_sequence: 1 }
  refused(await api.post(path, { body: both }), 400, 'parameters_exclusive', 'since')
  for (const wrong of ['yesterday', '2026-02-30T00:00:00.000Z', 1]) {
    refused(await api.post(path, { body: { since: wrong } }), 400, 'parameter_invalid', 'since')
  }
  await drop(endpoint)
})

test('a redelivery that has to wait for an earlier event says so', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = 500
  const endpoint = await endpointFor(receiver, productsOnly)
  const product = await makeProduct(api)
  await api.patch(`/v1/products/${product.id}`, { body: { name: 'B' } })
  const [first, second] = await until('a first failure', async () => {
    const found = await deliveriesOf(endpoint)
    return found.length === 2 && attempted(1)(found[0] as Made) && found
  })
  const skipped = await change(`${DELIVERIES}/${second?.id}/skip`)
  assert.equal(skipped.state, 'skipped')
  const again = await change(`${DELIVERIES}/${second?.id}/redeliver`)
  assert.deepEqual([again.state, again.next_attempt_at], ['pending', null])
  assert.deepEqual(await get(api, `${DELIVERIES}/${second?.id}`), { ...again, attempts: [] })
  receiver.answer = 200
  const now = await change(`${DELIVERIES}/${first?.id}/redeliver`)
  assert.ok(Date.parse(now.next_attempt_at) <= clock.now())
  const received = await receiver.count(3)
  assert.deepEqual(
    received.map(({ event }) => event.type),
    ['product.created', 'product.created', 'product.updated'],
  )
  await drop(endpoint)
})
