// A row that is locked for long delays only commands that need it: no other batch or queue, and not for long.

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
import type { Refusal } from '../refusal.ts'
import type { Command } from './action.ts'
import { createHeads } from './chain-heads.ts'
import { Lane, type LaneOptions } from './lane.ts'
import { describeLockHolder } from './lock-holders.ts'
import { openPool } from './pool.ts'

const database = await createDatabase()
const connection = { connectionString: database.url }
const pool = openPool(connection, { size: 8, lockTimeoutMs: 50 })
test.after(async () => {
  await pool.end()
  await database.drop()
})
await makeThings(pool)
const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))
const context = { pool, tables: [boxes, things], environments, wallNow: () => Date.now() }

beforeEach(async () => {
  await pool.query(
    `truncate things, boxes, events, idempotency_keys;
     insert into boxes values (1, 1), (1, 2), (2, 1);
     insert into things values (1, 1, 1, 0), (1, 2, 2, 0), (2, 3, 1, 0);
     update environment_counters set event_sequence = 0, products_count = 0`,
  )
})

/** A lane, and the environments it found parked. */
function makeLane(options: LaneOptions = {}) {
  const parked: number[] = []
  const onParked = (id: number) => void parked.push(id)
  return { lane: new Lane(context, { ...options, onParked }), held: parked }
}

/** Locks a row until the returned function is called. */
async function hold(row: string): Promise<() => Promise<void>> {
  const other = await pool.connect()
  await other.query(`begin; select 1 from ${row} for update`)
  return async () => {
    await other.query('commit')
    other.release()
  }
}

const add = (id: number, more: Partial<Command> = {}) => ({
  ...(command(addToThing, { id, amount: 1 }) as unknown as Command),
  ...more,
})
const ELSEWHERE = { environment_id: 2 }

const busy = (error: Refusal) => {
  assert.deepEqual([error.code, error.headers], ['unavailable', { 'retry-after': '1' }])
  return true
}

for (const [what, row] of [
  ['a row that it names', 'things where environment_id = 1 and id = 1'],
  ['a row that owns it', 'boxes where environment_id = 1 and id = 1'],
  ['its counter row', 'environment_counters where environment_id = 1'],
] as const) {
  test(`a command held by ${what} runs once it is released, and others run meanwhile`, async () => {
    const { lane, held: parked } = makeLane()
    const letGo = await hold(row)
    let isDone = false
    const first = lane.submit(add(1)).then(() => {
      isDone = true
    })
    await Promise.all([lane.submit(add(3, ELSEWHERE)), lane.submit(add(3, ELSEWHERE))])
    // The repeated tries of the parked command and the other commands must not block each other.
    for (let count = 0; count < 10; count++) await lane.submit(add(3, ELSEWHERE))
    assert.deepEqual([isDone, parked, lane.parked], [false, [1], 1])
    await letGo()
    await first
    await lane.submit(add(1))
    assert.equal(lane.parked, 0)
    assert.deepEqual((await stateOf(pool)).values, { 1: 2, 2: 0, 3: 12 })
  })
}

test('in an environment with a locked row, commands that do not need it continue', async () => {
  const { lane } = makeLane()
  const letGo = await hold('things where environment_id = 1 and id = 1')
  const first = lane.submit(add(1))
  for (let count = 0; count < 5; count++) await lane.submit(add(2))
  assert.equal(lane.parked, 1)
  await letGo()
  await first
  assert.deepEqual((await stateOf(pool)).values, { 1: 1, 2: 5, 3: 0 })
})

test('a command held for two seconds gets a 503, and its key is free again', async () => {
  const { lane } = makeLane()
  const letGo = await hold('environment_counters where environment_id = 1')
  const keyed = () => lane.submit(command(addToThing, { id: 1, amount: 1 }, 'key'))
  await assert.rejects(keyed(), busy)
  assert.deepEqual((await stateOf(pool)).keys, [])
  await letGo()
  assert.equal((await keyed()).replayed, false)
  assert.deepEqual((await stateOf(pool)).values, { 1: 1, 2: 0, 3: 0 })
})

test('parked commands wait in a separate queue, a tenth of the whole, and the rest get a 503 at once', async () => {
  const { lane } = makeLane({ queueSize: 30 })
  const letGo = await hold('environment_counters where environment_id = 1')
  const calls = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => lane.submit(add(1))),
    lane.submit(add(3, ELSEWHERE)).finally(letGo),
  ])
  const fates = calls.map(({ status }) => status)
  assert.deepEqual(fates, [
    ...Array<string>(3).fill('fulfilled'),
    ...Array<string>(7).fill('rejected'),
    'fulfilled',
  ])
  assert.deepEqual((await stateOf(pool)).values, { 1: 3, 2: 0, 3: 1 })
})

test('processes that write one environment continuously do not starve each other', async () => {
  const lanes = [makeLane().lane, makeLane().lane, makeLane().lane]
  const letGo = await hold('environment_counters where environment_id = 1')
  const calls = lanes.flatMap((lane) => Array.from({ length: 100 }, () => lane.submit(add(1))))
  // Every lane has found it parked by now, and keeps trying.
  await lanes[0]?.submit(add(3, ELSEWHERE))
  await letGo()
  // The database limits the value to 100; the other commands fail one by one.
  const ended = await Promise.allSettled(calls)
  const done = ended.filter(({ status }) => status === 'fulfilled').length
  assert.equal(done, 100)
  assert.deepEqual((await stateOf(pool)).values, { 1: 100, 2: 0, 3: 1 })
})

test('closing waits for parked commands, which end', async () => {
  const { lane } = makeLane()
  const letGo = await hold('things where environment_id = 1 and id = 1')
  const first = lane.submit(add(1))
  await lane.submit(add(2))
  const closed = lane.close()
  await letGo()
  await closed
  await first
  assert.deepEqual((await stateOf(pool)).values, { 1: 1, 2: 1, 3: 0 })
})

test('a missing thing is reported as missing while another one is held', async () => {
  const { lane } = makeLane()
  const letGo = await hold('things where environment_id = 1 and id = 1')
  const first = lane.submit(add(1))
  await lane.submit(add(2))
  await assert.rejects(lane.submit(add(9)), (error: Refusal) => error.code === 'resource_missing')
  await lane.submit(command(putThing, { id: 4, value: 1 }))
  await letGo()
  await first
})

test('a command that repeats a key in use by another process waits separately and delays no other', async () => {
  const sizes: number[] = []
  const lane = new Lane(context, { onBatch: (size) => void sizes.push(size) })
  const other = await pool.connect()
  await other.query(
    `begin; insert into idempotency_keys (environment_id, key, fingerprint, status, created_at)
     values (1, 'elsewhere', '', 201, now())`,
  )
  const keyed = command(addToThing, { id: 1, amount: 1 }, 'elsewhere') as unknown as Command
  const unrelated = { ...add(3), ...ELSEWHERE }
  const both = () => Promise.allSettled([lane.submit(keyed), lane.submit(unrelated)])
  for (const expected of [[2], [1, 1], [1, 1]]) {
    sizes.length = 0
    const [repeated, done] = await both()
    assert.equal(repeated.status === 'rejected' && repeated.reason.code, 'idempotency_key_in_use')
    assert.equal(done.status, 'fulfilled')
    assert.deepEqual(sizes, expected)
  }
  await other.query('rollback')
  other.release()
  assert.equal((await lane.submit(keyed)).replayed, false)
  assert.equal((await lane.submit(keyed)).replayed, true)
  await lane.close()
})

test('the process or session that locks rows is named, with what to do', async () => {
  const parked = (said: RegExp) =>
    until(String(said), async () => said.test(await describeLockHolder(pool)), 10_000)
  const own = await hold('environment_counters where environment_id = 1')
  try {
    // Sessions of earlier tests can take a moment to end.
    await parked(/^This process holds them/)
    for (const [application, said] of [
      ['psql', /^Session \d+ of PostgreSQL holds them \(psql on .*\)\. End its transaction/],
      [
        'reckoner 4711 demo',
        /^Process 4711 on .* holds them \(.*reckoner.* demo\)\. Wait until it commits/,
      ],
    ] as const) {
      const other = await pool.connect()
      try {
        await other.query(`set application_name = '${application}'`)
        await other.query('begin; select 1 from boxes where environment_id = 2 for update')
        await parked(said)
      } finally {
        other.release(true)
      }
    }
  } finally {
    await own()
  }
})
