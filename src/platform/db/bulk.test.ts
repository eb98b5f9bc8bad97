// Bulk runs: each command is accepted or refused on its own, behind requests; a run can be stopped at any moment, and
// no more commands are in memory than are in flight.

import assert from 'node:assert/strict'
import test, { beforeEach, type TestContext } from 'node:test'
import type pg from 'pg'
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
import type { Refusal } from '../refusal.ts'
import type { Command } from './action.ts'
import type { BulkOptions } from './bulk.ts'
import { createHeads } from './chain-heads.ts'
import { Lane } from './lane.ts'
import { connectSeparately, openPool } from './pool.ts'

const database = await createDatabase()
const connection = { connectionString: database.url }
const pool = openPool(connection, { size: 8, lockTimeoutMs: 50 })
const bulkPool = openPool(connection, { size: 2, lockTimeoutMs: 50 })
test.after(async () => {
  await Promise.all([pool.end(), bulkPool.end()])
  await database.drop()
})
await makeThings(pool)
const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))
const context = { pool, tables: [boxes, things], environments, wallNow: () => Date.now() }

beforeEach(async () => {
  await pool.query(
    `truncate things, events, idempotency_keys; insert into boxes values (2, 1) on conflict do nothing;
     insert into things values (1, 1, 1, 0), (1, 2, 2, 0), (2, 3, 1, 0);
     update environment_counters set event_sequence = 0, products_count = 0`,
  )
})

const makeLane = () => new Lane(context, { bulkPool })

const put = (id: number, value = 1, key?: string) => command(putThing, { id, value }, key)
const add = (id: number, amount = 1, key?: string) => command(addToThing, { id, amount }, key)
const ELSEWHERE = { environment_id: 2 }
const upTo = (count: number, from = 10) => Array.from({ length: count }, (_, n) => n + from)

/** Runs commands; returns the thing of each, and why it was refused or failed. */
async function run(
  lane: Lane<never>,
  commands: Iterable<Command<never>> | AsyncIterable<Command<never>>,
  options?: BulkOptions,
) {
  const codes: string[] = []
  const sizes: number[] = []
  for await (const chunk of lane.bulk(1, commands as never, options)) {
    sizes.push(chunk.length)
    for (const { command, outcome } of chunk) {
      const { id } = (command as Command).input as { id: number }
      const error = outcome.ok ? undefined : (outcome.error as Refusal)
      codes.push(
        error ? `${id} ${error.code}` : outcome.ok && outcome.replayed ? `${id} again` : `${id}`,
      )
    }
  }
  return { codes, sizes }
}
const laneFor = () => makeLane() as unknown as Lane<never>

/** Locks a row until the returned function is called, or the test ends. */
async function hold(t: TestContext, row: string): Promise<() => Promise<void>> {
  const other = await connectSeparately(pool)
  let ended: Promise<void> | undefined
  const letGo = () => (ended ??= other.end())
  t.after(letGo)
  await other.query(`begin; select 1 from ${row} for update`)
  return letGo
}

test('each command is accepted or refused on its own, in order, in chunks', async () => {
  const commands = [
    ...upTo(100).map((id) => put(id)),
    add(1, -1),
    put(500, 101),
    add(999),
    put(501),
  ]
  const { codes, sizes } = await run(laneFor(), commands, { most: 40, aimMs: 10_000 })
  assert.deepEqual(codes, [
    ...upTo(100).map(String),
    '1 parameter_invalid',
    '500 23514',
    '999 resource_missing',
    '501',
  ])
  assert.deepEqual(sizes, [40, 40, 24])
  const { events, values } = await stateOf(pool)
  assert.deepEqual(
    events,
    [...upTo(100), 501].map((id, index) => `${index + 1} thing.put thing_${id}`),
  )
  assert.equal(values[500], undefined)
})

test('chunks grow up to the time limit and have a minimum size', async () => {
  const patient = await run(
    laneFor(),
    upTo(700).map((id) => put(id)),
    { aimMs: 10_000 },
  )
  assert.deepEqual(patient.sizes, [50, 100, 200, 350])
  const hasty = await run(
    laneFor(),
    upTo(70, 1_000).map((id) => put(id)),
    { aimMs: 0.001 },
  )
  assert.deepEqual(hasty.sizes, [50, 20])
  const hastier = await run(
    laneFor(),
    upTo(120, 2_000).map((id) => put(id)),
    { aimMs: 0.001 },
  )
  assert.deepEqual(hastier.sizes, [50, 50, 20])
})

test('commands are pulled no faster than the caller reads their outcomes', async () => {
  let given = 0
  function* source() {
    for (const id of upTo(1_000)) {
      given++
      yield put(id)
    }
  }
  let codes = 0
  for await (const chunk of makeLane().bulk(1, source() as never, { most: 20 })) {
    codes += chunk.length
    assert.ok(given - codes <= 20, `${given} were given, ${codes} told`)
    if (codes > 100) break
  }
  const { counters } = await stateOf(pool)
  assert.ok(counters.event_sequence <= codes + 20)
})

test('a caller who stops reading leaves no chunk in flight and does not wait for locked rows', async (t) => {
  let isOver = false
  let late = 0
  const onBatch = (size: number) => {
    if (isOver) late += size
  }
  const lane = new Lane(context, { bulkPool, onBatch })
  const letGo = await hold(t, 'things where environment_id = 1 and id = 1')
  const commands = [put(10), put(11), put(12), add(1)]
  for await (const _ of lane.bulk(1, commands as never, { most: 2 })) break
  isOver = true
  await letGo()
  await lane.close()
  assert.equal(late, 0)
  assert.equal((await stateOf(pool)).values[1], 0)
})

test('of commands with the same key only the first runs, within one run and across runs', async () => {
  const commands = () => [put(10, 1, 'a'), put(11, 1, 'b'), put(10, 1, 'a'), put(12, 1, 'c')]
  const { codes, sizes } = await run(laneFor(), commands())
  assert.deepEqual(
    [codes, sizes],
    [
      ['10', '11', '10 again', '12'],
      [2, 2],
    ],
  )
  const next = await run(laneFor(), commands())
  assert.deepEqual(next.codes, ['10 again', '11 again', '10 again', '12 again'])
  assert.equal((await stateOf(pool)).counters.event_sequence, 3)
})

test('a run waits longer for a locked row than a request would, and other commands continue', async (t) => {
  const lane = laneFor()
  const letGo = await hold(t, 'things where environment_id = 1 and id = 1')
  const running = run(lane, [put(10), add(1), put(11), put(12)], { most: 3 })
  const submit = (one: Command<never>) => lane.submit(one as never)
  await submit({ ...add(3), ...ELSEWHERE })
  await until('all of the chunk but one to be done', async () => {
    const { values } = await stateOf(pool)
    return values[11] === 1
  })
  // Commands of the same environment that do not need that row.
  for (let count = 0; count < 5; count++) await submit(add(2))
  assert.equal((await stateOf(pool)).values[12], undefined)
  await letGo()
  assert.deepEqual((await running).codes, ['10', '1', '11', '12'])
  assert.deepEqual((await stateOf(pool)).values, { 1: 1, 2: 5, 3: 1, 10: 1, 11: 1, 12: 1 })
})

test('an aborted run ends with the commands it could run, and starts no more', async (t) => {
  const lane = laneFor()
  const letGo = await hold(t, 'things where environment_id = 1 and id = 1')
  const given = new AbortController()
  const codes: unknown[] = []
  const running = (async () => {
    const commands = [put(10), add(1), put(11), put(12)]
    for await (const chunk of lane.bulk(1, commands as never, { most: 3, signal: given.signal }))
      codes.push(...chunk.map(({ command }) => (command as Command<{ id: number }>).input.id))
  })()
  await until('the rest of the chunk', async () => (await stateOf(pool)).values[11] === 1)
  given.abort(new Error('given up'))
  await assert.rejects(running, /given up/)
  await letGo()
  assert.deepEqual(codes, [10, 11])
  assert.deepEqual((await stateOf(pool)).values, { 1: 0, 2: 0, 3: 0, 10: 1, 11: 1 })
})

test('closing ends a run after the chunk in flight, and its caller gets the error', async () => {
  const lane = laneFor()
  let codes = 0
  const running = (async () => {
    for await (const chunk of lane.bulk(1, upTo(1_000).map((id) => put(id)) as never)) {
      codes += chunk.length
      if (codes > 100) void lane.close()
    }
  })()
  await assert.rejects(running, (error: Refusal) => error.code === 'unavailable')
  await lane.close()
  const { counters } = await stateOf(pool)
  assert.ok(codes < 1_000)
  assert.equal(counters.event_sequence, codes)
})

test('closing does not wait for a locked row, and does not run its command', async (t) => {
  const lane = laneFor()
  const letGo = await hold(t, 'things where environment_id = 1 and id = 1')
  const running = run(lane, [put(10), add(1)])
  await until('the other one', async () => (await stateOf(pool)).values[10] === 1)
  const ended = assert.rejects(running, (error: Refusal) => error.code === 'unavailable')
  await lane.close()
  await ended
  await letGo()
  assert.equal((await stateOf(pool)).values[1], 0)
})

test('requests of the environment run between chunks, and never wait in the database for one', async () => {
  const parked: number[] = []
  const lane = new Lane(context, { bulkPool, onParked: (id) => void parked.push(id) })
  const running = run(
    lane as never,
    upTo(1_500).map((id) => put(id)),
    { most: 50 },
  )
  let isOver = false
  const over = running.then(() => {
    isOver = true
  })
  let answered = 0
  while (!isOver) {
    await Promise.all([
      lane.submit(add(1, 0)),
      lane.submit({ ...add(3, 0), ...ELSEWHERE } as never),
    ])
    answered += 1
  }
  await over
  const { events } = await stateOf(pool)
  const sequences = events.map((event) => Number(event.split(' ')[0]))
  assert.ok(answered >= 10, `${answered} requests while 30 chunks were written`)
  assert.deepEqual(parked, [])
  assert.equal((await stateOf(pool)).counters.event_sequence, 1_500 + answered)
  assert.equal(new Set(sequences).size >= 1_500, true)
})

test('runs of two environments take turns, and two runs of one environment do not interfere', async () => {
  const lane = makeLane()
  // Opens both connections first, so that no run is delayed by opening its own.
  await Promise.all([bulkPool.query('select 1'), bulkPool.query('select 1')])
  const order: number[] = []
  const one = async (environment: number, from: number) => {
    const commands = upTo(400, from).map((id) => ({ ...put(id), environment_id: environment }))
    for await (const _ of lane.bulk(environment, commands as never, { most: 50, aimMs: 10_000 }))
      order.push(environment)
  }
  await Promise.all([one(1, 1_000), one(2, 1_000), one(1, 2_000)])
  assert.ok(order.indexOf(2) < 8 && order.lastIndexOf(1) > order.indexOf(2) + 4, `${order}`)
  const { rows } = await pool.query(
    'select environment_id, count(*)::int from events group by 1 order by 1',
  )
  assert.deepEqual(
    rows.map(({ count }) => count),
    [800, 400],
  )
})

test('two processes with the same run execute each command once', async () => {
  const commands = () => upTo(600).map((id) => put(id, 1, `key-${id}`))
  const [a, b] = await Promise.all([run(laneFor(), commands()), run(laneFor(), commands())])
  const done = [...a.codes, ...b.codes].filter((each) => !each.endsWith('again'))
  assert.equal(a.codes.length + b.codes.length, 1_200)
  assert.deepEqual(
    done.map(Number).toSorted((x, y) => x - y),
    upTo(600),
  )
  assert.equal((await stateOf(pool)).counters.event_sequence, 600)
})

/** Ends the connections of both pools; returns how many there were. */
async function endConnections(by: pg.Client): Promise<number> {
  const { rows } = await by.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'
       and pid <> pg_backend_pid()`,
  )
  return rows.length
}

test('a lost database ends the run, and a second run completes the rest', async (t) => {
  const lane = laneFor()
  const commands = () => [
    ...upTo(100).map((id) => put(id, 1, `key-${id}`)),
    add(1, 1, 'held'),
    ...upTo(100, 500).map((id) => put(id, 1, `key-${id}`)),
  ]
  const holder = await connectSeparately(pool)
  t.after(() => holder.end())
  await holder.query('begin; select 1 from things where environment_id = 1 and id = 1 for update')
  let codes = 0
  let end: Refusal | undefined
  const running = (async () => {
    for await (const chunk of lane.bulk(1, commands() as never)) codes += chunk.length
  })().catch((error: Refusal) => {
    end = error
  })
  // A chunk waits for a row locked by the connection that ends all others.
  await until('the run to end', async () => (await endConnections(holder)) >= 0 && end)
  await running
  assert.equal(end?.code, 'unavailable')
  assert.ok(codes <= 100)
  await holder.query('rollback')
  // A terminated connection may fail only when it is used next.
  await until('it to be done', async () => {
    const again = await run(lane, commands()).catch((error: Refusal) => error)
    return 'codes' in again && again.codes.length === 201
  })
  assert.equal((await stateOf(pool)).counters.event_sequence, 201)
})

test('connections terminated at any moment leave their pools intact', async (t) => {
  const lane = laneFor()
  const killer = await connectSeparately(pool)
  t.after(() => killer.end())
  const KILLS = 40
  let kills = 0
  const repeat = async (work: () => Promise<unknown>) => {
    while (kills < KILLS) await work().catch(() => undefined)
  }
  const kill = async () => {
    while (kills < KILLS) kills += await endConnections(killer)
  }
  const submit = (one: Command<never>) => lane.submit(one as never)
  let from = 10
  await Promise.all([
    repeat(() => {
      from += 100
      return run(
        lane,
        upTo(100, from).map((id) => put(id)),
      )
    }),
    repeat(() => submit(add(1, 0))),
    repeat(() => submit({ ...add(3, 0), ...ELSEWHERE })),
    repeat(() => pool.query('select 1')),
    kill(),
  ])
  await lane.close()
  for (const each of [pool, bulkPool]) {
    assert.deepEqual([each.idleCount, each.waitingCount], [each.totalCount, 0])
  }
})
