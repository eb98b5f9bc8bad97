// One of two processes on a database is stopped in the middle of a batch: the other continues, and the unfinished batch
// is gone when the stopped one resumes.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Api, Ask } from '../client.ts'
import { assertSound } from '../crash/books.ts'
import { INVOICES, LINE, makeCustomer } from '../fixtures.ts'
import { ENVIRONMENTS, until, world } from '../harness.ts'
import { countEnds, endOf, times } from './pair.ts'
import { sample } from './rounds.ts'

const AT_ONCE = 20
const OTHERS = 100
const TRIES_MOST = 200
const ROUNDS = sample(1)

const w = await world({ after })
const sleeper = await w.secondProcess({ LOG_LEVEL: 'fatal' })
const customer = await makeCustomer(w.api)
const other = { key: w.keys.otherTest }
const otherCustomer = await makeCustomer(w.api, {}, other)

/** A unique write: an invoice that its idempotency key can find again. */
function wanted(): Ask {
  const tag = randomUUID()
  const body = { customer_id: customer.id, line_items: [LINE], metadata: { tag } }
  return { body, headers: { 'idempotency-key': tag } }
}

/** True if the sleeper's batch holds locks; this world's own service is idle. */
async function isInBatch(): Promise<boolean> {
  const rows = await w.sql<{ count: number }>(
    `select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
     where a.datname = current_database() and a.state like 'idle in transaction%'
       and l.relation = 'environment_counters'::regclass and l.mode = 'RowShareLock'`,
  )
  return (rows[0]?.count ?? 0) > 0
}

/** Sends to the sleeper until it is stopped while it locks the counter row; returns the pending requests. */
async function stopInBatch() {
  for (let tries = 0; tries < TRIES_MOST; tries++) {
    const asks = Array.from({ length: AT_ONCE }, wanted)
    const sent = asks.map((ask) => sleeper.api.post(INVOICES, ask))
    await pause(tries % 20)
    sleeper.kill('SIGSTOP')
    // Bytes already sent to its connection are processed first.
    await pause(20)
    if (await isInBatch()) return { asks, sent }
    sleeper.kill('SIGCONT')
    await Promise.all(sent)
  }
  throw new Error('It was never stopped in the middle of a batch.')
}

/** Sends with the same key until there is a response other than a request to retry. */
function insist(api: Api, { body, headers }: Ask): Promise<Answer> {
  return until('an answer', async () => {
    const answer = await api.post(INVOICES, { body, headers: headers ?? {} })
    return !['unavailable', 'idempotency_key_in_use'].includes(endOf(answer)) && answer
  })
}

test('a process that sleeps with the counter row of one environment locked blocks no other', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { asks, sent } = await stopInBatch()
    const body = { customer_id: otherCustomer.id, line_items: [LINE] }
    const others = await times(OTHERS, () => w.api.post(INVOICES, { body, ...other }))
    assert.deepEqual(countEnds(others), { ok: OTHERS })
    const instead = await Promise.all(asks.map((ask) => insist(w.api, ask)))
    assert.deepEqual(countEnds(instead), { ok: AT_ONCE })
    const before = await written()
    sleeper.kill('SIGCONT')
    const late = await Promise.all(sent)
    for (const [index, answer] of late.entries()) {
      if (endOf(answer) === 'ok') assert.equal(answer.text, instead[index]?.text)
      else assert.ok(['unavailable', 'idempotency_key_in_use'].includes(endOf(answer)), answer.text)
    }
    assert.deepEqual(await written(), before, 'it writes nothing that it had decided before')
    assert.equal(endOf(await sleeper.api.post(INVOICES, wanted())), 'ok')
    assert.deepEqual(await twice(), [])
  }
  await assertSound(w.pool)
})

/** On a shared machine one client can take longer than the gap between the two timeouts. */
const ROUNDS_TO_SERVE = 3

test("a request that needs a stopped process's row is served, and not rejected", async () => {
  const rounds: Record<string, number>[] = []
  while (rounds.length < ROUNDS_TO_SERVE && rounds.at(-1)?.ok !== AT_ONCE) {
    const { sent } = await stopInBatch()
    // PostgreSQL ends a silent session (after 1.5 s) before the lane rejects a waiting one (after 2 s).
    rounds.push(countEnds(await times(AT_ONCE, () => w.api.post(INVOICES, wanted()))))
    sleeper.kill('SIGCONT')
    await Promise.all(sent)
  }
  assert.deepEqual(rounds.at(-1), { ok: AT_ONCE }, JSON.stringify(rounds))
})

const written = () =>
  w.sql(`select event_sequence, invoices_count from environment_counters
         where environment_id = ${ENVIRONMENTS.test}`)

const twice = () =>
  w.sql(`select metadata->>'tag' as tag from invoices where metadata->>'tag' is not null
         group by 1 having count(*) > 1`)
