// Makes the next days of the request log, ends parts that are full, indexes those that have ended, and drops those that ended thirty
// days ago by the clock on the wall.

import type { Pool } from 'pg'
import { isHeldUp } from '../../platform/db/pool.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { dropDays, makeDays } from './days.ts'
import { endFull, indexEnded } from './parts.ts'
import { purgeBefore } from './store.ts'
import { DAY_MS, dayOf, hasBefore } from './store-days.ts'

const KEPT_MS = 30 * DAY_MS
/** So that processes of the version before, which make none, find theirs, and a day is there long before it begins. */
const AHEAD = 2
const ROUND_MOST = 2_000

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
      const nowMs = wallNow()
      const days = Array.from({ length: 1 + AHEAD }, (_, ahead) => dayOf(nowMs) + ahead)
      const made = await unlessHeldUp(() => makeDays(pool, { days, nowMs, unlogged }))
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
      // A day goes when all of it is old: what is written in days is never deleted row by row.
      const beforeMs = dayOf(wallNow() - KEPT_MS) * DAY_MS
      const dropped = await unlessHeldUp(() => dropDays(pool, beforeMs))
      if (dropped === undefined) return { done: 0, lagMs: 0, more: false }
      const purged = (await hasBefore(pool)) ? await purgeBefore(pool, beforeMs, ROUND_MOST) : 0
      return { done: dropped + purged, lagMs: 0, more: purged === ROUND_MOST }
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
