// The table of products. Search words are in a table of their own; `store.ts` combines them.

import { eventsOf } from '../../domain/event.ts'
import { PRODUCT_STATUSES } from '../../domain/product.ts'
import { TAX_CODE } from '../../domain/tax/tax.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import { type RowOf, record } from '../../platform/db/record.ts'
import { objectIds } from '../identifiers.ts'
import {
  always,
  closedOneOf,
  fixed,
  id,
  instant,
  metadata,
  pattern,
  small,
  text,
} from '../kinds.ts'

export const productIds = objectIds('product')

export const productRecord = record(
  'products',
  {
    id: fixed(id('product')),
    name: text('Product name.', { max: 256, min: 1, erased: NOT_PERSONAL }),
    description: text('Product description.', { max: 5000, erased: NOT_PERSONAL }),
    status: closedOneOf(PRODUCT_STATUSES, 'Archived products are hidden from new invoice lines.'),
    created_at: fixed(instant()),
    updated_at: instant(),
    metadata: metadata({ erased: NOT_PERSONAL }),
    tax_code: pattern(
      TAX_CODE,
      'Tax code: `standard`, `exempt`, or `reduced` with a name of your choice.',
    ),

    words_version: always(small(), '1'),
  },
  { title: 'Product', count: { counter: 'products_count', counts: () => true } },
)

export interface ProductRow extends RowOf<typeof productRecord.members> {}

export const events = eventsOf('product')
