// Saves payments together with their daily sums.

import type { Tx } from '../../platform/db/table.ts'
import { sumPayments } from '../sums/store.ts'
import { paymentRecord } from './record.ts'

export const payments: typeof paymentRecord = {
  ...paymentRecord,

  async insert(db, rows) {
    await Promise.all([sumPayments(db as Tx, rows), paymentRecord.insert(db, rows)])
  },

  async update(tx, rows) {
    await Promise.all([sumPayments(tx, rows), paymentRecord.update(tx, rows)])
  },
}
