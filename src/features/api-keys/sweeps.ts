// Writes down when keys were last used, every few seconds rather than on every request.

import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { Background } from '../background.ts'
import type { Authenticator } from './actions.ts'

export interface KeyBackground extends Background {
  authenticator: Authenticator
}

export function lastUseSweep(authenticator: Authenticator): Sweep {
  return {
    name: 'api_keys.last_use',
    // Soon enough for whoever tries a new key and looks whether it arrived.
    everyMs: 5_000,
    async run() {
      return { done: await authenticator.flush(), lagMs: 0, more: false }
    },
  }
}
