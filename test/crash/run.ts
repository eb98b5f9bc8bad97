// Kills for as long as one likes: `npm run test:crash -- --rounds 1000 --seed 42`.

import { parseArgs } from 'node:util'
import { startStorm } from './storm.ts'
import { describe, planStorm } from './storm-plan.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } },
})
for (const [name, value] of Object.entries(values)) {
  if (/^\d+$/.test(String(value))) continue
  console.error(`--${name} is "${value}"; it must be a whole number.`)
  process.exit(1)
}
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const cleanups: (() => Promise<void>)[] = []
const started = performance.now()
let kills = 0
let longestMs = 0

console.log(`${rounds} rounds, seed ${seed}.`)
try {
  const storm = await startStorm({ after: (work) => void cleanups.push(work) })
  for (const [index, round] of planStorm(rounds, seed).entries()) {
    const lived = await storm.live(round)
    kills += lived.kills
    longestMs = Math.max(longestMs, lived.downMs)
    const down = `back after ${Math.round(lived.downMs)} ms`
    console.log(`${index + 1}/${rounds}  ${describe(round)}: ${down}, ${lived.deeds} writes, sound`)
  }
  const { deeds, unanswered, webhooks, mails, days } = await storm.end()
  console.log(
    `\n${kills} kills survived in ${Math.round((performance.now() - started) / 1000)} s. ` +
      `${deeds} writes were acknowledged, and all are there, once; ${unanswered} attempts were not. ` +
      `${webhooks} webhooks and ${mails} mails arrived, and the clock lived through ${days} days. ` +
      `The longest outage was ${Math.round(longestMs)} ms.`,
  )
} catch (error) {
  console.error(error)
  console.error(
    `\nBroken. To have the same kills again: npm run test:crash -- --rounds ${rounds} --seed ${seed}`,
  )
  process.exitCode = 1
} finally {
  for (const cleanup of cleanups.toReversed()) await cleanup()
}
