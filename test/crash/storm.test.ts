// Kills at random instants under load: nothing acknowledged is lost, nothing is done
// twice. CRASH_ROUNDS says how many rounds, CRASH_SEED which; `npm run test:crash` goes on for as long as one likes.

import test, { after } from 'node:test'
import { SUITE_SEED } from '../random.ts'
import { startStorm } from './storm.ts'
import { planStorm } from './storm-plan.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 12)

test(`${ROUNDS} kills at random instants`, { timeout: 840_000 }, async (t) => {
  const seed = Number(process.env.CRASH_SEED ?? SUITE_SEED)
  t.diagnostic(`seed ${seed}: npm run test:crash -- --rounds ${ROUNDS} --seed ${seed}`)
  const storm = await startStorm({ after })
  let kills = 0
  for (const round of planStorm(ROUNDS, seed)) kills += (await storm.live(round)).kills
  t.diagnostic(`${kills} kills: ${JSON.stringify(await storm.end())}`)
})
