// Background jobs that store when sessions were last used and delete expired sessions, links and browsers.

import type { Pool } from 'pg'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { Background } from '../background.ts'
import { purgeLinks } from '../links/store.ts'
import { IDLE_MS, type Sessions } from './session.ts'
import { purgeSessions } from './store.ts'
import { purgeChallenges } from './store-challenges.ts'
import { purgeDevices } from './store-devices.ts'

export interface SessionBackground extends Background {
  sessions: Sessions
}

export function sessionSweep(pool: Pool, sessions: Sessions, wallNow: () => number): Sweep {
  return {
    name: 'sessions.last_use',
    everyMs: 30_000,
    async run() {
      const now = wallNow()
      const seen = await sessions.flush()
      const ended = await purgeSessions(pool, now, now - IDLE_MS)
      const expired = await purgeLinks(pool, now)
      const unused = (await purgeDevices(pool, now)) + (await purgeChallenges(pool, now))
      return { done: seen + ended + expired + unused, lagMs: 0, more: false }
    },
  }
}
