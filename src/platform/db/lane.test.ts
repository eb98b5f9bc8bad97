// The lane: commands that arrive while a batch is in flight form the next one, in order, and no accepted
// command is lost.

import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import { openDatabase } from '../../../test/database.ts'
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
import type { Refusal } from '../refusal.ts'
import type { Command } from './action.ts'
import { createHeads } from './chain-heads.ts'
import { Lane, type LaneOptions } from './lane.ts'

const { pool } = await openDatabase({ after: test.after }, { lockTimeoutMs: 5_000 })
await makeThings(pool)
const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))
const context = { pool, tables: [boxes, things], environments, wallNow: () => Date.now() }

/** A lane, and the size of each batch it has sent. */
function makeLane(options: LaneOptions = {}) {
  const sizes: number[] = []
  const lane = new Lane(context, { ...options, onBatch: (size) => void sizes.push(size) })
  return { lane, sizes }
}

const refused = (code: string) => (error: Refusal) => {
  assert.equal(error.code, code)
  return true
}

beforeEach(async () => {
  await pool.query(
    `truncate things, events, idempotency_keys;
     insert into things values (1, 1, 1, 0);
     update environment_counters set event_sequence = 0, products_count = 0`,
  )
})

/** Locks thing 1 until the returned function is called, so that the batch in flight stays there. */
async function hold(): Promise<() => Promise<void>> {
  const other = await pool.connect()
  await other.query('begin')
  await other.query('select 1 from things where id = 1 for update')
  return async () => {
    await other.query('commit')
    other.release()
  }
}

test('commands of one event loop turn form a batch, and later ones the next batch, in order', async () => {
  const { lane, sizes } = makeLane({ batchSize: 4, inFlight: 1 })
  const ids = Array.from({ length: 10 }, (_, index) => index + 10)
  await Promise.all(ids.map((id) => lane.submit(command(putThing, { id, value: 1 }))))
  assert.deepEqual(sizes, [4, 4, 2])
  assert.deepEqual(
    (await stateOf(pool)).events,
    ids.map((id, index) => `${index + 1} thing.put thing_${id}`),
  )
})

test('a single command runs at once', async () => {
  const { lane, sizes } = makeLane()
  await lane.submit(command(putThing, { id: 2, value: 1 }))
  await lane.submit(command(putThing, { id: 3, value: 1 }))
  assert.deepEqual(sizes, [1, 1])
})

test('commands that arrive while a batch is in flight form one batch', async () => {
  const { lane, sizes } = makeLane({ inFlight: 1 })
  const letGo = await hold()
  const first = lane.submit(command(addToThing, { id: 1, amount: 1 }))
  await until('the first batch to be in flight', () => lane.waiting === 0)
  const rest = [2, 3, 4].map((id) => lane.submit(command(putThing, { id, value: 1 })))
  assert.equal(lane.waiting, 3)
  await letGo()
  await Promise.all([first, ...rest])
  assert.deepEqual(sizes, [1, 3])
})

test('members of a batch see the changes of earlier members', async () => {
  const { lane, sizes } = makeLane({ inFlight: 1 })
  const answers = await Promise.all([
    lane.submit(command(addToThing, { id: 1, amount: 5 })),
    lane.submit(command(addToThing, { id: 1, amount: -5 })),
    lane.submit(command(addToThing, { id: 1, amount: 3 })),
  ])
  assert.deepEqual(sizes, [3])
  const values = answers.map(({ answer }) => JSON.parse(answer.json).value)
  assert.deepEqual(values, [5, 0, 3])
})

test('commands that ask for facts are batched with the others', async () => {
  const { lane, sizes } = makeLane({ inFlight: 1 })
  const reading = addAfter((tx) => tx.query('select value from things where id = 1'))
  await Promise.all([
    lane.submit(command(addToThing, { id: 1, amount: 1 })),
    lane.submit(command(addToThing, { id: 1, amount: 1 })),
    lane.submit(command(reading, { id: 1, amount: 1 })),
    lane.submit(command(reading, { id: 1, amount: 1 })),
    lane.submit(command(addToThing, { id: 1, amount: 1 })),
  ])
  assert.deepEqual(sizes, [5])
})

test('a full queue refuses with 503 and Retry-After, and accepted commands run', async () => {
  // An environment can have at most as many commands waiting as places are free: two of four.
  const { lane } = makeLane({ inFlight: 1, queueSize: 4 })
  const letGo = await hold()
  const first = lane.submit(command(addToThing, { id: 1, amount: 1 }))
  await until('the first batch to be in flight', () => lane.waiting === 0)
  const taken = [2, 3].map((id) => lane.submit(command(putThing, { id, value: 1 })))
  await assert.rejects(lane.submit(command(putThing, { id: 4, value: 1 })), (error: Refusal) => {
    assert.deepEqual([error.code, error.headers], ['unavailable', { 'retry-after': '1' }])
    return true
  })
  const other = lane.submit({ ...command(putThing, { id: 5, value: 1 }), environment_id: 2 })
  await letGo()
  await Promise.all([first, ...taken, other])
  assert.deepEqual((await stateOf(pool)).values, { 1: 1, 2: 1, 3: 1, 5: 1 })
})

test('closing runs all accepted commands, and accepts no more', async () => {
  const { lane } = makeLane({ inFlight: 1, batchSize: 2 })
  const letGo = await hold()
  const accepted = [
    lane.submit(command(addToThing, { id: 1, amount: 1 })),
    ...[2, 3, 4, 5].map((id) => lane.submit(command(putThing, { id, value: 1 }))),
  ]
  let closed = false
  const closing = lane.close().then(() => {
    closed = true
  })
  await assert.rejects(lane.submit(command(putThing, { id: 6, value: 1 })), refused('unavailable'))
  assert.equal(closed, false)
  await letGo()
  await closing
  assert.deepEqual((await stateOf(pool)).values, { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 })
  await Promise.all(accepted)
  await lane.close()
})

test('an idle lane closes at once', () => makeLane().lane.close())

test('of calls with the same key the first runs and the others get its response', async () => {
  const { lane } = makeLane()
  const calls = Array.from({ length: 50 }, () =>
    lane.submit(command(addToThing, { id: 1, amount: 1 }, 'once')),
  )
  const answers = await Promise.all(calls)
  assert.equal(new Set(answers.map(({ answer }) => answer.json)).size, 1)
  assert.deepEqual(
    answers.map(({ replayed }) => replayed),
    [false, ...Array<boolean>(49).fill(true)],
  )
  assert.deepEqual((await stateOf(pool)).values, { 1: 1 })
})

test('a call whose key another one has just released runs on its own', async () => {
  const { lane } = makeLane()
  // These three are refused, one after another, because the thing does not exist yet.
  const add = () => lane.submit(command(addToThing, { id: 8, amount: 1 }, 'key'))
  const early = await Promise.allSettled([add(), add(), add()])
  assert.deepEqual(
    early.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  await lane.submit(command(putThing, { id: 8, value: 1 }))
  assert.equal((await add()).replayed, false)
  assert.deepEqual((await stateOf(pool)).values, { 1: 0, 8: 2 })
})

test('of different requests with one key at the same moment, one runs and the others are refused', async () => {
  const { lane } = makeLane()
  const calls = [1, 2, 3].map((amount) => lane.submit(command(addToThing, { id: 1, amount }, 'k')))
  const [first, ...others] = await Promise.allSettled(calls)
  assert.equal(first?.status, 'fulfilled')
  for (const other of others) {
    assert.ok(other.status === 'rejected')
    refused('idempotency_key_reused')(other.reason)
  }
  assert.deepEqual((await stateOf(pool)).values, { 1: 1 })
})

/** Fills the lane, holds the batch in flight, and returns what the following batches contain. */
async function batchesOf(commands: Command[], options: LaneOptions = {}): Promise<string[]> {
  const { lane, sizes } = makeLane({ inFlight: 1, ...options })
  const letGo = await hold()
  const first = lane.submit(command(addToThing, { id: 1, amount: 1 }))
  await until('the first batch to be in flight', () => lane.waiting === 0)
  const order: string[] = []
  const others = commands.map((each) =>
    lane.submit(each).then(() => {
      const name = each.background ? 'background' : `${each.environment_id}`
      order.push(`${sizes.length - 1}: ${name}`)
    }),
  )
  await letGo()
  await Promise.all([first, ...others])
  return order
}

const put = (id: number, more: Partial<Command> = {}) => ({
  ...(command(putThing, { id, value: 1 }) as unknown as Command),
  ...more,
})

test('environments take turns: a command behind many of another environment waits for one batch', async () => {
  const many = Array.from({ length: 9 }, (_, n) => put(n + 10))
  const order = await batchesOf([...many, put(50, { environment_id: 2 })], { batchSize: 4 })
  assert.deepEqual(order.slice(0, 4).toSorted(), ['1: 1', '1: 1', '1: 1', '1: 2'])
})

const BIG = { bytes: 500_000 }

test('big commands go in batches of half a megabyte, in turn with small ones', async () => {
  const big = Array.from({ length: 4 }, (_, n) => put(n + 10, BIG))
  const order = await batchesOf([...big, put(50, { environment_id: 2 })])
  assert.deepEqual(order, ['1: 1', '2: 2', '3: 1', '4: 1', '5: 1'])
})

test('small batches run while a big one is in flight, and no other big one starts', async () => {
  const { lane } = makeLane()
  const letGo = await hold()
  const big = { ...command(addToThing, { id: 1, amount: 1 }), ...BIG }
  const first = lane.submit(big)
  await until('the first batch to be in flight', () => lane.waiting === 0)
  const second = lane.submit(put(10, BIG))
  const small = lane.submit(put(50, { environment_id: 2 }))
  const waiting = await small.then(() => lane.waiting)
  await letGo()
  assert.equal(waiting, 1)
  await Promise.all([first, second])
})

test('background commands come last and a few at a time, but are not starved', async () => {
  const background = Array.from({ length: 40 }, (_, n) => put(n + 100, { background: true }))
  const requests = Array.from({ length: 20 }, (_, n) => put(n + 10))
  const order = await batchesOf([...background, ...requests], { batchSize: 4 })
  const firstOf = (name: string) => order.findIndex((each) => each.endsWith(name))
  assert.ok(firstOf('background') > firstOf(' 1'))
  assert.ok(firstOf('background') < order.findLastIndex((each) => each.endsWith(' 1')))
  const alone = await batchesOf(
    Array.from({ length: 40 }, (_, n) => put(n + 200, { background: true })),
  )
  const sizes = Object.values(Object.groupBy(alone, (each) => each)).map((each) => each?.length)
  assert.deepEqual(sizes, [16, 16, 8])
})

test('an environment with too many waiting commands is refused, and no other', async () => {
  const { lane } = makeLane({ inFlight: 1, queueEach: 2 })
  const letGo = await hold()
  const first = lane.submit(command(addToThing, { id: 1, amount: 1 }))
  await until('the first batch to be in flight', () => lane.waiting === 0)
  const waiting = [put(10), put(11), put(12, { environment_id: 2 })].map((each) =>
    lane.submit(each),
  )
  await assert.rejects(lane.submit(put(13)), refused('unavailable'))
  await letGo()
  await Promise.all([first, ...waiting])
})
