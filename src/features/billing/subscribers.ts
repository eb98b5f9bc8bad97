// Finds subscriptions: those at a price, in the order of their IDs, and the next one of a customer.

import { type Db, query, sql } from '../../platform/db/sql.ts'

/** Subscriptions that one statement looks at. */
const WINDOW = 5_000

export interface Window {
  /** The live subscriptions with an item at the price. */
  ids: string[]
  /** The last subscription of the window; null if none is left. */
  last: string | null
}

export interface Walk {
  environment_id: number
  /** In the form that clients see. */
  price_id: string
  /** The subscription after which the window begins; null to begin with the first. */
  after: string | null
  /** Business time: later subscriptions are left out. */
  until: number
  most?: number
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * The next subscriptions at a price. The index on prices has no order: sorting its result for every window would take
 * the square of their number, so that each window reads the primary key.
 */
export async function nextSubscribers(
  db: Db,
  { environment_id, price_id, after, until, most = WINDOW }: Walk,
): Promise<Window> {
  const item = JSON.stringify([{ price_id }])
  const [found] = await query<{ ids: string[] | null; last: string | null }>(
    db,
    sql`with walked as (
          select t.id, t.status <> 'canceled' and t.created_at <= ${new Date(until)}::timestamptz
              and t.items::jsonb @> ${item}::jsonb as is_at_price
          from subscriptions t
          where t.environment_id = ${environment_id} and t.id > ${after ?? BEFORE_ALL}::uuid
          order by t.id limit ${most})
        select array_agg(w.id::text order by w.id) filter (where w.is_at_price) as ids,
          (array_agg(w.id::text order by w.id desc))[1] as last
        from walked w`,
  )
  return { ids: found?.ids ?? [], last: found?.last ?? null }
}

/** The subscriptions whose change of a migration is scheduled, in the order of their entries. */
export async function waitingSubscribers(
  db: Db,
  { environment_id, id, most }: { environment_id: number; id: string; most: number },
): Promise<string[]> {
  const rows = await query<{ subscription_id: string }>(
    db,
    sql`select t.subscription_id from price_migration_subscriptions t
        where t.environment_id = ${environment_id} and t.price_migration_id = ${id}
          and t.status = 'scheduled'
        order by t.id limit ${most}`,
  )
  return rows.map(({ subscription_id }) => subscription_id)
}

/** The subscriptions of entries. */
export function subscriptionsOf(
  db: Db,
  environment_id: number,
  ids: readonly string[],
): Promise<{ id: string; subscription_id: string; price_migration_id: string }[]> {
  return query(
    db,
    sql`select t.id, t.subscription_id, t.price_migration_id from price_migration_subscriptions t
        where t.environment_id = ${environment_id} and t.id = any(${ids}::uuid[])`,
  )
}

/** The subscription of a customer that is billed next, in a currency if that is given. */
export async function findNextBilled(
  db: Db,
  of: { environment_id: number; customer_id: number; currency: string | undefined },
): Promise<string | undefined> {
  const [next] = await query<{ id: string }>(
    db,
    sql`select id from subscriptions
        where environment_id = ${of.environment_id} and customer_id = ${of.customer_id}
          and next_invoice_at is not null and currency = coalesce(${of.currency ?? null}, currency)
        order by next_invoice_at, id limit 1`,
  )
  return next?.id
}
