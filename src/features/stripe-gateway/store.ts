// SQL of the Stripe gateway: its customers. They are outside of the write path, like what any gateway knows.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'

/** A customer at a gateway. */
export interface StripeCustomerKey {
  environment_id: number
  gateway_id: string
  customer_id: number
}

/** What Stripe calls a customer; undefined before the first payment. */
export async function findStripeCustomer(
  db: Db,
  { environment_id, gateway_id, customer_id }: StripeCustomerKey,
): Promise<string | undefined> {
  const rows = await query<{ ref: string }>(
    db,
    sql`select ref from stripe_customers
        where environment_id = ${environment_id} and gateway_id = ${gateway_id}::uuid
          and customer_id = ${customer_id}`,
  )
  return rows[0]?.ref
}

/** Keeps a customer, unless another process was first. */
export async function keepStripeCustomer(
  db: Db,
  { environment_id, gateway_id, customer_id }: StripeCustomerKey,
  ref: string,
): Promise<void> {
  await execute(
    db,
    sql`insert into stripe_customers (environment_id, gateway_id, customer_id, ref)
        values (${environment_id}, ${gateway_id}::uuid, ${customer_id}, ${ref})
        on conflict (environment_id, gateway_id, customer_id) do nothing`,
  )
}
