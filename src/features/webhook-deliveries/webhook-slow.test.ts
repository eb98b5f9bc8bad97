// Slow receivers: a response counts for up to fifteen seconds.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeProduct } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { attempted, hookWorld, productsOnly } from '../../../test/hooks.ts'
import { startReceiver } from '../../../test/receiver.ts'

const w = await hookWorld({ after })
const { api, hooks } = w
const { deliveriesOf, deliveryThat, drop, endpointFor } = hooks

test('a slow response counts, and one after the timeout of fifteen seconds does not', async (t) => {
  const slow = await startReceiver(t)
  slow.answer = (_, response) => void setTimeout(() => response.writeHead(200).end(), 3_000)
  const hanging = await startReceiver(t)
  hanging.answer = () => undefined
  const [patient, lost] = [
    await endpointFor(slow, productsOnly),
    await endpointFor(hanging, productsOnly),
  ]
  await makeProduct(api)
  await until('the slow answer', async () =>
    (await deliveriesOf(patient)).some(({ state }) => state === 'delivered'),
  )
  await until('the end of patience', async () =>
    (await deliveriesOf(lost)).some(({ attempts_made }) => attempts_made === 1),
  )
  const { state, last_error, attempts } = await deliveryThat(lost, attempted(1), 'an attempt')
  assert.deepEqual([state, last_error], ['pending', 'No complete response within 15 seconds.'])
  const took: number = attempts[0].duration_ms
  assert.ok(took >= 14_990, `${took} ms`)
  await Promise.all([drop(patient), drop(lost)])
})
