// The table of one-off items, which wait for the next invoice of their subscription.

import { ERASED } from '../../domain/erasure.ts'
import { eventsOf } from '../../domain/event.ts'
import { QUANTITY_MAX, UNIT_AMOUNT_MAX } from '../../domain/invoice-lines.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { customers } from '../customers/store.ts'
import { objectIds } from '../identifiers.ts'
import {
  amount,
  cents,
  closedOneOf,
  currency,
  customerId,
  fixed,
  hidden,
  id,
  instant,
  integer,
  metadata,
  nullable,
  structured,
  text,
} from '../kinds.ts'
import { PeriodShown } from '../period.ts'
import { prices } from '../prices/store.ts'
import { resourceRecord } from '../resource.ts'

export const ITEM_STATUSES = ['pending', 'billed'] as const

export const invoiceItemIds = objectIds('invoice_item')

export const invoiceItemRecord = resourceRecord(
  'invoice_item',
  {
    customer_id: fixed(customerId()),
    subscription_id: fixed(id('subscription', 'Its next invoice bills the item.')),
    status: closedOneOf(ITEM_STATUSES, 'Waits for an invoice, or is billed.'),
    description: text('Description of the line.', { max: 500, min: 1, erased: ERASED }),
    price_id: fixed(nullable(id('price'), 'A one-time price; null for none.')),
    unit_amount: nullable(amount({ minimum: 0, maximum: UNIT_AMOUNT_MAX }), 'Null with a price.'),
    quantity: integer({ minimum: 1, maximum: QUANTITY_MAX, description: 'Units billed.' }),
    amount: cents('Before discounts and taxes.'),
    currency: fixed(currency()),
    period: nullable(structured(PeriodShown, NOT_PERSONAL), 'What it is for; null for none.'),
    invoice_id: nullable(id('invoice'), 'Null until it is billed.'),
    metadata: metadata(),
    created_at: fixed(instant()),
    updated_at: instant(),

    deleted_at: hidden(nullable(instant())),
  },
  {
    visible: 'deleted_at is null',
    owners: [
      { table: customers, of: (row) => row.customer_id },
      // The terms of a price are needed until the item is billed.
      { table: prices, of: (row) => (row.status === 'pending' ? row.price_id : null) },
    ],
  },
)

export interface InvoiceItem extends RowOf<typeof invoiceItemRecord.members> {}

export const events = eventsOf('invoice_item')
