// The manifest of the refunds feature. Its actions and routes are in `crediting`, which issues the credit notes.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import { refundIds, refunds } from './record.ts'

export const refundsFeature: Feature<unknown> = {
  name: 'refunds',
  tables: [declared(refunds)],
  objects: refunds,
  erased: { table: 'refunds', left: refunds.left, meanwhile: 'none', erase: refunds.erase },
  searched: {
    kind: 'refund',
    exactly: [
      byId(refundIds, refunds.find, ({ id, reference, status }) => ({
        title: refundIds.ref(id),
        detail: reference || null,
        status,
      })),
    ],
  },
}
