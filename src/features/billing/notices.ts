// Informs customers of a new price: once, some days before a price migration applies it.

import { dateIn } from '../../domain/calendar.ts'
import { amountsOf } from '../../domain/price-migration.ts'
import type { Action } from '../accounts/store.ts'
import { customers } from '../customers/store.ts'
import { emailNewPrice } from '../outbox/enqueue.ts'
import { migrated, priceMigrationIds, priceMigrations } from '../price-migrations/record.ts'
import { prices } from '../prices/store.ts'
import { products } from '../products/store.ts'
import { subscriptions } from '../subscriptions/store.ts'
import { termsOf } from './price-migrations.ts'

const NOTHING = { json: '{}', object_id: '' }

export interface NotifyMove {
  /** The entry of the migration about the subscription. */
  id: string
  subscription_id: string
  price_migration_id: string
}

/** Run by the sweep when a notice is due; does nothing if it was given or the change withdrawn. */
export const notifyMove: Action<NotifyMove> = {
  name: 'price_migrations.notify',
  rows: ({ id, subscription_id, price_migration_id }) => [
    { table: subscriptions, id: subscription_id },
    { table: migrated, id },
    { table: priceMigrations, id: price_migration_id },
  ],
  decide(work, { id, subscription_id, price_migration_id }) {
    const entry = work.find(migrated, id)
    if (!entry || entry.notice_at === null || entry.notice_at > work.now) return NOTHING
    const subscription = work.get(subscriptions, subscription_id)
    const migration = work.get(priceMigrations, price_migration_id)
    const [from, to] = [migration.from_price_id, migration.to_price_id].map((price) =>
      work.get(prices, price),
    )
    if (!from || !to) return NOTHING
    const terms = termsOf({ from, to }, migration)
    const ref = priceMigrationIds.ref(price_migration_id)
    const { amount_before, amount_after } = amountsOf(subscription, ref, terms) ?? entry
    const { currency, interval, interval_count } = migration
    const isSent = emailNewPrice(
      work,
      subscription,
      work.get(customers, subscription.customer_id),
      {
        product: work.get(products, to.product_id).name,
        ...{ currency, interval, interval_count, amount_before, amount_after },
        starts_on: dateIn(entry.effective_at, subscription.zone),
      },
    )
    const notified_at = isSent ? work.now : null
    work.update(migrated, { ...entry, notice_at: null, notified_at, updated_at: work.now })
    return NOTHING
  },
}
