// The manifest of the sessions feature.

import { sql } from '../../platform/db/sql.ts'
import { type Feature, shared } from '../manifest.ts'
import { type SessionBackground, sessionSweep } from './sweeps.ts'

export const sessionsFeature: Feature<unknown, SessionBackground> = {
  name: 'sessions',
  tables: [
    shared('known_devices', 'data of users; hashes only'),
    shared('sign_in_challenges', 'data of users, deleted within minutes'),
  ],
  hashed: [
    {
      table: 'sessions',
      label: 'sessions',
      open: (at) => sql`expires_at > ${at}::timestamptz`,
      used: 'last_seen_at',
    },
    {
      table: 'known_devices',
      label: 'known browsers',
      open: (at) => sql`expires_at > ${at}::timestamptz`,
      used: 'last_used_at',
    },
  ],
  sweeps: ({ pool, sessions, wallNow }) => [sessionSweep(pool, sessions, wallNow)],
}
