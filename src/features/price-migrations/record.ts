// The tables of price migrations, and of the subscriptions that each moves or skips.

import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { eventsOf } from '../../domain/event.ts'
import {
  MOVE_STATUSES,
  PRICE_MIGRATION_STATUSES,
  SKIP_REASONS,
} from '../../domain/price-migration.ts'
import { INTERVALS } from '../../domain/recurrence.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { objectIds } from '../identifiers.ts'
import {
  cents,
  closedOneOf,
  computed,
  currency,
  customerId,
  fixed,
  hidden,
  id,
  instant,
  integer,
  nullable,
  oneOf,
  small,
  uuid,
} from '../kinds.ts'
import { prices } from '../prices/store.ts'
import { resourceRecord } from '../resource.ts'

export const priceMigrationIds = objectIds('price_migration')
export const migratedIds = objectIds('migrated_subscription')

const count = (description: string) => integer({ minimum: 0, description })

export const priceMigrations = resourceRecord(
  'price_migration',
  {
    from_price_id: fixed(id('price', 'The price that its subscribers leave.')),
    to_price_id: fixed(id('price', 'The price that they get.')),
    effective_from: fixed(instant()),
    notice_days: fixed(small({ minimum: 0, maximum: 365, description: 'Days of notice.' })),
    status: oneOf(
      PRICE_MIGRATION_STATUSES,
      'Schedules changes; has scheduled all; withdraws them; has applied all; or was canceled.',
    ),
    currency: fixed(currency('The currency of both prices.')),
    interval: fixed(closedOneOf(INTERVALS, 'The interval of both prices.')),
    interval_count: fixed(small({ minimum: 1 })),
    subscriptions_total: computed(Type.Integer({ minimum: 0, description: 'Those decided yet.' })),
    subscriptions_scheduled: count('Those whose change is scheduled.'),
    subscriptions_applied: count('Those that were moved.'),
    subscriptions_withdrawn: count('Those whose change was withdrawn.'),
    subscriptions_skipped: count('Those that keep the old price.'),
    amount_before: cents(
      'A period of the items when they were scheduled, before discounts and taxes.',
    ),
    amount_after: cents('The same at the new price.'),
    created_at: fixed(instant()),
    updated_at: instant(),

    /** The last subscription that was looked at. */
    done_until: nullable(uuid()),
    /** When the run continues; null once every subscription is decided. */
    run_at: hidden(nullable(instant())),
  },
  {
    owners: [
      { table: prices, of: ({ from_price_id, to_price_id }) => [from_price_id, to_price_id] },
    ],
  },
)

export interface PriceMigration extends RowOf<typeof priceMigrations.members> {}

export const migrationJson = (row: PriceMigration): string =>
  priceMigrations.json(row, {
    subscriptions_total:
      row.subscriptions_scheduled +
      row.subscriptions_applied +
      row.subscriptions_withdrawn +
      row.subscriptions_skipped,
  })

export const migrated = resourceRecord('migrated_subscription', {
  price_migration_id: fixed(id('price_migration')),
  subscription_id: fixed(id('subscription')),
  customer_id: fixed(customerId()),
  status: oneOf(MOVE_STATUSES, 'Whether its items will change, have changed, or keep their price.'),
  reason: fixed(nullable(oneOf(SKIP_REASONS, ''), 'Why items are skipped; null if none is.')),
  items: fixed(small({ minimum: 0, description: 'Items that change.' })),
  items_skipped: fixed(small({ minimum: 0, description: 'Items at the old price that do not.' })),
  effective_at: instant(),
  currency: fixed(currency()),
  amount_before: fixed(cents('A period of the items that change, before discounts and taxes.')),
  amount_after: fixed(cents('The same at the new price.')),
  notified_at: nullable(instant(), 'When the customer was emailed; null if not.'),
  created_at: fixed(instant()),
  updated_at: instant(),

  /** When the customer is to be informed; null once done. */
  notice_at: hidden(nullable(instant())),
})

export interface Migrated extends RowOf<typeof migrated.members> {}

export const events = eventsOf('price_migration')

/** The ID of a migration's entry about a subscription: the same however often it is decided. */
export function migratedId(migration: string, subscription: string): string {
  const hex = createHash('sha256').update(`${migration}/${subscription}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  // RFC 9562, section 5.8: a UUID of our own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
