// Drafts of a data folder, and the processes of a killed start that still work on them.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EmbeddedError } from './error.ts'
import type { Place } from './place.ts'
import { workersIn } from './postmaster.ts'
import { until } from './until.ts'

const PREFIX = 'postgres.draft-'
const END_MS = 10_000

/** Returns the path of the draft with this name. */
export const draftIn = (place: Place, name: string): string =>
  join(place.dataDir, `${PREFIX}${name}`)

/**
 * Removes unfinished drafts of killed starts. An initdb outlives the process that started it; it is ended
 * first, because a folder that it is still filling cannot be removed.
 */
export async function removeDrafts(place: Place): Promise<void> {
  const drafts = readdirSync(place.dataDir)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(place.dataDir, name))
  if (drafts.length === 0) return
  const isOver = () => {
    const makers = [...initdbsOn(drafts), ...drafts.filter(existsSync).flatMap(workersIn)]
    for (const pid of makers) kill(pid)
    return makers.length === 0
  }
  if (!(await until(isOver, END_MS))) {
    throw new EmbeddedError(
      `An initdb of a start that was killed is still running in ${place.dataDir} and does not end. Stop it manually.`,
    )
  }
  for (const draft of drafts) rmSync(draft, { recursive: true, force: true })
}

function initdbsOn(drafts: string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const [program = '', ...options] = commandOf(pid)
      return basename(program) === 'initdb' && options.some((option) => drafts.includes(option))
    })
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // it ended, or belongs to another user
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
