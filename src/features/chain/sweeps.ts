// Links what is in no link yet: rows of before there was a chain, of older processes, and of those who write past
// the lane (commands, signing in).

import type { Pool } from 'pg'
import { transaction } from '../../platform/db/pool.ts'
import type { Tx } from '../../platform/db/table.ts'
import { idOf, type KeyRing } from '../../platform/key-ring.ts'
import type { Backfill, Filled } from '../../platform/sweeps/backfill.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { isCurrent } from '../secret-keys/current.ts'
import {
  type Linking,
  linkAudit,
  linkEvents,
  listOtherwiseSigned,
  signAgain,
  UNLINKED,
} from './store.ts'

const LOOK_MS = 30_000
const ROUND_MOST = 200

export const unlinkedEvents = (linking: Linking): Backfill<number> => ({
  name: 'chain_events',
  left: 'events in no link of the chain',
  table: 'events',
  lacking: UNLINKED,
  async fill(tx: Tx, environmentId, { after = 0, most }): Promise<Filled<number>> {
    const linked = await linkEvents(tx, linking, environmentId, { after, most })
    return { found: linked.length, last: linked.at(-1) }
  },
})

export const unlinkedAudit = (linking: Linking): Backfill<undefined> => ({
  name: 'chain_audit',
  left: 'audit entries in no link of the chain',
  table: 'audit_log',
  lacking: UNLINKED,
  async fill(tx: Tx, environmentId, { most }): Promise<Filled<undefined>> {
    return { found: await linkAudit(tx, linking, environmentId, most), last: undefined }
  },
})

/** Signs heads anew that a former key signed: again and again, as `secrets.reseal` does, while there is one. */
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
