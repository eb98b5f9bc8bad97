// Stripe's customers: one for each of ours at a gateway, whatever races and dies.

import type { Pool } from 'pg'
import { type Calls, resultOf } from './calls.ts'
import { findStripeCustomer, keepStripeCustomer, type StripeCustomerKey } from './store.ts'

/** Returns Stripe's customer, who is created for the first payment; undefined if it is unknown whether that worked. */
export async function ensureCustomer(
  pool: Pool,
  { call }: Calls,
  key: StripeCustomerKey,
): Promise<string | undefined> {
  const found = await findStripeCustomer(pool, key)
  if (found !== undefined) return found
  const { environment_id, gateway_id, customer_id } = key
  const made = resultOf(
    await call('create a customer', ({ customers }) =>
      customers.create(
        // Nothing that can change: a call with the same key has to be the same.
        { metadata: { environment: String(environment_id), customer: String(customer_id) } },
        { idempotencyKey: `customer-${gateway_id}-${customer_id}` },
      ),
    ),
  )
  if (made) await keepStripeCustomer(pool, key, made.id)
  // The one that was kept first, also if another process created it meanwhile.
  return findStripeCustomer(pool, key)
}
