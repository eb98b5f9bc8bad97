// The arithmetic of shared windows, without a database: processes ask, use, give back, are suspended and killed.
// Together they never exceed the quota in any 60 seconds, and refuse no request while a process has a free slot.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { answerOf, type Claim } from '../../../test/rate-windows-model.ts'
import type { Share as Answer } from '../db/rate-windows.ts'
import { Limiter } from './limiter.ts'
import { answered, askFor, full, hasRoom, isFull, newShare, type Own, unanswered } from './share.ts'

const MINUTE = 60_000

/** One process: the requests it admitted, and its share of the window. */
class Process {
  readonly local = new Limiter()
  readonly share = newShare()
  readonly id: number
  readonly quota: number
  isDead = false

  constructor(id: number, quota: number) {
    this.id = id
    this.quota = quota
  }

  own(need: number, now: number): Own {
    const freeInMs = this.local.freesInMs(1, this.quota, now)
    return { key: 'w', quota: this.quota, used: this.local.count(1, now), need, freeInMs }
  }

  exchange(
    claims: Map<number, Claim>,
    need: number,
    now: number,
    isLost = false,
  ): Answer | undefined {
    const ask = askFor(this.share, this.own(need, now), now)
    const answer = answerOf(claims, this.id, ask, now)
    if (isLost) {
      unanswered(this.share)
      return undefined
    }
    answered(this.share, ask, answer, { sentAt: now, now })
    return answer
  }

  /** Returns `in` if the request was let in, `full` if all slots are known to be used, else `doubt`. */
  request(claims: Map<number, Claim>, now: number): 'in' | 'full' | 'doubt' {
    const use = () => {
      this.share.busy++
      return this.local.take(1, this.quota, now).allowed
    }
    const room = () => hasRoom(this.share, this.own(0, now), now)
    if (room()) return use() ? 'in' : 'doubt'
    if (isFull(this.share, this.quota, now)) return 'full'
    const answer = this.exchange(claims, 1, now)
    if (room()) return use() ? 'in' : 'doubt'
    if (answer?.idle !== 0) return 'doubt'
    full(this.share, this.own(1, now), now)
    return 'full'
  }
}

const step = fc.record({
  who: fc.nat(2),
  gap: fc.oneof(
    { weight: 6, arbitrary: fc.nat(400) },
    { weight: 1, arbitrary: fc.constantFrom(2_000, 20_000, MINUTE) },
  ),
  what: fc.oneof(
    { weight: 20, arbitrary: fc.constant('request') },
    { weight: 8, arbitrary: fc.constant('round') },
    { weight: 2, arbitrary: fc.constant('lost') },
    { weight: 1, arbitrary: fc.constant('killed') },
  ),
})

test('the quota is never exceeded in any minute, and no process considers a window full that is not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(step, { minLength: 50, maxLength: 400 }),
      (quota, steps) => {
        const claims = new Map<number, Claim>()
        const processes = [0, 1, 2].map((id) => new Process(id, quota))
        const letIn: number[] = []
        let lapses = 0
        let now = 1_000
        for (const { who, gap, what } of steps) {
          now += gap
          const process = processes[who] as Process
          if (process.isDead) continue
          const recent = letIn.filter((at) => at > now - MINUTE).length
          if (what === 'request') {
            const outcome = process.request(claims, now)
            if (outcome === 'in') {
              letIn.push(now)
              assert.ok(recent < quota, `${recent + 1} of ${quota}`)
            }
            // Slots lost or held by a dead process count as used, and are not visible here.
            if (outcome === 'full' && lapses === 0) assert.equal(recent, quota)
          } else {
            if (what !== 'round') lapses++
            if (what === 'killed') process.isDead = true
            else process.exchange(claims, 0, now, what === 'lost')
          }
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('unused slots are returned in the second round, or in the first if they are scarce', () => {
  for (const [quota, rounds] of [
    [100, 2],
    [12, 1],
  ] as const) {
    const claims = new Map<number, Claim>()
    const process = new Process(0, quota)
    for (let count = 0; count < 9; count++) assert.equal(process.request(claims, 1_000), 'in')
    process.exchange(claims, 0, 1_300)
    if (rounds === 2) {
      assert.equal(
        claims.get(0)?.held,
        19,
        'twice as many as were used, a tenth of the quota at most',
      )
      process.exchange(claims, 0, 1_600)
    }
    assert.deepEqual(claims.get(0), {
      held: 9,
      used: 9,
      freeAt: 61_000,
      until: 66_300 + (rounds - 1) * 300,
    })
  }
})

test('a suspended process does not use the slots that it held', () => {
  const claims = new Map<number, Claim>()
  const process = new Process(0, 100)
  for (let count = 0; count < 9; count++) process.request(claims, 1_000)
  process.exchange(claims, 0, 1_300)
  assert.ok(hasRoom(process.share, process.own(0, 3_299), 3_299))
  assert.ok(!hasRoom(process.share, process.own(0, 3_300), 3_300), 'after two seconds')
})
