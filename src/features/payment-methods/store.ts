// SQL of payment methods: those that are charged without being named, and those that a gateway is to forget.

import type { Lookup } from '../../platform/db/lookup.ts'
import { execute, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import type { Due } from '../due-rows.ts'
import { type PaymentMethod, paymentMethods } from './record.ts'

/** A method as of the lock of the counters, such as the default one of a customer. */
export const methodNow: Lookup<PaymentMethod | undefined> = {
  about: ['payment_methods'],
  load: (tx, keys) => paymentMethods.find(tx, keys),
}

/** Detached methods that the gateway still has. */
export const toForget: Due = {
  table: sql`payment_methods`,
  at: sql`t.forget_at`,
  where: sql`t.forget_at is not null`,
}

/** Erases what identifies methods, and has the gateway forget those that it still has. */
export async function eraseMethods(
  tx: Tx,
  environmentId: number,
  ids: readonly string[],
): Promise<unknown> {
  await paymentMethods.erase(tx, environmentId, ids)
  // Active ones are due at once, since the past is over; those that were detached are forgotten, or will be.
  return execute(
    tx,
    sql`update payment_methods t set forget_at = t.updated_at
        where t.environment_id = ${environmentId} and t.id = any(${[...ids]}::uuid[])
          and t.gateway_id is not null and t.status = 'active'`,
  )
}
