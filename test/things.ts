// Tables and actions only for tests of the write path: things, which are in boxes.

import type { Pool } from 'pg'
import { prepareInstallation } from '../src/features/accounts/create.ts'
import type { Action, Command } from '../src/platform/db/action.ts'
import { locking } from '../src/platform/db/keyed.ts'
import { execute, query, sql } from '../src/platform/db/sql.ts'
import type { Environment, RowKey, Table, Tx } from '../src/platform/db/table.ts'
import { claimOf } from '../src/platform/http/idempotency.ts'
import { Refusal } from '../src/platform/refusal.ts'

export interface Box {
  environment_id: number
  id: number
}

export interface Thing {
  environment_id: number
  id: number
  box_id: number
  /** The table allows 100 at most, which no action checks. */
  value: number
}

/** Creates the tables in a migrated database, and one account with environments 1 and 2. */
export async function makeThings(pool: Pool): Promise<void> {
  await prepareInstallation(
    pool,
    Buffer.alloc(32),
    { tier: 'enterprise', default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' },
    Date.now(),
  )
  await pool.query(
    `create table boxes (environment_id int, id int, primary key (environment_id, id));
     create table things (environment_id int, id int, box_id int, value int check (value <= 100),
       primary key (environment_id, id));
     insert into boxes values (1, 1), (1, 2), (1, 3)`,
  )
}

const wanted = (keys: RowKey[]) => sql`unnest(${keys.map((key) => key.environment_id)}::int[],
  ${keys.map((key) => key.id)}::int[]) as wanted (environment_id, id)`

const rowsOf = (rows: Thing[]) => sql`unnest(${rows.map((row) => row.environment_id)}::int[],
  ${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.box_id)}::int[],
  ${rows.map((row) => row.value)}::int[])`

export const boxes: Table<Box> = {
  name: 'boxes',
  lock: (tx, keys, how) =>
    query<Box>(
      tx,
      sql`select b.* from boxes b join ${wanted(keys)} using (environment_id, id)
      order by b.environment_id, b.id${locking('b', how)}`,
    ),
  insert: () => Promise.reject(new Error('No action makes boxes.')),
  update: () => Promise.reject(new Error('No action changes boxes.')),
}

export const things: Table<Thing> = {
  name: 'things',
  count: { counter: 'products_count', counts: () => true },
  owners: [{ table: boxes, of: (row) => row.box_id }],
  lock: (tx, keys, how) =>
    query<Thing>(
      tx,
      sql`select t.* from things t join ${wanted(keys)} using (environment_id, id)
      order by t.environment_id, t.id${locking('t', how)}`,
    ),
  insert: (tx, rows) => execute(tx, sql`insert into things select * from ${rowsOf(rows)}`),
  update: (tx, rows) =>
    execute(
      tx,
      sql`update things t set box_id = v.box_id, value = v.value
      from ${rowsOf(rows)} as v (environment_id, id, box_id, value)
      where t.environment_id = v.environment_id and t.id = v.id`,
    ),
}

const answerOf = (thing: Thing) => ({ json: JSON.stringify(thing), object_id: `thing_${thing.id}` })

/** Creates a thing in box 1; a value over 100 fails in the database. */
export const putThing: Action<{ id: number; value: number }> = {
  name: 'things.put',
  rows: () => [],
  decide(work, { id, value }) {
    const thing = { environment_id: work.environment.environment_id, id, box_id: 1, value }
    work.insert(things, thing)
    const answer = answerOf(thing)
    work.record({ type: 'thing.put' }, { id: answer.object_id }, answer.json)
    return answer
  },
}

/** Adds to the value; a negative sum is refused, a sum over 100 fails in the database. */
export const addToThing: Action<{ id: number; amount: number }> = {
  name: 'things.add',
  rows: ({ id }) => [{ table: things, id }],
  decide(work, { id, amount }) {
    const before = work.find(things, id)
    if (!before) throw new Refusal('resource_missing', `There is no thing ${id}.`)
    if (!work.find(boxes, before.box_id)) throw new Error('The box of the thing is not locked.')
    const after = { ...before, value: before.value + amount }
    work.update(things, after)
    const answer = answerOf(after)
    work.record({ type: 'thing.added' }, { id: answer.object_id }, answer.json)
    // Refused only after all its changes were made: none of them may be kept.
    if (after.value < 0) throw new Refusal('parameter_invalid', 'A thing cannot be below nought.')
    return answer
  },
}

/** Like addToThing, after running a given statement while the locks are held. */
export function addAfter(
  read: (tx: Tx) => Promise<unknown>,
): Action<{ id: number; amount: number }> {
  const load = async (tx: Tx, requests: readonly unknown[]) => {
    await read(tx)
    return requests.map(() => undefined)
  }
  return { ...addToThing, facts: { about: ['boxes'], load } }
}

/** A command in environment 1; a key is treated as the client's Idempotency-Key. */
export function command<I, F>(
  action: Action<I, Environment, F>,
  input: I,
  key?: string,
): Command<never> {
  const request = { method: 'POST', path: `/${action.name}`, body: input, status: 201 }
  const claim = claimOf(key, request)
  const made: Command<I> = { action, environment_id: 1, input, ifMatch: undefined, claim }
  // Commands of every kind go in one batch; each has its own input and action.
  return made as unknown as Command<never>
}

/** State after the commands: values by ID, and the rows that the write path maintains. */
export async function stateOf(pool: Pool) {
  const all = async (text: string) => (await pool.query(text)).rows
  const values = await all('select id, value from things order by id')
  const events = await all('select sequence, type, object_id from events order by sequence')
  const keys = await all('select key from idempotency_keys order by key')
  const [counters] = await all(
    'select event_sequence, products_count from environment_counters where environment_id = 1',
  )
  return {
    values: Object.fromEntries(values.map(({ id, value }) => [id, value])) as Record<
      number,
      number
    >,
    events: events.map(({ sequence, type, object_id }) => `${sequence} ${type} ${object_id}`),
    keys: keys.map(({ key }) => key as string),
    counters,
  }
}
