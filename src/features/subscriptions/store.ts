// Subscriptions with their external IDs, which are unique in their environment, and when each is due.

import { raw } from '../../platform/db/sql.ts'
import type { Due } from '../../platform/sweeps/due.ts'
import { type Former, uniqueColumn } from '../unique-column.ts'
import { type SubscriptionRow, subscriptionRecord } from './record.ts'

export type Subscription = Former<SubscriptionRow, 'external_id'>

/** An external ID stays taken when its subscription has ended. */
export const { table: subscriptions, unique: externalIds } = uniqueColumn(
  subscriptionRecord,
  'external_id',
)

/** Subscriptions that the billing run must process. */
export const due: Due = {
  table: raw('subscriptions'),
  at: raw('t.run_at'),
  where: raw('t.run_at is not null'),
}

/** Subscriptions whose first invoice is voided, unless it is paid by then. */
export const expiring: Due = {
  table: raw('subscriptions'),
  at: raw('t.expires_at'),
  where: raw('t.expires_at is not null'),
}
