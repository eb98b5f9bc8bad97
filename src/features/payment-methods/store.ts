// SQL of payment methods: those that are charged without being named, and those that a gateway is to forget.

import { inOrder, wanted } from '../../platform/db/keyed.ts'
import type { Lookup } from '../../platform/db/lookup.ts'
import { execute, query, sql } from '../../platform/db/sql.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'
import type { Due } from '../../platform/sweeps/due.ts'
import { type PaymentMethod, paymentMethods } from './record.ts'

/** A method as of the lock of the counters, such as the default one of a customer. */
export const methodNow: Lookup<PaymentMethod | undefined> = {
  about: ['payment_methods'],
  load: (tx, keys) => paymentMethods.find(tx, keys),
}

/** True if a customer has an invoice that is tried again. */
export const hasRetries: Lookup<boolean> = {
  about: ['invoices'],
  async load(db, keys) {
    const rows = await query<RowKey & { found: boolean }>(
      db,
      sql`select wanted.environment_id, wanted.id, exists (
              select from invoices i
              where i.environment_id = wanted.environment_id and i.customer_id = wanted.id
                and i.payment_failed_at is not null and i.retry_ended_at is null) as found
            from ${wanted(keys, 'bigint')}`,
    )
    return inOrder(keys, rows).map((row) => row?.found ?? false)
  },
}

/** True if a subscription that has not ended names the method as its own. */
export const isNamed: Lookup<boolean> = {
  about: ['subscriptions'],
  async load(db, keys) {
    const rows = await query<RowKey & { found: boolean }>(
      db,
      sql`select m.environment_id, m.id, exists (
              select from subscriptions s
              where s.environment_id = m.environment_id and s.customer_id = m.customer_id
                and s.payment_method_id = m.id and s.status <> 'canceled') as found
            from ${wanted(keys, 'uuid')}
            join payment_methods m on m.environment_id = wanted.environment_id and m.id = wanted.id`,
    )
    return inOrder(keys, rows).map((row) => row?.found ?? false)
  },
}

/** Cards whose expiry is to be announced. */
export const toAnnounce: Due = {
  table: sql`payment_methods`,
  at: sql`t.notice_at`,
  where: sql`t.notice_at is not null`,
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
