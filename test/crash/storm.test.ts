// Kills at random instants under load: nothing acknowledged is lost, nothing is done twice. CRASH_ROUNDS sets the
// number of rounds, CRASH_SEED the seed; `npm run test:crash` sets both.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { SUITE_SEED } from '../random.ts'
import { startStorm } from './storm.ts'
import { describe, planStorm, VICTIMS } from './storm-plan.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1)
const seed = Number(process.env.CRASH_SEED ?? SUITE_SEED)
const ROUND_MS_MOST = 120_000
/** From this many rounds on, each victim is killed at least once, and one kill hits a recovery. */
const ROUNDS_OF_ALL_KINDS = 6

test(`nothing acknowledged is lost by ${ROUNDS} kills at random instants`, {
  timeout: (ROUNDS + 2) * ROUND_MS_MOST,
}, async (t) => {
  console.log(`CRASH_ROUNDS=${ROUNDS} CRASH_SEED=${seed} repeats these kills.`)
  const plan = planStorm(ROUNDS, seed)
  const storm = await startStorm({ after })
  let kills = 0
  let longestMs = 0
  for (const [index, round] of plan.entries()) {
    const lived = await storm.live(round)
    kills += lived.kills
    longestMs = Math.max(longestMs, lived.downMs)
    const down = `ready after ${Math.round(lived.downMs)} ms`
    console.log(`${index + 1}/${ROUNDS}  ${describe(round)}: ${down}, ${lived.deeds} writes, sound`)
  }
  const ended = JSON.stringify(await storm.end())
  t.diagnostic(`${kills} kills, the longest outage ${Math.round(longestMs)} ms: ${ended}`)
})

test('six rounds kill each victim, and one during a recovery, whatever the seed', () => {
  for (const each of [seed, seed + 1, seed + 2]) {
    const plan = planStorm(ROUNDS_OF_ALL_KINDS, each)
    const victims = plan.map(({ kill }) => kill.victim)
    assert.deepEqual([...new Set(victims)].sort(), [...VICTIMS].sort())
    assert.ok(plan.some(({ again }) => again))
  }
})
