// Creates the next days of the request log, and drops those older than thirty days in wall time.

import type { Pool } from 'pg'
import { isBlocked } from '../../platform/db/pool.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { dayOf, dropDays, makeDays } from './days.ts'

const KEPT_DAYS = 30
/** The number of days created ahead, so that each exists long before its first row. */
const AHEAD = 2

interface RequestSweepParts {
  pool: Pool
  wallNow(): number
  /** True if new days are unlogged tables. */
  unloggedRequests: boolean
}

export function requestDays({ pool, wallNow, unloggedRequests }: RequestSweepParts): Sweep {
  return {
    name: 'requests.days',
    everyMs: 60_000,
    async run() {
      const today = dayOf(wallNow())
      const days = Array.from({ length: 1 + AHEAD }, (_, ahead) => today + ahead)
      const made = await unlessBlocked(() => makeDays(pool, { days, unlogged: unloggedRequests }))
      const dropped = await unlessBlocked(() => dropDays(pool, today - KEPT_DAYS))
      return { done: Number(made ?? 0) + (dropped ?? 0), lagMs: 0, more: false }
    },
  }
}

/** Returns undefined if the work would have to wait for a lock; the next run does the rest. */
async function unlessBlocked<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isBlocked(error)) return undefined
    throw error
  }
}
