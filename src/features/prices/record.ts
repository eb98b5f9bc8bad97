// The table of prices. Terms are stored in one column and returned as separate properties.

import { eventsOf } from '../../domain/event.ts'
import { money } from '../../domain/money-column.ts'
import { PRICE_MODELS, type Pricing } from '../../domain/pricing.ts'
import { BILLINGS, INTERVALS } from '../../domain/recurrence.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { json } from '../../platform/http/columns.ts'
import { ClosedOneOf, orNull } from '../../platform/http/shapes.ts'
import { objectIds } from '../identifiers.ts'
import {
  cents,
  closedOneOf,
  computed,
  currency,
  fixed,
  flag,
  hidden,
  id,
  instant,
  line,
  metadata,
  nullable,
  small,
  stored,
  text,
} from '../kinds.ts'
import { products } from '../products/store.ts'
import { resourceRecord } from '../resource.ts'
import { bounds, Tiers } from '../terms.ts'

export const priceIds = objectIds('price')

export const priceRecord = resourceRecord(
  'price',
  {
    product_id: fixed(id('product', 'Its product.')),
    currency: fixed(currency('The currency of its amounts.')),
    model: computed(ClosedOneOf(PRICE_MODELS, 'The pricing model.')),
    unit_amount: computed(orNull(bounds.unit_amount), money),
    unit_amount_decimal: computed(orNull(bounds.unit_amount_decimal)),
    tiers: computed(orNull(Tiers), (name) => json(name)),
    size: computed(orNull(bounds.size)),
    free_units: computed(orNull(bounds.free_units)),
    rate: computed(orNull(bounds.rate)),
    per_event: computed(orNull(bounds.per_event), money),
    free_events: computed(orNull(bounds.free_events)),
    free_amount: computed(orNull(bounds.free_amount), money),
    interval: fixed(
      nullable(
        closedOneOf(INTERVALS, 'How often subscriptions are billed.'),
        'How often subscriptions are billed: every `interval_count` days, weeks, months or years; null for a one-time price.',
      ),
    ),
    interval_count: fixed(
      nullable(
        small({ minimum: 1, maximum: 1095 }),
        'Number of intervals between two invoices; null for a one-time price.',
      ),
    ),
    billing: fixed(
      nullable(
        closedOneOf(BILLINGS, 'When a period is billed.'),
        'When a period is billed: `advance` when it begins, `arrears` when it ends, each part at its quantity. Null for a one-time price.',
      ),
    ),
    minimum_amount: nullable(
      cents('The minimum of each period.'),
      "The least that an item on the price costs for each period, in the currency's smallest unit; null for no minimum.",
    ),
    description: text('Internal name, shown on no document.', { max: 500, erased: NOT_PERSONAL }),
    lookup_key: nullable(
      line('Your key for the price; unique in the environment.', {
        max: 200,
        min: 1,
        erased: NOT_PERSONAL,
      }),
    ),
    version: fixed(small({ minimum: 1, description: 'Version number.' })),
    replaces: fixed(nullable(id('price'), 'The previous version; null for the first.')),
    active: flag('Whether new invoice lines can use it.', { erased: NOT_PERSONAL }),
    created_at: fixed(instant()),
    updated_at: instant(),
    metadata: metadata({ erased: NOT_PERSONAL }),
    tax_behavior: nullable(
      closedOneOf(['exclusive', 'inclusive'], 'Whether its amounts include tax.'),
      'Whether its amounts include tax; null for the account default.',
    ),

    terms: stored<Pricing>({ erased: NOT_PERSONAL }),
    /** True if a line has named it: from then on its terms never change. */
    used: hidden(flag('', { erased: NOT_PERSONAL })),
  },
  {
    owners: [{ table: products, of: (row) => row.product_id }],
  },
)

export interface PriceRow extends RowOf<typeof priceRecord.members> {}

export const events = eventsOf('price')
