// Re-signs chain heads of a former key with the current key, in environments without new writes.

import type { Pool } from 'pg'
import { transaction } from '../../platform/db/pool.ts'
import { idOf, type KeyRing } from '../../platform/key-ring.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { type Linking, listOtherwiseSigned, signAgain } from '../chain/store.ts'
import { isCurrent } from './current.ts'

const LOOK_MS = 30_000
const ROUND_MOST = 200

/** Re-signs heads of a former key, repeatedly while any is left, as `secrets.reseal` does. */
export function signSweep({
  pool,
  keys,
  environments,
}: Pick<Linking, 'environments'> & { pool: Pool; keys: KeyRing }): Sweep {
  let after = 0
  return {
    name: 'chain.sign',
    everyMs: LOOK_MS,
    async run() {
      if (keys.all.length === 1 || !(await isCurrent(pool, keys))) {
        return { done: 0, lagMs: 0, more: false }
      }
      const ids = await listOtherwiseSigned(pool, idOf(keys.first), { after, most: ROUND_MOST })
      const done = await transaction(pool, (tx) => signAgain(tx, { environments }, ids))
      const more = ids.length === ROUND_MOST
      after = more ? (ids.at(-1) ?? 0) : 0
      return { done, lagMs: 0, more }
    },
  }
}
