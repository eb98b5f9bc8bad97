// The lag of webhooks in the metrics: from the feed to deliveries, and from there to calls.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeProduct } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { attempted, ENDPOINTS, HOUR, hookWorld, productsOnly } from '../../../test/hooks.ts'
import { startReceiver } from '../../../test/receiver.ts'

const w = await hookWorld({ after })
const { api, clock, hooks } = w

async function lagSeconds(sweep: string): Promise<number> {
  const { text } = await api.get('/metrics')
  const line = text.split('\n').find((each) => /lag_seconds\{/.test(each) && each.includes(sweep))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('an endpoint behind the feed is shown as lag of the fan-out, by wall time', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await hooks.endpointFor(receiver, productsOnly)
  await hooks.change(`${ENDPOINTS}/${endpoint.id}/pause`)
  await makeProduct(api)
  clock.move(3 * HOUR, t)
  await hooks.change(`${ENDPOINTS}/${endpoint.id}/resume`)
  const seen = await until('a lag', async () => {
    const lag = await lagSeconds('webhooks.fan_out')
    return lag > 60 && lag
  })
  // The event's ID has the real time, and the test's clock stands still until it is moved.
  assert.ok(seen > 3 * 3_600 - 300 && seen <= 3 * 3_600, `${seen} s`)
  await receiver.count(1)
  await hooks.drop(endpoint)
})

test('a receiver that was unreachable is shown as lag of the deliveries', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = 500
  const endpoint = await hooks.endpointFor(receiver, productsOnly)
  await makeProduct(api)
  await hooks.deliveryThat(endpoint, attempted(1), 'a failure')
  receiver.answer = 200
  clock.move(2 * HOUR, t)
  const seen = await until('a lag', async () => {
    const lag = await lagSeconds('webhooks.deliver')
    return lag > 60 && lag
  })
  // The delivery was due again five seconds after the failure.
  assert.ok(seen > 2 * 3_600 - 60 && seen <= 2 * 3_600, `${seen} s`)
  await receiver.count(2)
})
