// The write path on a real PostgreSQL: members of a batch do not affect each other, and failures between
// the service and the database are reported correctly.

import assert from 'node:assert/strict'
import test, { beforeEach, type TestContext } from 'node:test'
import type { PoolClient } from 'pg'
import { createDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
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
import type { Command, Outcome } from './action.ts'
import { createHeads } from './chain-heads.ts'
import { openPool } from './pool.ts'
import { writeAll } from './write.ts'

const database = await createDatabase()
const connection = { connectionString: database.url }
/** Gives up on a lock quickly, for rows that stay locked to the end. */
const pool = openPool(connection, { size: 8, lockTimeoutMs: 100 })
/** Waits for rows that are unlocked in the meantime, however late. */
const patientPool = openPool(connection, { size: 8, lockTimeoutMs: 15_000 })
test.after(async () => {
  await pool.end()
  await patientPool.end()
  await database.drop()
})
await makeThings(pool)
const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))
const context = { pool, tables: [boxes, things], environments, wallNow: () => Date.now() }

const run = (...commands: Command<never>[]) => writeAll(context, commands as never)
const runPatiently = (...commands: Command<never>[]) =>
  writeAll({ ...context, pool: patientPool }, commands as never)

const codesOf = (outcomes: Outcome[]) =>
  outcomes.map((outcome) => (outcome.ok ? 'ok' : (outcome.error as { code: string }).code))

beforeEach(async () => {
  await pool.query(
    `truncate things, events, idempotency_keys;
     update environment_counters set event_sequence = 0, products_count = 0`,
  )
  assert.deepEqual(codesOf(await run(command(putThing, { id: 1, value: 10 }))), ['ok'])
})

test('a dry run is decided among the others, reports what it would do, and does nothing', async () => {
  const dry = (made: Command<never>) => ({ ...made, dryRun: true })
  const outcomes = await run(
    command(addToThing, { id: 1, amount: 5 }),
    dry(command(addToThing, { id: 1, amount: 7 })),
    dry(command(putThing, { id: 2, value: 1 })),
    dry(command(addToThing, { id: 1, amount: -50 })),
    command(addToThing, { id: 1, amount: 1 }),
  )
  assert.deepEqual(codesOf(outcomes), ['ok', 'ok', 'ok', 'parameter_invalid', 'ok'])
  const codes = outcomes.flatMap((outcome) => {
    if (!outcome.ok || !outcome.foreseen) return []
    const { events, rows } = outcome.foreseen
    const event = events.map(({ sequence, type, object_id }) => `${sequence} ${type} ${object_id}`)
    return [[...event, ...rows.map(({ table, row, state }) => [table.name, row, state])]]
  })
  const row = (id: number, value: number) => ({ environment_id: 1, id, box_id: 1, value })
  assert.deepEqual(codes, [
    ['3 thing.added thing_1', ['things', row(1, 22), 'updated']],
    ['3 thing.put thing_2', ['things', row(2, 1), 'inserted']],
  ])
  assert.deepEqual(await stateOf(pool), {
    values: { 1: 16 },
    events: ['1 thing.put thing_1', '2 thing.added thing_1', '3 thing.added thing_1'],
    keys: [],
    counters: { event_sequence: 3, products_count: 1 },
  })
})

test('a refused member leaves no row, event, number or key behind', async () => {
  const outcomes = await run(
    command(addToThing, { id: 1, amount: 5 }, 'a'),
    command(addToThing, { id: 1, amount: -50 }, 'b'),
    command(putThing, { id: 2, value: 1 }, 'c'),
    command(addToThing, { id: 7, amount: 1 }, 'd'),
    command(addToThing, { id: 1, amount: 5 }),
  )
  const expected = ['ok', 'parameter_invalid', 'ok', 'resource_missing', 'ok']
  assert.deepEqual(codesOf(outcomes), expected)
  assert.deepEqual(await stateOf(pool), {
    values: { 1: 20, 2: 1 },
    events: [
      '1 thing.put thing_1',
      '2 thing.added thing_1',
      '3 thing.put thing_2',
      '4 thing.added thing_1',
    ],
    keys: ['a', 'c'],
    counters: { event_sequence: 4, products_count: 2 },
  })
})

test('a member that the database refuses fails by itself: the others run, each once', async () => {
  const outcomes = await run(
    command(addToThing, { id: 1, amount: 5 }, 'a'),
    command(addToThing, { id: 1, amount: 500 }, 'b'), // no value may be over 100
    command(putThing, { id: 2, value: 1 }, 'c'),
  )
  assert.deepEqual(codesOf(outcomes), ['ok', '23514', 'ok'])
  assert.deepEqual(await stateOf(pool), {
    values: { 1: 15, 2: 1 },
    events: ['1 thing.put thing_1', '2 thing.added thing_1', '3 thing.put thing_2'],
    keys: ['a', 'c'],
    counters: { event_sequence: 3, products_count: 2 },
  })
})

test('a repeated key replays its response, and refuses a different request', async () => {
  const [first] = await run(command(addToThing, { id: 1, amount: 5 }, 'a'))
  await run(command(addToThing, { id: 1, amount: 1 }))
  const [again, other] = await run(
    command(addToThing, { id: 1, amount: 5 }, 'a'),
    command(addToThing, { id: 1, amount: 6 }, 'a'),
  )
  assert.ok(first?.ok && again?.ok)
  assert.deepEqual([again.answer, again.status, again.replayed], [first.answer, 201, true])
  assert.equal(first.replayed, false)
  assert.deepEqual(codesOf([other as Outcome]), ['idempotency_key_reused'])
  assert.deepEqual((await stateOf(pool)).values, { 1: 16 })
})

/** Begins a transaction of another process, rolled back at the end of the test unless it has ended. */
async function beginOther(t: TestContext): Promise<PoolClient> {
  const other = await pool.connect()
  t.after(() => other.release(true))
  await other.query("begin; set local lock_timeout = '60s'")
  return other
}

test('a key held by another process refuses only its member', async (t) => {
  const other = await beginOther(t)
  await other.query(
    `insert into idempotency_keys values (1, 'held', '\\x', 201, null, 'x', '{}', $1)`,
    [new Date()],
  )
  let transactions = 0
  const count = () => void transactions++
  pool.on('acquire', count)
  t.after(() => void pool.off('acquire', count))
  const outcomes = await run(
    command(addToThing, { id: 1, amount: 1 }, 'a'),
    command(addToThing, { id: 1, amount: 10 }, 'held'),
    command(addToThing, { id: 1, amount: 2 }, 'z'),
  )
  assert.deepEqual(codesOf(outcomes), ['ok', 'idempotency_key_in_use', 'ok'])
  const { headers } = (outcomes[1] as { error: { headers: unknown } }).error
  assert.deepEqual(headers, { 'retry-after': '1' })
  assert.equal(transactions, 1 + 2 + 2, 'together, then by halves, and none of them again')

  await other.query('rollback')
  assert.deepEqual(codesOf(await run(command(addToThing, { id: 1, amount: 10 }, 'held'))), ['ok'])
  assert.deepEqual((await stateOf(pool)).values, { 1: 23 })
})

test('a row locked by another process is tried again, and returns 503 if it stays locked', async (t) => {
  const other = await beginOther(t)
  await other.query('select 1 from things where id = 1 for update')
  const outcomes = await run(
    command(addToThing, { id: 1, amount: 1 }, 'a'),
    command(putThing, { id: 2, value: 1 }, 'b'),
  )
  assert.deepEqual(codesOf(outcomes), ['unavailable', 'ok'])

  const waiting = runPatiently(command(addToThing, { id: 1, amount: 1 }, 'a'))
  await lockWaiter()
  await other.query('commit')
  assert.deepEqual(codesOf(await waiting), ['ok'])
  assert.deepEqual((await stateOf(pool)).values, { 1: 11, 2: 1 })
})

test('errors of later statements do not hide the one that failed first', async (t) => {
  const other = await beginOther(t)
  await other.query(
    `insert into idempotency_keys values (1, 'held', '\\x', 201, null, 'x', '{}', $1)`,
    [new Date()],
  )
  await other.query('select 1 from boxes where id = 1 for update')
  const reading = addAfter((tx) => tx.query('select 1'))
  const inUse = await run(command(reading, { id: 1, amount: 1 }, 'held'))
  assert.deepEqual(codesOf(inUse), ['idempotency_key_in_use'])
  const blocked = await run(command(reading, { id: 1, amount: 1 }, 'a'))
  assert.deepEqual(codesOf(blocked), ['unavailable'])
})

test('a row that moved to another owner before it was locked is locked with its new owner', async (t) => {
  const other = await beginOther(t)
  await other.query('update things set box_id = 2 where id = 1')
  const outcomes = runPatiently(command(addToThing, { id: 1, amount: 1 }))
  await lockWaiter()
  await other.query('commit')
  assert.deepEqual(codesOf(await outcomes), ['ok'])
  const { rows } = await other.query('select box_id, value from things where id = 1')
  assert.deepEqual(rows, [{ box_id: 2, value: 11 }], 'what the other one wrote is kept')
})

test('after a deadlock between writers, the transaction that was ended is repeated', async (t) => {
  await run(command(putThing, { id: 2, value: 20 }))
  const other = await beginOther(t)
  await other.query('select 1 from things where id = 2 for update')
  const both = runPatiently(
    command(addToThing, { id: 1, amount: 1 }),
    command(addToThing, { id: 2, amount: 1 }),
  )
  await lockWaiter()
  // The batch holds thing 1 and waits for 2; this transaction holds 2 and waits for 1.
  // The one that first waited for a second is ended; on a machine that stalls, that may be this transaction.
  await other.query('select 1 from things where id = 1 for update').catch(() => undefined)
  await other.query('commit')
  assert.deepEqual(codesOf(await both), ['ok', 'ok'])
  assert.deepEqual((await stateOf(pool)).values, { 1: 11, 2: 21 })
})

/** Waits until one of our transactions waits for a lock. */
async function lockWaiter(): Promise<void> {
  await until('a writer that waits for a lock', async () => {
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return rows.length > 0
  })
}
