// More waiting readers of one environment than allowed: existing ones continue, and another environment is unaffected.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeProduct, refused } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { sharedWorld } from '../../../test/shared.ts'

const MOST = 100
const w = await sharedWorld({ after })

test('a hundred readers of an environment wait at once, and one more is refused with a retry', async () => {
  const { total_count } = (await w.api.get('/v1/events?limit=1')).body
  const path = `/v1/events?after=${total_count}&wait=60`
  const waiting = Array.from({ length: MOST }, () => w.api.get(path))
  // Requests sent before all hundred wait become some of the hundred.
  const extra: Promise<{ status: number }>[] = []
  const statuses: number[] = []
  await until('a refusal', () => {
    if (extra.length < MOST) {
      const response = w.api.get(path)
      extra.push(response)
      void response.then(({ status }) => statuses.push(status))
    }
    return statuses.includes(429)
  })
  const late = await w.api.get(path)
  refused(late, 429, 'rate_limit_exceeded')
  assert.equal(late.headers['retry-after'], '1')
  assert.equal((await w.api.get('/v1/events?limit=1')).status, 200, 'who does not wait is served')
  const theirs = await w.api.get('/v1/events?limit=1', { key: w.keys.otherTest })
  const other = w.api.get(`/v1/events?after=${theirs.body.total_count}&wait=60`, {
    key: w.keys.otherTest,
  })
  await makeProduct(w.api, {}, { key: w.keys.otherTest })
  assert.equal((await other).status, 200)
  await makeProduct(w.api)
  const answers = await Promise.all([...waiting, ...extra])
  const served = answers.filter(({ status }) => status === 200).length
  assert.equal(served, MOST)
})
