// Stores when keys were last used, every few seconds rather than on every request.

import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { Background } from '../background.ts'
import type { Authenticator } from './authenticate.ts'

export interface KeyBackground extends Background {
  authenticator: Authenticator
}

export function lastUseSweep(authenticator: Authenticator): Sweep {
  return {
    name: 'api_keys.last_use',
    // Soon enough for users who try a new key and check whether it was used.
    everyMs: 5_000,
    async run() {
      return { done: await authenticator.flush(), lagMs: 0, more: false }
    },
  }
}
