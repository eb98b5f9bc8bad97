// Forgets requests after thirty days by the clock on the wall.

import type { Pool } from 'pg'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { purgeRequests } from './store.ts'

const KEPT_MS = 30 * 86_400_000
const ROUND_MOST = 2_000

export function requestPurge(pool: Pool, wallNow: () => number): Sweep {
  return {
    name: 'requests.purge',
    everyMs: 60_000,
    async run() {
      const done = await purgeRequests(pool, wallNow() - KEPT_MS, ROUND_MOST)
      return { done, lagMs: 0, more: done === ROUND_MOST }
    },
  }
}
