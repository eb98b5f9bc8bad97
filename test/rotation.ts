// Chooses which part of a list a run tries: one part a day in the gate, all of it in a campaign.
//
// "every" in the variable tries all. By default the day of the last commit chooses, so that successive days try
// different parts; a number repeats the choice that a run has printed.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

const DAY_SECONDS = 86_400

interface Rotation {
  /** True in a campaign, which skips nothing. */
  isEvery: boolean
  /** Selects the part; 0 in a campaign. */
  turn: number
  /** One in `parts` of the list, in order; all of it in a campaign. */
  partOf<T>(list: readonly T[], parts: number): T[]
}

/** Reads the choice from an environment variable. */
export function rotationBy(variable: string): Rotation {
  const chosen = process.env[variable] ?? String(dayOfCommit())
  assert.match(chosen, /^(every|\d+)$/, `${variable} must be "every" or a whole number`)
  const isEvery = chosen === 'every'
  const turn = isEvery ? 0 : Number(chosen)
  if (!isEvery)
    console.log(`${variable}=${chosen} repeats this choice; ${variable}=every tries all.`)
  return {
    isEvery,
    turn,
    partOf: (list, parts) =>
      isEvery ? [...list] : list.filter((_, index) => index % parts === turn % parts),
  }
}

/** Days since 1970; 0 without a repository. */
function dayOfCommit(): number {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return Math.trunc(Number(stdout ?? 0) / DAY_SECONDS)
}
