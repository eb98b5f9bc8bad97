// Writes down when sessions were last used, and forgets sessions and links that are over.

import type { Pool } from 'pg'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { purgeLinks } from '../links/store.ts'
import { IDLE_MS, type Sessions } from './actions.ts'
import { purgeSessions } from './store.ts'

export function sessionSweep(pool: Pool, sessions: Sessions, wallNow: () => number): Sweep {
  return {
    name: 'sessions.last_use',
    everyMs: 30_000,
    async run() {
      const now = wallNow()
      const seen = await sessions.flush()
      const ended = await purgeSessions(pool, now, now - IDLE_MS)
      const expired = await purgeLinks(pool, now)
      return { done: seen + ended + expired, lagMs: 0, more: false }
    },
  }
}
