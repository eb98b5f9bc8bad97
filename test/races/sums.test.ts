// Two processes bill, pay, void and reverse, and run sweeps, while rows are left for summing as older processes leave
// them: every read counts each row exactly once, and there is no deadlock.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Api } from '../client.ts'
import { areSummed, countUnsummed } from '../day-sums.ts'
import { get, INVOICES, LINE, type Made, makeCustomer, PAYMENTS } from '../fixtures.ts'
import { until } from '../harness.ts'
import { randomFrom } from '../random.ts'
import { leaveBehind } from '../sums-former.ts'
import { endOf, startPair, times } from './pair.ts'
import { SEED, sample } from './rounds.ts'

const ROUNDS = sample(80)
const AT_ONCE = 12
const LOOKS = sample(10)
const LOCK_TIMEOUT = '55P03'
const random = randomFrom(SEED)
const { below, pick } = random

const { w, apis, by } = await startPair({ after })
const rows: { invoices: Made[]; payments: Made[] } = { invoices: [], payments: [] }

async function refresh(): Promise<void> {
  rows.invoices = (await get(w.api, `${INVOICES}?limit=100`)).data
  rows.payments = (await get(w.api, `${PAYMENTS}?limit=100`)).data
}

/** Marks rows as not summed until `isOver`, as older processes do; skips locked rows. */
async function leave(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await leaveBehind(w.pool, random, rows).catch(({ code }: { code?: string }) => {
      assert.equal(code, LOCK_TIMEOUT)
    })
  }
}

const summed = () => until('the sweep', async () => (await countUnsummed(w.pool)) === 0)

test('concurrent writes are in the sums once', async (t) => {
  const customers = await times(3, () => makeCustomer(w.api))
  const bill = async (api: Api) => {
    const customer_id = pick(customers).id
    const body = { customer_id, line_items: [LINE], currency: pick(['cad', 'usd']) }
    const { id } = (await api.post(INVOICES, { body })).body
    return api.post(`${INVOICES}/${id}/finalize`)
  }
  const acts = [
    bill,
    bill,
    (api: Api) => api.post(`${INVOICES}/${pick(rows.invoices).id}/void`),
    (api: Api) =>
      api.post(PAYMENTS, {
        body: { invoice_id: pick(rows.invoices).id, amount: 1 + below(3000), method: 'cash' },
      }),
    (api: Api) =>
      rows.payments.length > 0
        ? api.post(`${PAYMENTS}/${pick(rows.payments).id}/reverse`, { body: {} })
        : bill(api),
  ]
  await bill(w.api)
  await refresh()
  const ends = new Map<string, number>()
  let round = 0
  const work = async () => {
    while (round < ROUNDS) {
      const nth = round++
      if (nth % 20 === 0) await refresh()
      const answer = await pick(acts)(by(nth))
      // A request that waits too long is asked to retry.
      assert.ok(answer.status < 500 || answer.status === 503, answer.text)
      ends.set(endOf(answer), (ends.get(endOf(answer)) ?? 0) + 1)
    }
  }
  const working = times(AT_ONCE, work)
  await Promise.all([working, leave(() => round >= ROUNDS)])
  t.diagnostic(JSON.stringify(Object.fromEntries(ends)))
  assert.ok((ends.get('ok') ?? 0) > ROUNDS / 3)
  await summed()
  assert.ok(await areSummed(async (text, ...values) => w.sql<Made>(text, values), 1))
})

test('figures do not change while rows are unsummed and summed again', async (t) => {
  await refresh()
  const customer = (await get(w.api, `${INVOICES}?open=true&limit=1`)).data[0].customer_id
  const paths = [
    '/v1/summary',
    '/v1/summary?interval=day',
    '/v1/ledger/receivables_aging?limit=2',
    `/v1/customers/${customer}/receivables`,
  ]
  const read = (api: Api) => Promise.all(paths.map((path) => get(api, path)))
  const figures = await read(w.api)
  let looks = 0
  let between = 0
  const look = async (api: Api) => {
    while (looks < LOOKS) {
      looks++
      if ((await countUnsummed(w.pool)) > 0) between++
      assert.deepEqual(await read(api), figures)
    }
  }
  await Promise.all([...apis.map(look), leave(() => looks >= LOOKS)])
  t.diagnostic(`${between} of ${looks} looks past rows that were not summed`)
  assert.ok(between > 0)
  await summed()
  assert.deepEqual(await read(w.api), figures)
})

test('PostgreSQL detected no deadlock', async () => {
  const counts = await until('counts of what was done', async () => {
    const [row] = await w.sql<{ deadlocks: number; commits: number }>(
      `select deadlocks, xact_commit as commits from pg_stat_database
       where datname = current_database()`,
    )
    return row && row.commits > ROUNDS && row
  })
  assert.equal(counts.deadlocks, 0)
})
