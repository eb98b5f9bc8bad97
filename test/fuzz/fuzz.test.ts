// Sends random requests to every operation of openapi.json: every response matches the document, none is a server
// failure or shows other tenants' data, and the books agree afterwards. FUZZ_CASES sets the number of cases, FUZZ_SEED
// the seed. The gate always tries the same ones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCustomer, makeInvoice, makeProduct } from '../fixtures.ts'
import { world } from '../harness.ts'
import { SUITE_SEED } from '../random.ts'
import { recordOperations } from '../reference/operations.ts'
import { harvest, runCampaign } from './campaign.ts'
import { reportOf } from './report.ts'
import type { Pools } from './values.ts'

const seed = Number(process.env.FUZZ_SEED ?? SUITE_SEED)
const cases = Number(process.env.FUZZ_CASES ?? 1_000)
const CANARY = 'canary7Vq2'

test('every response matches the document', async (t) => {
  const w = await world(t, { settings: { MAIL_FROM: 'billing@example.com' } })
  // The initial objects: one of every kind that can be created.
  const pools: Pools = {
    test: new Map(),
    other: new Map(),
    live: new Map(),
    none: new Map(),
    wrong: new Map(),
  }
  for (const { answer } of await recordOperations(w)) harvest(answer, pools.test)
  const live = { key: w.keys.live }
  const stranger = await makeCustomer(w.api, { name: CANARY, email: `${CANARY}@a.example` }, live)
  const product = await makeProduct(w.api, { name: CANARY }, live)
  const invoice = await makeInvoice(w.api, { customer_id: stranger.id, notes: CANARY }, live)
  pools.live.set('cus', [`cus_${stranger.id}`])
  pools.live.set('prod', [product.id])
  pools.live.set('inv', [invoice.id])

  const started = performance.now()
  const outcome = await runCampaign(w, pools, CANARY, { seed, cases })
  const seconds = Math.round((performance.now() - started) / 1000)
  const statuses = Object.entries(outcome.statuses).map(([status, count]) => `${status}×${count}`)
  t.diagnostic(`seed ${seed}: ${outcome.cases} cases in ${seconds} s; ${statuses.join(' ')}`)
  t.diagnostic(`${outcome.succeeded.size} operations succeeded at least once`)
  if (outcome.failures.length === 0) return
  const reports = outcome.failures.map(reportOf).join('\n\n')
  const again = `npm run test:fuzz -- --cases ${cases} --seed ${seed}`
  assert.fail(`${outcome.failures.length} kinds of failure; ${again}\n\n${reports}`)
})
