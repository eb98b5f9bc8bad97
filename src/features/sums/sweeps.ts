// Sums rows that are not summed yet: old rows, and rows written by a concurrent older version. Until then readers add
// them.

import type { Backfill } from '../../platform/sweeps/backfill.ts'
import { fillSums, type Place, type Summed, summedInvoices, summedPayments } from './store.ts'

/** Rows are summed under the counter lock. This many hold it no longer than a batch of requests. */
const ROUND_MOST = 200
const FIRST: Place = { created_at: 0, id: '00000000-0000-0000-0000-000000000000' }

const sums = (summed: Summed): Backfill<Place> => ({
  name: `sums_of_${summed.table}`,
  left: `${summed.table} that are not in the sums of days`,
  table: summed.table,
  lacking: summed.lacking,
  async fill(tx, environmentId, { after = FIRST, most }) {
    const round = { after, most: Math.min(most, ROUND_MOST) }
    const found = await fillSums(tx, summed, environmentId, round)
    return { found: found.length, last: found.at(-1), more: found.length === round.most }
  },
})

export const invoiceSums = sums(summedInvoices)
export const paymentSums = sums(summedPayments)
