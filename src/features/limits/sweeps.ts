// Deletes expired counters: windows of requests, and failed attempts.

import type { Pool } from 'pg'
import { purgeWindows } from '../../platform/db/rate-windows.ts'
import { purgeAttempts } from '../../platform/db/throttled-attempts.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'

const ROUND_MOST = 5_000

export function purgeSweep(pool: Pool): Sweep {
  return {
    name: 'limits.purge',
    everyMs: 60_000,
    async run() {
      const windows = await purgeWindows(pool, ROUND_MOST)
      const attempts = await purgeAttempts(pool, ROUND_MOST)
      const more = Math.max(windows, attempts) === ROUND_MOST
      return { done: windows + attempts, lagMs: 0, more }
    },
  }
}
