// The manifest of one-off items. Their actions and routes are in `billing`, which creates the invoices of subscriptions.

import { sql } from '../../platform/db/sql.ts'
import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import { invoiceItemIds, invoiceItemRecord } from './record.ts'

export const invoiceItemsFeature: Feature<unknown> = {
  name: 'invoice-items',
  tables: [declared(invoiceItemRecord)],
  objects: { ...invoiceItemRecord, visible: sql`deleted_at is null` },
  erased: {
    table: 'invoice_items',
    left: invoiceItemRecord.left,
    meanwhile: 'all',
    erase: invoiceItemRecord.erase,
  },
  searched: {
    kind: 'invoice_item',
    exactly: [
      byId(invoiceItemIds, invoiceItemRecord.find, ({ description, status }) => ({
        title: description,
        detail: null,
        status,
      })),
    ],
  },
}
