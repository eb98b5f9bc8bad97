// A stopping service keeps serving for a while, reports that it stops, and stops at once on a second signal.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { refused } from './fixtures.ts'
import { until, world } from './harness.ts'

const w = await world({ after })

test('a stopping service is not ready, responds to requests, and closes its connections', async () => {
  const leaving = await w.secondProcess({ SHUTDOWN_DELAY_SECONDS: '300' })
  const { api } = leaving
  assert.equal((await api.get('/readyz', { key: null })).headers.connection, 'keep-alive')
  const stoppedMs = performance.now()
  leaving.kill('SIGTERM')
  const answer = await until('it to leave', async () => {
    const response = await api.get('/readyz', { key: null })
    return response.status === 503 && response
  })
  assert.match(refused(answer, 503, 'unavailable').message, /is being stopped/)
  assert.match(String(answer.headers['retry-after']), /^\d+$/)
  const made = await api.post('/v1/products', { body: { name: 'late' } })
  assert.equal(made.status, 201)
  const responses = [
    answer,
    made,
    await api.get('/v1/products'),
    await api.get('/healthz', { key: null }),
    await api.get('/none', { key: null }),
    await api.post('/v1/products', { body: {} }),
  ]
  assert.deepEqual(
    responses.map(({ status, headers }) => `${status} ${headers.connection}`),
    ['503', '201', '200', '200', '404', '400'].map((status) => `${status} close`),
  )
  // A second signal within a second of the first one counts as the same signal.
  await until('another moment', () => performance.now() - stoppedMs > 1_200)
  leaving.kill('SIGTERM')
  assert.equal(await leaving.ended, 0, leaving.output())
  assert.match(leaving.output(), /Serving for another 300 s/)
  assert.equal((await w.api.get('/readyz', { key: null })).status, 200)
})

test('signals sent together count as one', async () => {
  const leaving = await w.secondProcess({ SHUTDOWN_DELAY_SECONDS: '300' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGTERM'] as const) leaving.kill(signal)
  await until('it to leave', () => /Serving for another 300 s/.test(leaving.output()))
  assert.equal((await leaving.api.get('/healthz', { key: null })).status, 200)
  leaving.kill('SIGKILL')
  await leaving.ended
})
