// Deletes idempotency keys after thirty days of wall time.

import type { Pool } from 'pg'
import { purgeKeys } from '../db/claims.ts'
import type { Sweep } from './sweeps.ts'

const KEPT_MS = 30 * 86_400_000
const ROUND_MOST = 5_000

export function purgeSweep(pool: Pool, wallNow: () => number): Sweep {
  return {
    name: 'idempotency_keys.purge',
    everyMs: 60_000,
    async run() {
      const done = await purgeKeys(pool, wallNow() - KEPT_MS, ROUND_MOST)
      return { done, lagMs: 0, more: done === ROUND_MOST }
    },
  }
}
