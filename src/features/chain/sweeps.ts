// Links unlinked rows: those from before the chain existed, from older processes, and from writes outside the lane
// (commands, sign-in).

import type { Tx } from '../../platform/db/table.ts'
import type { Backfill, Filled } from '../../platform/sweeps/backfill.ts'
import { type Linking, linkAudit, linkEvents, UNLINKED } from './store.ts'

export const unlinkedEvents = (linking: Linking): Backfill<number> => ({
  name: 'chain_events',
  left: 'events without a link in the chain',
  table: 'events',
  lacking: UNLINKED,
  async fill(tx: Tx, environmentId, { after = 0, most }): Promise<Filled<number>> {
    const linked = await linkEvents(tx, linking, environmentId, { after, most })
    return { found: linked.length, last: linked.at(-1) }
  },
})

export const unlinkedAudit = (linking: Linking): Backfill<undefined> => ({
  name: 'chain_audit',
  left: 'audit entries without a link in the chain',
  table: 'audit_log',
  lacking: UNLINKED,
  async fill(tx: Tx, environmentId, { most }): Promise<Filled<undefined>> {
    return { found: await linkAudit(tx, linking, environmentId, most), last: undefined }
  },
})
