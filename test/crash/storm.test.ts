// Kills at random instants under load: nothing acknowledged is lost, nothing is done
// twice. CRASH_ROUNDS says how many rounds, CRASH_SEED which; `npm run test:crash` goes on for as long as one likes.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { SUITE_SEED } from '../random.ts'
import { startStorm } from './storm.ts'
import { planStorm, VICTIMS } from './storm-plan.ts'

/** Every victim is killed in them, and somebody while a kill is being mended. */
const ROUNDS_LEAST = 6
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? ROUNDS_LEAST)

test(`${ROUNDS} kills at random instants`, { timeout: 840_000 }, async (t) => {
  const seed = Number(process.env.CRASH_SEED ?? SUITE_SEED)
  t.diagnostic(`seed ${seed}: npm run test:crash -- --rounds ${ROUNDS} --seed ${seed}`)
  const plan = planStorm(ROUNDS, seed)
  if (ROUNDS >= ROUNDS_LEAST) {
    assert.deepEqual([...new Set(plan.map(({ kill }) => kill.victim))].sort(), [...VICTIMS].sort())
    assert.ok(plan.some(({ again }) => again))
  }
  const storm = await startStorm({ after })
  let kills = 0
  for (const round of plan) kills += (await storm.live(round)).kills
  t.diagnostic(`${kills} kills: ${JSON.stringify(await storm.end())}`)
})
