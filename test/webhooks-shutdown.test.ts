// Stopping while receivers hang and clients wait, and two processes that deliver at the same time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, makeProduct } from './fixtures.ts'
import { until } from './harness.ts'
import { DELIVERIES, hookWorld, productsOnly } from './hooks.ts'
import { movingClock } from './moving-clock.ts'
import { startReceiver } from './receiver.ts'

const WAIT_SECONDS = 60

test('a stop ends hanging calls and waiting clients, within its timeout', async (t) => {
  const w = await hookWorld(t, {}, movingClock())
  const receiver = await startReceiver(t)
  receiver.answer = () => undefined
  const other = await w.secondProcess({
    SHUTDOWN_TIMEOUT_SECONDS: '1',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  })
  const endpoint = await w.hooks.endpointFor(receiver, productsOnly)
  await Promise.all(Array.from({ length: 40 }, () => makeProduct(w.api)))
  await until('calls under way', () => receiver.received.length >= 16)
  const { total_count } = await get(other.api, '/v1/events')
  const waiting = get(other.api, `/v1/events?after=${total_count}&wait=${WAIT_SECONDS}`)
  // By the time these get responses, the long poll has reached the server.
  for (let count = 0; count < 5; count++) await get(other.api, '/v1/events?limit=1')
  const began = performance.now()
  other.kill('SIGTERM')
  assert.deepEqual((await waiting).data, [], 'the wait ends with an answer')
  assert.equal(await other.ended, 0, other.output())
  const tookMs = performance.now() - began
  assert.ok(tookMs < WAIT_SECONDS * 1_000, `${tookMs} ms`)
  const { data } = await get(w.api, `${DELIVERIES}?endpoint_id=${endpoint.id}&limit=100`)
  assert.ok(
    data.every(({ attempts_made }: { attempts_made: number }) => attempts_made === 0),
    'it waited for no call to end, and recorded none that it cut itself as a failure',
  )
  // Requests that still hang here end with the receiver.
  await receiver.stop()
})

test('two processes deliver every event once, in order for each object', async (t) => {
  const w = await hookWorld(t, {}, movingClock())
  const receiver = await startReceiver(t)
  await w.secondProcess({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  await w.hooks.endpointFor(receiver, productsOnly)
  const products = await Promise.all(Array.from({ length: 10 }, () => makeProduct(w.api)))
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      products.map(({ id }) =>
        w.api.patch(`/v1/products/${id}`, { body: { name: `Name ${round}` } }),
      ),
    )
  }
  const received = await receiver.count(60)
  const last = new Map<string, number>()
  for (const { event } of received) {
    assert.ok(event.sequence > (last.get(event.data.object.id) ?? 0))
    last.set(event.data.object.id, event.sequence)
  }
})
