// What signing in brings.

import { type Feature, shared } from '../manifest.ts'
import { type SessionBackground, sessionSweep } from './sweeps.ts'

export const sessionsFeature: Feature<unknown, SessionBackground> = {
  name: 'sessions',
  tables: [
    shared('known_devices', 'of people who work with the service; hashes alone'),
    shared('sign_in_challenges', 'of people who sign in; it ends within minutes'),
  ],
  sweeps: ({ pool, sessions, wallNow }) => [sessionSweep(pool, sessions, wallNow)],
}
