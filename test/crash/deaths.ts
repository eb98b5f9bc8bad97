// Chooses which deaths of a list a run tries: some of them in the gate, all of them in a campaign.
//
// DEATHS=every tries all of them. Without it, the day of the last commit decides, so that successive days
// try different ones; DEATHS=<number> repeats the choice that a run has printed.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

const DAY_SECONDS = 86_400
const chosen = process.env.DEATHS ?? String(dayOfCommit())
assert.match(chosen, /^(every|\d+)$/, 'DEATHS must be "every" or a whole number')

/** True in a campaign, which leaves nothing out. */
export const EVERY = chosen === 'every'
if (!EVERY) console.log(`DEATHS=${chosen} repeats this choice of deaths; DEATHS=every tries all.`)

/** One in `parts` of the list, in its order; all of it in a campaign. */
export function partOf<T>(list: readonly T[], parts: number): T[] {
  return EVERY ? [...list] : list.filter((_, index) => index % parts === Number(chosen) % parts)
}

/** Days since 1970; 0 without a repository. */
function dayOfCommit(): number {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return Math.trunc(Number(stdout ?? 0) / DAY_SECONDS)
}
