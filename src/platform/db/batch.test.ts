// The state that members of one batch share: facts, rows found by a column, owners; and invariant violations, which
// refuse one member and no other.

import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import { createDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import {
  addToThing,
  boxes,
  command,
  makeThings,
  putThing,
  stateOf,
  things,
} from '../../../test/things.ts'
import { createEnvironments } from '../../features/accounts/store.ts'
import { fixed, integer, nullable } from '../../features/kinds.ts'
import { KeyRing } from '../key-ring.ts'
import type { Action, Command, Outcome } from './action.ts'
import { createHeads } from './chain-heads.ts'
import { openPool } from './pool.ts'
import { type RowOf, record } from './record.ts'
import type { NamedRow, Table } from './table.ts'
import type { Work } from './work.ts'
import { writeAll } from './write.ts'

/** Parcels have two owners, either of which may be missing. */
const parcels = record(
  'parcels',
  {
    id: fixed(integer({})),
    box_id: fixed(nullable(integer({}))),
    thing_id: fixed(nullable(integer({}))),
    value: integer({}),
  },
  {
    owners: [
      { table: boxes, of: (row) => row.box_id },
      { table: things, of: (row) => row.thing_id },
    ],
  },
)
type Parcel = RowOf<typeof parcels.members>

const database = await createDatabase()
const pool = openPool({ connectionString: database.url }, { size: 8, lockTimeoutMs: 100 })
const patientPool = openPool({ connectionString: database.url }, { size: 8, lockTimeoutMs: 15_000 })
test.after(async () => {
  await pool.end()
  await patientPool.end()
  await database.drop()
})
await makeThings(pool)
await pool.query(
  `create table parcels (environment_id int, id bigint, box_id bigint, thing_id bigint,
     value bigint, primary key (environment_id, id));
   create function lose() returns trigger language plpgsql as 'begin return null; end';
   create trigger lost before insert on parcels for each row when (new.value = 13)
     execute function lose()`,
)
const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))
const tables: Table[] = [boxes, things, parcels as unknown as Table]
const context = { pool, tables, environments, wallNow: () => Date.now() }
const run = (...commands: Command<never>[]) => writeAll(context, commands as never)

const parcel = (id: number, more: Partial<Parcel> = {}): Parcel => ({
  ...{ environment_id: 1, id, box_id: null, thing_id: null, value: 0 },
  ...more,
})

/** The result of each outcome: its response, or why it was refused. */
const codesOf = (outcomes: Outcome[]) =>
  outcomes.map((outcome) => {
    if (outcome.ok) return JSON.parse(outcome.answer.json)
    const { name, message, code } = outcome.error as Error & { code?: string }
    return name === 'InvariantError' ? `invariant: ${message}` : (code ?? message)
  })

const countsOf = async () => {
  const { rows } = await pool.query('select id, value from parcels order by id')
  const { values, events, keys, counters } = await stateOf(pool)
  return { parcels: rows.map(({ id, value }) => [id, value]), values, events, keys, counters }
}

beforeEach(async () => {
  await pool.query(
    `truncate things, parcels, events, idempotency_keys;
     update environment_counters set event_sequence = 0, products_count = 0`,
  )
  await run(command(putThing, { id: 1, value: 10 }))
})

/** An action of a single test: the rows it names, and what it returns. */
const action = <F = void>(
  rows: NamedRow[],
  decide: (work: Work, facts: F) => unknown,
  facts?: Action<unknown, never, F>['facts'],
): Action<unknown, never, F> => ({
  name: 'parcels.test',
  rows: () => rows,
  ...(facts && { facts }),
  decide: (work: Work, _input: unknown, found: F) => ({
    json: JSON.stringify(decide(work, found) ?? null),
    object_id: 'parcel',
  }),
})
const doing = (...of: Parameters<typeof action<void>>) => command(action<void>(...of) as never, {})
const putParcel = (row: Parcel, key?: string) =>
  command(action([], (work) => work.insert(parcels, row)) as never, {}, key)

/** An action that returns the number of things from its facts; `loads` records which members were loaded together. */
function counting() {
  const loads: unknown[][] = []
  const count: Action<{ tag: string; put?: number }, never, { count: number; tag: string }> = {
    name: 'things.count',
    rows: () => [],
    facts: {
      about: ['things'],
      async load(tx, requests) {
        loads.push(requests.map(({ input }) => input.tag))
        const { rows } = await tx.query('select count(*) from things')
        return requests.map(({ input }) => ({ count: Number(rows[0].count), tag: input.tag }))
      },
    },
    decide(work: Work, { put }, facts) {
      if (put !== undefined) {
        work.insert(things, { environment_id: 1, id: put, box_id: 1, value: 0 })
      }
      return { json: JSON.stringify(facts), object_id: facts.tag }
    },
  }
  return { loads, count: count as unknown as Action<{ tag: string; put?: number }> }
}

test('facts stay valid after a refused member and after one that changes other tables', async () => {
  const { loads, count } = counting()
  await run(
    command(addToThing, { id: 1, amount: -50 }),
    putParcel(parcel(1)),
    command(count, { tag: 'a' }),
  )
  assert.deepEqual(loads, [['a']])
})

test('a dry run gets its facts, and makes no facts of other members stale', async () => {
  const { loads, count } = counting()
  const dry = () => ({ ...command(count, { tag: 'dry', put: 5 }), dryRun: true })
  const outcomes = await run(dry(), command(count, { tag: 'b', put: 6 }), dry())
  assert.deepEqual(codesOf(outcomes), [
    { count: 1, tag: 'dry' },
    { count: 1, tag: 'b' },
    { count: 2, tag: 'dry' },
  ])
  assert.deepEqual(loads, [['dry', 'b', 'dry'], ['dry']])
  assert.deepEqual((await countsOf()).values, { 1: 10, 6: 0 })
})

test('facts that fail to load refuse only their member, and the others run once', async () => {
  const failing = action([], () => undefined, {
    about: ['things'],
    load: () => Promise.reject(new Error('no facts')),
  })
  const outcomes = await run(
    command(addToThing, { id: 1, amount: 5 }, 'a'),
    command(failing as never, {}, 'b'),
    command(addToThing, { id: 1, amount: 1 }, 'c'),
  )
  assert.deepEqual(codesOf(outcomes).slice(1, 2), ['no facts'])
  assert.deepEqual(
    outcomes.map(({ ok }) => ok),
    [true, false, true],
  )
  const { values, keys, counters } = await countsOf()
  assert.deepEqual([values, keys], [{ 1: 16 }, ['a', 'c']])
  assert.deepEqual(counters, { event_sequence: 3, products_count: 1 })
})

test('too few facts, or facts about a table that no action writes, violate an invariant', async () => {
  const fewer = action([], () => undefined, { about: ['things'], load: async () => [] })
  const unknown = action([], () => 1, { about: ['thing'], load: async () => [] })
  const outcomes = await run(
    command(fewer as never, {}),
    command(unknown as never, {}),
    doing([], () => 'done'),
  )
  assert.deepEqual(codesOf(outcomes), [
    'invariant: parcels.test got 0 facts for 1 that asked.',
    'invariant: parcels.test asks for facts about thing, which no action writes.',
    'done',
  ])
})

const inBox = (id: number): NamedRow => ({ table: parcels as unknown as Table, by: 'box_id', id })
const named = (table: unknown, id: number): NamedRow => ({ table: table as Table, id })
const idsIn = (work: Work, box: number) =>
  work.list(parcels, 'box_id', box).map(({ id, value }) => [id, value])

test('rows named by a column include those that earlier members inserted or changed', async () => {
  await run(putParcel(parcel(1, { box_id: 1 })), putParcel(parcel(2, { box_id: 2 })))
  await run({ ...putParcel(parcel(9, { environment_id: 2, box_id: 1 })), environment_id: 2 })
  const outcomes = await run(
    putParcel(parcel(3, { box_id: 1 })),
    doing([inBox(1)], (work) => {
      for (const row of work.list(parcels, 'box_id', 1)) {
        work.update(parcels, { ...work.get(parcels, row.id), value: 7 })
      }
      work.insert(parcels, parcel(4, { box_id: 1 }))
      return idsIn(work, 1)
    }),
    doing([inBox(1), inBox(3)], (work) => [idsIn(work, 1), idsIn(work, 3)]),
    doing([inBox(2)], (work) => idsIn(work, 2)),
  )
  const expected = [
    [1, 7],
    [3, 7],
    [4, 0],
  ]
  assert.deepEqual(codesOf(outcomes), [null, expected, [expected, []], [[2, 0]]])
  const { parcels: left } = await countsOf()
  assert.deepEqual(left, [
    [1, 7],
    [2, 0],
    [3, 7],
    [4, 0],
    [9, 0],
  ])
})

test('rows named by a column are read under the lock of the counters', async (t) => {
  const other = await pool.connect()
  t.after(() => other.release(true))
  await other.query(
    `begin; set local lock_timeout = '60s';
     select 1 from environment_counters where environment_id = 1 for update`,
  )
  const waiting = writeAll({ ...context, pool: patientPool }, [
    doing([inBox(1)], (work) => idsIn(work, 1)),
  ] as never)
  await until('a writer that waits for the counters', async () => {
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return rows.length > 0
  })
  await other.query('insert into parcels values (1, 8, 1, null, 0); commit')
  assert.deepEqual(codesOf(await waiting), [[[8, 0]]])
})

test('an action cannot read a row that it did not name, even if another member loaded it', async () => {
  await run(putParcel(parcel(1, { box_id: 1 })))
  const outcomes = await run(
    doing([inBox(1), named(things, 1)], (work) => [idsIn(work, 1).length, work.get(things, 1).id]),
    doing([], (work) => idsIn(work, 1)),
    doing([inBox(2)], (work) => idsIn(work, 1)),
    doing([named(parcels, 1)], (work) => work.list(parcels, 'box_id', 1)),
    doing([inBox(2)], (work) => work.find(parcels, 1)),
    doing([], (work) => work.find(things, 1)),
    doing([], (work) => work.get(things, 1)),
    doing([named(things, 7)], (work) => work.find(things, 7)),
    doing([named(things, 7)], (work) => work.get(things, 7)),
  )
  assert.deepEqual(codesOf(outcomes), [
    [1, 1],
    'invariant: The action has not named parcels by box_id 1.',
    'invariant: The action has not named parcels by box_id 1.',
    'invariant: The action has not named parcels by box_id 1.',
    'invariant: The action has not named parcels 1.',
    'invariant: The action has not named things 1.',
    'invariant: The action has not named things 1.',
    null,
    'invariant: There is no things 7.',
  ])
})

test('a row is locked with all its owners and their owners; null names none', async (t) => {
  await pool.query('update things set box_id = 2 where id = 1')
  await run(putParcel(parcel(1, { box_id: 1, thing_id: 1 })), putParcel(parcel(2)))
  const owners = () =>
    doing([named(parcels, 1)], (work) => [
      work.get(boxes, 1).id,
      work.get(things, 1).id,
      work.get(boxes, 2).id,
    ])
  const ownerless = () => doing([named(parcels, 2)], (work) => work.get(parcels, 2).box_id)
  const strange = () => doing([named(parcels, 2)], (work) => work.find(boxes, 1))
  const unnamed = 'invariant: The action has not named boxes 1.'
  assert.deepEqual(codesOf(await run(owners(), ownerless(), strange())), [[1, 1, 2], null, unnamed])

  for (const locked of ['boxes where id = 1', 'boxes where id = 2', 'things where id = 1']) {
    const other = await pool.connect()
    t.after(() => other.release(true))
    await other.query(`begin; select 1 from ${locked} for update`)
    assert.deepEqual(codesOf(await run(owners(), ownerless())), ['unavailable', null], locked)
    await other.query('rollback')
  }
})

test('a row that an earlier member moved to another owner belongs to the new owner', async () => {
  const move = doing([named(things, 1), named(boxes, 3)], (work) =>
    work.update(things, { ...work.get(things, 1), box_id: work.get(boxes, 3).id }),
  )
  const outcomes = await run(
    move,
    doing([named(things, 1)], (work) => work.get(boxes, work.get(things, 1).box_id).id),
    doing([named(things, 1)], (work) => work.find(boxes, 1)),
  )
  const unnamed = 'invariant: The action has not named boxes 1.'
  assert.deepEqual(codesOf(outcomes), [null, 3, unnamed])
})

test('a counter that no environment has refuses only its member', async () => {
  const outcomes = await run(
    doing([], (work) => work.next({ counter: 'coupon_number' })),
    doing([], (work) => work.next({ counter: 'toString' })),
    doing([], (work) => work.next({ counter: 'products_count' })),
  )
  assert.deepEqual(codesOf(outcomes), [
    'invariant: No environment counts coupon_number.',
    'invariant: No environment counts toString.',
    2,
  ])
})

test('a table outside the write path violates an invariant, and saves nothing', async () => {
  const copy = { ...things }
  const foreign = { ...things, name: 'crates' }
  const row = { environment_id: 1, id: 5, box_id: 1, value: 0 }
  const outcomes = await run(
    doing([named(foreign, 1)], (work) => work.find(foreign, 1)),
    doing([named(copy, 1)], (work) => work.get(copy, 1).id),
    doing([], (work) => work.insert(foreign, row)),
    doing([{ ...named(foreign, 1), by: 'box_id' }], () => undefined),
    doing([], () => 'done'),
  )
  assert.deepEqual(codesOf(outcomes), [
    'invariant: parcels.test names rows of crates, which the write path does not have.',
    'invariant: parcels.test names rows of things, which the write path does not have.',
    'invariant: Rows of crates were changed, which the write path does not have.',
    'invariant: parcels.test names rows of crates, which the write path does not have.',
    'done',
  ])
  assert.deepEqual((await countsOf()).counters, { event_sequence: 1, products_count: 1 })
})

test('an insert that writes fewer rows than given violates an invariant, and no command runs twice', async () => {
  const outcomes = await run(
    command(addToThing, { id: 1, amount: 5 }),
    putParcel(parcel(1, { value: 13 }), 'lost'),
    putParcel(parcel(2), 'kept'),
  )
  const short = 'invariant: Of 2 rows of parcels, 1 were written.'
  assert.deepEqual(codesOf(outcomes), [short, short, short])
  // The commit was sent behind the insert and succeeded: a retry finds the stored results.
  assert.deepEqual(await countsOf(), {
    parcels: [[2, 0]],
    values: { 1: 15 },
    events: ['1 thing.put thing_1', '2 thing.added thing_1'],
    keys: ['kept', 'lost'],
    counters: { event_sequence: 2, products_count: 1 },
  })
})
