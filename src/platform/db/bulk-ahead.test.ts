// While a chunk of a run is being saved, the next one is decided on what that leaves. Whatever comes in between,
// nothing of a wrong guess is kept.

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
import { KeyRing } from '../key-ring.ts'
import type { Action, Command } from './action.ts'
import { createHeads } from './chain-heads.ts'
import { Lane } from './lane.ts'
import { openPool } from './pool.ts'
import type { Environment } from './table.ts'

const database = await createDatabase()
const pool = openPool({ connectionString: database.url }, { size: 8, lockTimeoutMs: 15_000 })
test.after(async () => {
  await pool.end()
  await database.drop()
})
await makeThings(pool)
const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))
const context = { pool, tables: [boxes, things], environments, wallNow: () => Date.now() }

/** What somebody else does when the second chunk is about to lock the things that both chunks name, or the counters. */
interface Between {
  things?: () => Promise<unknown>
  counters?: () => Promise<unknown>
}

/** A lane in whose run something is done in between. */
function laneFor(between: Between = {}) {
  let [ofThings, ofCounters] = [0, 0]
  const watched: typeof things = {
    ...things,
    async lock(...of) {
      if (++ofThings === 2) await between.things?.()
      return things.lock(...of)
    },
  }
  const counters: typeof environments = {
    ...environments,
    async lock(...of) {
      if (++ofCounters === 2) await between.counters?.()
      return environments.lock(...of)
    },
  }
  const lane = new Lane({ ...context, tables: [boxes, watched], environments: counters })
  return { lane: lane as unknown as Lane<never>, watched }
}

beforeEach(async () => {
  await pool.query(
    `truncate things, events, idempotency_keys; insert into things values (1, 1, 1, 0), (1, 2, 2, 7);
     update environment_counters set event_sequence = 0, products_count = 0`,
  )
})

const ALL = 100
const CHUNK = 50
const ids = Array.from({ length: ALL }, (_, n) => n + 10)

/** Makes things like `putThing`, each worth what thing 2 is, which it names and leaves alone; tells what it decided. */
function putting(watched: typeof things) {
  const decided: number[] = []
  const action: Action<{ id: number }, Environment> = {
    name: 'things.put_like',
    rows: () => [{ table: watched, id: 2 }],
    decide(work, { id }) {
      decided.push(id)
      return putThing.decide(work as never, { id, value: work.get(things, 2).value }, undefined)
    },
  }
  return { action, decided }
}

/** Has the first chunk wait while it is saved, for a thing that somebody else has inserted and not committed. */
async function holdSaving(): Promise<(how: 'commit' | 'rollback') => Promise<void>> {
  const other = await pool.connect()
  await other.query('begin; insert into things values (1, 10, 1, 0)')
  return async (how) => {
    await other.query(how)
    other.release()
  }
}

async function run(lane: Lane<never>, action: Action<{ id: number }, Environment>) {
  const told: string[] = []
  const commands = ids.map((id) => command(action, { id }))
  for await (const chunk of lane.bulk(1, commands as never, { most: CHUNK, aimMs: 1e6 }))
    for (const { command, outcome } of chunk) {
      const { id } = (command as Command<{ id: number }>).input
      told.push(outcome.ok ? `${id}` : `${id} ${(outcome.error as { code: string }).code}`)
    }
  return told
}

/** A run whose second chunk has been decided while the first one is being saved. */
async function runAhead(between?: Between) {
  const letGo = await holdSaving()
  const { lane, watched } = laneFor(between)
  const { action, decided } = putting(watched)
  const running = run(lane, action)
  await until('the second chunk to be decided', () => decided.length === ALL)
  assert.equal((await stateOf(pool)).events.length, 0)
  return { letGo, decided, running }
}

test('decided while the one before is being saved, each is decided once, rows in common or not', async () => {
  const { letGo, decided, running } = await runAhead()
  await letGo('rollback')
  assert.deepEqual(await running, ids.map(String))
  assert.deepEqual(decided, ids)
  const { events, counters, values } = await stateOf(pool)
  assert.deepEqual(
    events,
    ids.map((id, index) => `${index + 1} thing.put thing_${id}`),
  )
  assert.equal(counters.products_count, ALL)
  assert.equal(values[109], 7)
})

test('when the one before fails, what was decided on it is decided anew', async () => {
  const { letGo, decided, running } = await runAhead()
  await letGo('commit')
  assert.deepEqual(await running, ['10 23505', ...ids.slice(1).map(String)])
  assert.ok(decided.length > ALL)
  const { events, counters } = await stateOf(pool)
  assert.deepEqual(
    events,
    ids.slice(1).map((id, index) => `${index + 1} thing.put thing_${id}`),
  )
  assert.equal(counters.products_count, ALL - 1)
})

test('when another process writes in between, it is decided anew', async () => {
  const other = () => new Lane(context).submit(command(addToThing, { id: 1, amount: 1 }) as never)
  const { letGo, decided, running } = await runAhead({ counters: other })
  await letGo('rollback')
  assert.deepEqual(await running, ids.map(String))
  assert.equal(decided.length, ALL + CHUNK)
  const { events } = await stateOf(pool)
  assert.equal(events[CHUNK], `${CHUNK + 1} thing.added thing_1`)
  assert.equal(events.at(-1), `${ALL + 1} thing.put thing_109`)
})

test('when a row that both have is changed in between, it is decided anew', async () => {
  const other = () => pool.query('update things set value = 8 where id = 2')
  const { letGo, decided, running } = await runAhead({ things: other })
  await letGo('rollback')
  assert.deepEqual(await running, ids.map(String))
  assert.equal(decided.length, ALL + CHUNK)
  const { values, counters } = await stateOf(pool)
  assert.deepEqual([values[10], values[59], values[60], values[109]], [7, 7, 8, 8])
  assert.equal(counters.event_sequence, ALL)
})

test('when settings change in between, which no counter tells, it is decided anew', async () => {
  const other = () =>
    pool.query('update environment_counters set clock_ahead_ms = 1 where environment_id = 1')
  const { letGo, decided, running } = await runAhead({ counters: other })
  await letGo('rollback')
  assert.deepEqual(await running, ids.map(String))
  assert.equal(decided.length, ALL + CHUNK)
  await pool.query('update environment_counters set clock_ahead_ms = 0')
})

test('one that lasts too long is not waited for with rows locked', async () => {
  const { letGo, running } = await runAhead()
  await until('the second to have given up', async () => {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    )
    // The holder alone.
    return rows.length === 1
  })
  await letGo('rollback')
  assert.deepEqual(await running, ids.map(String))
  assert.equal((await stateOf(pool)).counters.event_sequence, ALL)
})
