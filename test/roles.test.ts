// A process that only serves requests, and one that only runs background jobs, on one database.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { clockReady } from './clock.ts'
import { get, INVOICES, makeFinalized } from './fixtures.ts'
import { until, world } from './harness.ts'
import { startProcess } from './process.ts'

const WORK = [process.execPath, join(import.meta.dirname, '../src/main.ts'), 'work'] as const
const w = await world({ after }, { role: 'requests' })
const { api } = w

test('background jobs wait for a process that runs them, test clocks included', async (t) => {
  const { id } = await makeFinalized(api, { due_date: '2099-01-31' })
  const started = await api.post('/v1/test_clock/advance', { body: { to: '2099-03-01T00:00:00Z' } })
  assert.equal(started.status, 200, started.text)
  const metrics = (await api.get('/metrics', { key: null })).text
  assert.doesNotMatch(metrics, /^reckoner_sweep_done_total\{sweep="test_clock/m)
  assert.equal((await get(api, '/v1/test_clock')).status, 'advancing')

  const env = {
    DATABASE_URL: w.config.databaseUrl as string,
    SECRET_KEY: w.secretKey.toString(),
    PORT: '0',
    DATA_DIR: '/nonexistent',
  }
  const worker = await startProcess(env, w.keys.test, undefined, WORK)
  t.after(() => worker.stop())
  await clockReady(api)
  assert.equal((await get(api, `${INVOICES}/${id}`)).status, 'overdue')

  const watched = worker.api
  for (const path of ['/healthz', '/readyz']) {
    assert.equal((await watched.get(path, { key: null })).status, 200)
  }
  const { text } = await until('the sweeps', async () => {
    const answer = await watched.get('/metrics', { key: null })
    return answer.text.includes('reckoner_sweep_done_total{sweep="test_clock.drive"}') && answer
  })
  assert.match(text, /^reckoner_lane_batch_seconds_count [1-9]/m)
  for (const path of [
    '/v1/invoices',
    '/docs',
    '/openapi.json',
    '/',
    '/sign-in',
    '/session/v1/me',
  ]) {
    assert.equal((await watched.get(path)).status, 404, path)
  }
  assert.match(worker.output(), /runs background jobs\.\n\n {2}Health +http:.*\/readyz\n/)
})
