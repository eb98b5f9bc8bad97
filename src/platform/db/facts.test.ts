// The input of an action in addition to the rows it locks: facts for whole batches, rows named by a column, and several
// owners; using undeclared input violates an invariant.

import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import { openDatabase } from '../../../test/database.ts'
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
import { InvariantError } from '../../invariant.ts'
import { KeyRing } from '../key-ring.ts'
import type { Action, Command, Facts, Outcome } from './action.ts'
import { createHeads } from './chain-heads.ts'
import type { Lookup } from './lookup.ts'
import { query, sql } from './sql.ts'
import type { Environment, Table, Tx } from './table.ts'
import { writeAll } from './write.ts'

const { pool } = await openDatabase({ after: test.after })
await makeThings(pool)
const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))

const run = (commands: Command<never>[], tables: Table[] = [boxes, things] as never) =>
  writeAll({ pool, tables, environments, wallNow: () => Date.now() }, commands as never)

const valuesOf = (outcomes: Outcome[]) =>
  outcomes.map((outcome) =>
    outcome.ok ? (JSON.parse(outcome.answer.json) as { value: number }).value : outcome.error,
  )

beforeEach(async () => {
  await pool.query(
    `truncate things, events, idempotency_keys;
     update environment_counters set event_sequence = 0, products_count = 0`,
  )
  await run([command(putThing, { id: 1, value: 10 })])
})

/** The number of members that each load served. */
const loads: number[] = []
beforeEach(() => loads.splice(0))

const sums = (about: string): Facts<{ id: number }, number> => ({
  about: [about],
  async load(tx: Tx, requests) {
    loads.push(requests.length)
    const rows = await query<{ sum: number }>(tx, sql`select sum(value)::int as sum from things`)
    return requests.map(({ input }) => (rows[0]?.sum ?? 0) + input.id * 1_000)
  },
})

/** Inserts a thing, and returns the fact: the sum of all things. */
const putSum = (about: string): Action<{ id: number }, Environment, number> => ({
  name: 'things.put_sum',
  rows: () => [],
  facts: sums(about),
  decide(work, { id }, sum) {
    work.insert(things, { environment_id: 1, id, box_id: 1, value: 1 })
    return { json: JSON.stringify({ value: sum }), object_id: `thing_${id}` }
  },
})

test('facts are loaded once for all members that ask, and each gets its own', async () => {
  const action = putSum('boxes')
  const outcomes = await run([2, 3, 4].map((id) => command(action, { id })))
  assert.deepEqual(valuesOf(outcomes), [2_010, 3_010, 4_010])
  assert.deepEqual(loads, [3])
})

test('a member whose facts an earlier one made stale runs again, and sees the change', async () => {
  const action = putSum('things')
  const outcomes = await run([
    command(addToThing, { id: 1, amount: 5 }, 'a'),
    command(action, { id: 2 }, 'b'),
    command(addToThing, { id: 1, amount: 1 }, 'c'),
  ])
  // No command of its environment overtakes it: 10 + 5, and the last one after it.
  assert.deepEqual(valuesOf(outcomes), [15, 2_015, 16])
  const { events } = await stateOf(pool)
  assert.deepEqual(events.slice(1), ['2 thing.added thing_1', '3 thing.added thing_1'])
  assert.deepEqual(loads, [1, 1])
  assert.deepEqual((await stateOf(pool)).keys, ['a', 'b', 'c'])
  // Its key belongs to the second run, and a retry replays that response.
  const [again] = await run([command(action, { id: 2 }, 'b')])
  assert.ok(again?.ok && again.replayed)
  assert.deepEqual(valuesOf([again]), [2_015])
})

const sumApart: Lookup<number> = {
  about: ['things'],
  async load(tx, keys) {
    loads.push(keys.length)
    const rows = await query<{ sum: number }>(tx, sql`select sum(value)::int as sum from things`)
    return keys.map(() => rows[0]?.sum ?? 0)
  },
}

/** Inserts a thing; without a value, looks up the sum of all other things. */
const putLookedUp: Action<{ id: number; value?: number }> = {
  name: 'things.put_looked_up',
  rows: () => [],
  decide(work, { id, value = work.lookUp(sumApart, 1) }) {
    work.insert(things, { environment_id: 1, id, box_id: 1, value })
    return { json: JSON.stringify({ value }), object_id: `thing_${id}` }
  },
}

test('a looked-up fact reflects what was decided before it', async () => {
  const outcomes = await run([
    command(putLookedUp, { id: 2, value: 5 }, 'a'),
    command(putLookedUp, { id: 3 }, 'b'),
    command(putLookedUp, { id: 4 }, 'c'),
    command(putLookedUp, { id: 5, value: 1 }, 'd'),
  ])
  assert.deepEqual(valuesOf(outcomes), [5, 15, 30, 1])
  assert.ok(loads.every((count) => count === 1))
  assert.deepEqual((await stateOf(pool)).keys, ['a', 'b', 'c', 'd'])
  assert.deepEqual(valuesOf(await run([command(putLookedUp, { id: 3 }, 'b')])), [15])
})

test('facts about a table that no action writes violate an invariant', async () => {
  const [outcome] = await run([command(putSum('thinks'), { id: 2 })])
  assert.ok(!outcome?.ok && outcome?.error instanceof InvariantError)
  assert.match(String(outcome.error), /facts about thinks/)
})

const found: Table<{ environment_id: number; id: number; box_id: number; value: number }> = {
  ...things,
  owners: [],
  findBy: (tx, column, keys) => {
    assert.equal(column, 'box_id')
    const ids = keys.map(({ id }) => id)
    return query(tx, sql`select * from things where box_id = any(${ids}::int[]) order by id`)
  },
}

const sumOfBox: Action<{ box: number; named: number }> = {
  name: 'boxes.sum',
  rows: ({ named }) => [{ table: found, by: 'box_id', id: named }],
  decide(work, { box }) {
    const rows = work.list(found, 'box_id', box)
    // A listed row can be changed like a locked one.
    for (const row of rows) work.update(found, { ...row, value: row.value + 1 })
    const value = rows.reduce((sum, row) => sum + row.value, 0)
    return { json: JSON.stringify({ value }), object_id: 'box_1' }
  },
}

const putFound: Action<{ id: number; value: number }> = {
  ...putThing,
  decide(work, { id, value }) {
    work.insert(found, { environment_id: 1, id, box_id: 1, value })
    return { json: JSON.stringify({ value }), object_id: `thing_${id}` }
  },
}

test('rows named by a column include those that earlier members inserted', async () => {
  const outcomes = await run(
    [
      command(putFound, { id: 2, value: 5 }),
      command(sumOfBox, { box: 1, named: 1 }),
      command(sumOfBox, { box: 1, named: 1 }),
    ],
    [boxes, found] as never,
  )
  assert.deepEqual(valuesOf(outcomes), [5, 15, 17])
  assert.deepEqual((await stateOf(pool)).values, { 1: 12, 2: 7 })
})

test('listing rows by a value that was not named violates an invariant', async () => {
  const [outcome] = await run([command(sumOfBox, { box: 1, named: 2 })], [boxes, found] as never)
  assert.ok(!outcome?.ok && outcome?.error instanceof InvariantError)
})

test('reading a row that was not named violates an invariant, even if another member loaded it', async () => {
  const curious: Action<{ id: number }> = {
    name: 'things.peek',
    rows: () => [],
    decide: (work, { id }) => ({
      json: JSON.stringify(work.find(things, id)),
      object_id: 'thing_1',
    }),
  }
  const [first, second] = await run([
    command(addToThing, { id: 1, amount: 5 }),
    command(curious, { id: 1 }),
  ])
  assert.ok(first?.ok)
  assert.ok(!second?.ok && second?.error instanceof InvariantError)
  assert.match(String(second.error), /The action has not named things 1/)
})

test('a row is locked with all its owners, and a null owner locks no row', async () => {
  const owned: Table<{ environment_id: number; id: number; box_id: number; value: number }> = {
    ...things,
    owners: [
      { table: boxes, of: (row) => row.box_id },
      { table: boxes, of: () => 2 },
      { table: boxes, of: () => null },
    ],
  }
  const boxesOf: Action<{ id: number }> = {
    name: 'things.boxes',
    rows: ({ id }) => [{ table: owned, id }],
    decide(work) {
      const value = [1, 2].map((id) => work.get(boxes, id).id)
      assert.throws(() => work.find(boxes, 3), InvariantError)
      return { json: JSON.stringify({ value }), object_id: 'thing_1' }
    },
  }
  assert.deepEqual(valuesOf(await run([command(boxesOf, { id: 1 })], [boxes, owned] as never)), [
    [1, 2],
  ])
})
