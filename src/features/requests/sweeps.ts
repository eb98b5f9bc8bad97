// Makes the next days of the request log, ends parts that are full, indexes those that have ended, and drops those that ended thirty
// days ago by the clock on the wall.

import type { Pool } from 'pg'
import { isHeldUp } from '../../platform/db/pool.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { dropDays, makeDays } from './days.ts'
import { endFull, indexEnded } from './parts.ts'
import { DAY_MS, dayOf } from './store-days.ts'

const KEPT_MS = 30 * DAY_MS
/** Days created ahead, so that each exists long before its first row. */
const AHEAD = 2

interface RequestSweepParts {
  pool: Pool
  wallNow(): number
  /** Whether new days are kept out of the write-ahead log. */
  unloggedRequests: boolean
}

export const requestSweeps = (parts: RequestSweepParts): Sweep[] => [
  requestDays(parts),
  requestParts(parts),
  requestPurge(parts),
]

export function requestDays({
  pool,
  wallNow,
  unloggedRequests: unlogged,
}: RequestSweepParts): Sweep {
  return {
    name: 'requests.days',
    everyMs: 60_000,
    async run() {
      const today = dayOf(wallNow())
      const days = Array.from({ length: 1 + AHEAD }, (_, ahead) => today + ahead)
      const made = await unlessHeldUp(() => makeDays(pool, { days, unlogged }))
      return { done: Number(made ?? 0), lagMs: 0, more: false }
    },
  }
}

export function requestParts({
  pool,
  wallNow,
  unloggedRequests: unlogged,
}: RequestSweepParts): Sweep {
  return {
    name: 'requests.parts',
    everyMs: 60_000,
    async run() {
      const nowMs = wallNow()
      const ended = await unlessHeldUp(() => endFull(pool, { nowMs, unlogged }))
      const indexed = await unlessHeldUp(() => indexEnded(pool, nowMs))
      return { done: Number(ended ?? 0) + Number(indexed ?? 0), lagMs: 0, more: indexed ?? false }
    },
  }
}

export function requestPurge({
  pool,
  wallNow,
}: Pick<RequestSweepParts, 'pool' | 'wallNow'>): Sweep {
  return {
    name: 'requests.purge',
    everyMs: 60_000,
    async run() {
      // A partition is dropped when all of it is old; no row is deleted by itself.
      const beforeMs = dayOf(wallNow() - KEPT_MS) * DAY_MS
      const dropped = await unlessHeldUp(() => dropDays(pool, beforeMs))
      return { done: dropped ?? 0, lagMs: 0, more: false }
    },
  }
}

/** Whoever reads or writes goes first: what had to give way is done by the next look. */
async function unlessHeldUp<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isHeldUp(error)) return undefined
    throw error
  }
}
