// The action on reconciliation: it accepts a request to compare gateways with the books.

import { timestamp } from '../../domain/calendar.ts'
import { encodeId, newUuid } from '../../platform/ids.ts'
import type { Action } from '../accounts/store.ts'

/** The prefix of the ID of a request. */
const RUN = 'rcn'

/** Fixes the time of the request. The comparison itself is outside of the write path. */
export const runReconciliation: Action<{ full: boolean }> = {
  name: 'reconciliation.run',
  rows: () => [],
  decide(work, { full }) {
    const requested_at = timestamp(work.now)
    const object_id = encodeId(RUN, newUuid())
    const json = JSON.stringify({
      ...{ object: 'reconciliation_run', id: object_id, full, requested_at },
    })
    return { json, object_id }
  },
}
