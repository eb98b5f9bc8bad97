// The limiter of several processes on a real database, with a clock that the test moves: sliding windows, processes
// that join and leave, and an unreachable database.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openDatabase, openPatientPool } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { answerOf, type Claim } from '../../../test/rate-windows-model.ts'
import { type Ask, exchange } from '../db/rate-windows.ts'
import { createPresence } from '../processes.ts'
import type { Grant } from './limiter.ts'
import { Peers } from './peers.ts'
import { SharedLimiter } from './shared-limiter.ts'

const MINUTE = 60_000
const { url, pool } = await openDatabase({ after })

/** The limiter and peers of one process. It leaves in an orderly way, unless it is killed. */
async function startOne() {
  const id = randomUUID()
  const own = { id, role: 'serve' as const, version: '1', host: 'here', settings: {} }
  const presence = createPresence(pool, own, Date.now)
  const limits = openPatientPool({ connectionString: url }, { size: 2, statementTimeoutMs: 1_000 })
  let aheadMs = 0
  const ticksNow = () => performance.now() + aheadMs
  const peers = new Peers({ pool: limits, id, beat: () => presence.beat(), ticksNow })
  const limiter = new SharedLimiter({ pool: limits, peers, name: 'requests', ticksNow })
  await peers.start()
  let isEnded = false
  const end = async (orderly: boolean) => {
    if (isEnded) return
    isEnded = true
    if (orderly) {
      await peers.close()
      await presence.leave()
    }
    await limits.end()
  }
  after(() => end(true))
  return {
    end,
    limits,
    modeAt: () => peers.modeAt(ticksNow()),
    move: (ms: number) => {
      aheadMs += ms
    },
    take: async (key: string, quota: number): Promise<Grant> =>
      limiter.take(key, quota, ticksNow()),
    async takeMany(count: number, key: string, quota: number): Promise<number> {
      const taken = Array.from({ length: count }, () => limiter.take(key, quota, ticksNow()))
      return (await Promise.all(taken)).filter(({ allowed }) => allowed).length
    },
    countNow: async (key: string) => limiter.countNow(key, ticksNow()),
  }
}

test('the SQL statement agrees with the arithmetic', async () => {
  const ask = fc.record({
    who: fc.nat(2),
    used: fc.nat(12),
    kept: fc.nat(3),
    need: fc.nat(8),
    ahead: fc.nat(12),
    freeInMs: fc.option(fc.integer({ min: 1_000, max: MINUTE })),
  })
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  let windows = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(40), fc.array(ask, { maxLength: 8 }), async (quota, asks) => {
      const key = `model ${++windows}`
      const claims = new Map<number, Claim>()
      for (const { who, ...rest } of asks) {
        const ask: Ask = { key, quota, ...rest }
        const reply = (await exchange(pool, ids[who] as string, [ask])).get(key)
        const { freeInMs, ...expected } = answerOf(claims, who, ask, 0)
        const { freeInMs: found, ...given } = reply as NonNullable<typeof reply>
        assert.deepEqual(given, expected)
        // The database's clock has moved on meanwhile.
        assert.equal(found === null, freeInMs === null)
        assert.ok(
          found === null || (found <= Number(freeInMs) && found > Number(freeInMs) - 10_000),
        )
      }
    }),
    { numRuns: 60 },
  )
})

test('windows slide for all processes, whichever admitted the requests', async () => {
  const [one, two] = [await startOne(), await startOne()]
  await until('both to share', () => [one, two].every((each) => each.modeAt() === 'sharing'))
  const both = [one, two]
  assert.equal(await one.takeMany(6, 'slide', 10), 6)
  for (const each of both) each.move(20_000)
  assert.equal(await two.takeMany(9, 'slide', 10), 4)
  const refused = await one.take('slide', 10)
  assert.equal(refused.allowed, false)
  assert.ok(refused.resetSeconds <= 40 && refused.resetSeconds > 20, `${refused.resetSeconds} s`)
  assert.equal(await one.countNow('slide'), 10)
  // The requests of the first process have left the window; those of the second have not.
  for (const each of both) each.move(40_000)
  await until('the first to say so', async () => (await two.countNow('slide')) === 4)
  assert.equal(await two.takeMany(9, 'slide', 10), 6)
  const lastOf = await one.take('slide', 10)
  assert.equal(lastOf.allowed, false)
  for (const each of both) each.move(20_000)
  await until('the second to say so', async () => (await one.countNow('slide')) === 6)
  assert.equal(await one.takeMany(9, 'slide', 10), 4)
  // After an orderly exit, its requests still count, and all other slots are free.
  await one.end(true)
  assert.equal(await two.takeMany(3, 'slide', 10), 0)
  assert.equal(two.modeAt(), 'sharing', 'what the other let in counts, so it is not alone yet')
  await two.end(true)
  await pool.query('truncate rate_windows')
})

test('a single process asks no other, and detects a second one quickly', async () => {
  const one = await startOne()
  assert.equal(one.modeAt(), 'alone')
  assert.equal(await one.takeMany(20, 'company', 10), 10)
  const { rows } = await pool.query("select 1 from rate_windows where key like 'requests %'")
  assert.equal(rows.length, 0)
  const two = await startOne()
  assert.equal(await two.takeMany(5, 'company', 10), 0, 'what the first let in counts')
  assert.equal(await two.takeMany(5, 'other', 10), 5)
  assert.equal(await one.takeMany(9, 'other', 10), 5)
  await one.end(true)
  await two.end(true)
  await pool.query('truncate rate_windows')
})

test('if the database does not respond, each process admits its share without waiting long', async () => {
  const [one, two] = [await startOne(), await startOne()]
  await until('both to share', () => [one, two].every((each) => each.modeAt() === 'sharing'))
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table rate_windows in access exclusive mode')
  try {
    const began = performance.now()
    const parts = await Promise.all([one.takeMany(9, 'away', 10), two.takeMany(9, 'away', 10)])
    assert.deepEqual(parts, [5, 5])
    assert.ok(performance.now() - began < 10_000)
    // From then on without waiting.
    const again = one.take('away', 10)
    const outcome = await Promise.race([again, new Promise((resolve) => setImmediate(resolve))])
    assert.equal((outcome as Grant | undefined)?.allowed, false)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await until('the database to be asked again', async () => {
    await one.take('back', 10)
    return (await two.countNow('back')) > 0
  })
  assert.equal((await two.take('away', 10)).allowed, false, 'what was let in meanwhile is known')
})
