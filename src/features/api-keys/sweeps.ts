// Writes down when keys were last used, twice a minute rather than on every request.

import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { Authenticator } from './actions.ts'

export function lastUseSweep(authenticator: Authenticator): Sweep {
  return {
    name: 'api_keys.last_use',
    everyMs: 30_000,
    async run() {
      return { done: await authenticator.flush(), lagMs: 0, more: false }
    },
  }
}
