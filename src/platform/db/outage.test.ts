// A database that goes away during a write: what is reported, and that nothing is done twice.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import test, { after, beforeEach } from 'node:test'
import type pg from 'pg'
import { createDatabase } from '../../../test/database.ts'
import { PATIENCE_MS } from '../../../test/harness.ts'
import { type Cut, startProxy } from '../../../test/proxy.ts'
import {
  addAfter,
  addToThing,
  boxes,
  command,
  makeThings,
  putThing,
  stateOf,
  things,
} from '../../../test/things.ts'
import { createEnvironments } from '../../features/accounts/store.ts'
import { KeyRing } from '../key-ring.ts'
import type { Refusal } from '../refusal.ts'
import type { Command, Outcome } from './action.ts'
import { createHeads } from './chain-heads.ts'
import { isOutage, openPool } from './pool.ts'
import { writeAll } from './write.ts'

const database = await createDatabase()
const proxy = await startProxy(database.url)
const pool = openPool({ connectionString: proxy.url }, { size: 4 })
after(async () => {
  await pool.end()
  await proxy.close()
  await database.drop()
})
await makeThings(pool)
const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))
const context = { pool, tables: [boxes, things], environments, wallNow: () => Date.now() }

const run = (...commands: Command<never>[]) => writeAll(context, commands as never)

function refusalOf(outcome: Outcome | undefined): Refusal {
  assert.ok(outcome && !outcome.ok, 'refused')
  return outcome.error as Refusal
}

beforeEach(async () => {
  await pool.query(
    `truncate things, events, idempotency_keys;
     update environment_counters set event_sequence = 0, products_count = 0`,
  )
  await run(command(putThing, { id: 1, value: 10 }))
})

const cuts: [cut: Cut, replayed: boolean][] = [
  ['commit lost', false],
  ['answer lost', true],
]

for (const [cut, replayed] of cuts) {
  test(`${cut}: the outcome is unknown, a 503 says so, and a retry with the key runs it once`, async () => {
    proxy.cutNextCommit(cut)
    const batch = () => [
      command(addToThing, { id: 1, amount: 1 }, 'a'),
      command(addToThing, { id: 1, amount: 2 }, 'b'),
      command(addToThing, { id: 1, amount: -90 }, 'c'),
    ]
    for (const outcome of await run(...batch())) {
      const { code, message, headers } = refusalOf(outcome)
      assert.equal(code, 'unavailable')
      assert.match(message, /outcome is unknown/)
      assert.deepEqual(headers, { 'retry-after': '1' })
    }
    const [first, second, third] = await run(...batch())
    assert.ok(first?.ok && second?.ok)
    assert.deepEqual([first.replayed, second.replayed], [replayed, replayed])
    assert.equal(refusalOf(third).code, 'parameter_invalid')
    assert.deepEqual(await stateOf(pool), {
      values: { 1: 13 },
      events: ['1 thing.put thing_1', '2 thing.added thing_1', '3 thing.added thing_1'],
      keys: ['a', 'b'],
      counters: { event_sequence: 3, products_count: 1 },
    })
  })
}

test('a connection ended by the server before the commit returns 503, and the next write succeeds', async () => {
  const ended = addAfter((tx) => tx.query('select pg_terminate_backend(pg_backend_pid())'))
  const { code, message } = refusalOf((await run(command(ended, { id: 1, amount: 1 }, 'a')))[0])
  assert.equal(code, 'unavailable')
  assert.match(message, /Nothing was changed/)
  assert.deepEqual((await stateOf(pool)).values, { 1: 10 })
  assert.ok((await run(command(addToThing, { id: 1, amount: 1 }, 'a')))[0]?.ok)
})

test('a canceled save is known to have changed nothing', async (t) => {
  await pool.query(
    `create function cancel() returns trigger language plpgsql as
       'begin perform pg_cancel_backend(pg_backend_pid()); perform pg_sleep(60); return new; end';
     create trigger cancel before update on things for each row execute function cancel()`,
  )
  t.after(() => pool.query('drop function cancel cascade'))
  const [outcome] = await run(command(addToThing, { id: 1, amount: 1 }))
  const { code, message, cause } = refusalOf(outcome)
  assert.equal(code, 'unavailable')
  assert.match(message, /Nothing was changed/)
  assert.equal((cause as { code: string }).code, '57014')
  assert.deepEqual((await stateOf(pool)).values, { 1: 10 })
})

const killed: [what: string, statement: string][] = [
  ['a statement that takes too long', 'set local statement_timeout = 1; select pg_sleep(5)'],
  ['a transaction left idle too long', 'set idle_in_transaction_session_timeout = 1'],
]

for (const [what, statement] of killed) {
  test(`${what} is ended by the server, and returns 503`, async () => {
    const slow = addAfter(async (tx) => {
      await tx.query(statement)
      await gone(tx)
      await tx.query('select 1')
    })
    const { code } = refusalOf((await run(command(slow, { id: 1, amount: 1 })))[0])
    assert.equal(code, 'unavailable')
    assert.deepEqual((await stateOf(pool)).values, { 1: 10 })
  })
}

/** Waits until the server has closed the connection and the client has noticed. */
async function gone(tx: pg.PoolClient): Promise<void> {
  await once(tx, 'end', { signal: AbortSignal.timeout(PATIENCE_MS) })
}

const outages: [what: string, error: unknown, outage: boolean][] = [
  ['shutting down', { code: '57P01' }, true],
  ['crashed', { code: '57P02' }, true],
  ['starting', { code: '57P03' }, true],
  ['too many connections', { code: '53300' }, true],
  ['disk full', { code: '53100' }, true],
  ['read only', { code: '25006' }, true],
  ['refused', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), true],
  ['broken pipe', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), true],
  ['no socket', Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' }), true],
  ['a check', { code: '23514' }, false],
  ['a deadlock', { code: '40P01' }, false],
  ['a mistake of ours', new TypeError('x is not a function'), false],
]

for (const [what, error, outage] of outages) {
  test(`${what} ${outage ? 'is' : 'is not'} an outage`, () => assert.equal(isOutage(error), outage))
}
