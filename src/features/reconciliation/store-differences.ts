// SQL of differences between the books and what gateways have.

import type { Difference } from '../../domain/reconciliation.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, plain, query, sql } from '../../platform/db/sql.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'
import { newUuid } from '../../platform/ids.ts'
import { gatewayOf, type RunKey } from './store.ts'

export interface Found extends Difference {
  payment_id: string
  gateway_ref: string | null
}

export interface DifferenceRow extends RowKey, Found {
  id: string
  gateway_id: string | null
  created_at: number
  seen_at: number
  resolved_at: number | null
}

/** Saves what was found of some payments: what is open keeps its first time, and what was not found again is resolved. */
export async function saveFound(
  tx: Tx,
  { environment_id, id }: RunKey,
  { checked, found, now }: { checked: readonly string[]; found: readonly Found[]; now: number },
): Promise<void> {
  const each = <K extends keyof Found>(name: K) => plain(found.map((row) => row[name]))
  const kinds = sql`unnest(${each('payment_id')}::uuid[], ${each('kind')}::text[]) as f (payment_id, kind)`
  await execute(
    tx,
    sql`update reconciliation_differences d set resolved_at = ${new Date(now)}
        where d.environment_id = ${environment_id} and d.resolved_at is null
          and d.payment_id = any(${plain(checked)}::uuid[])
          and not exists (select from ${kinds} where f.payment_id = d.payment_id and f.kind = d.kind)`,
  )
  if (found.length === 0) return
  await execute(
    tx,
    sql`insert into reconciliation_differences as d
          (environment_id, id, gateway_id, kind, payment_id, gateway_ref, amount_here, amount_there, currency,
           currency_there, created_at, seen_at)
        select ${environment_id}, f.id, ${gatewayOf(id)}::uuid, f.kind, f.payment_id, f.gateway_ref, f.amount_here,
               f.amount_there, f.currency, f.currency_there, f.at, f.at
        from unnest(${plain(found.map(() => newUuid()))}::uuid[], ${each('kind')}::text[],
                    ${each('payment_id')}::uuid[], ${found.map(({ gateway_ref }) => gateway_ref)}::text[],
                    ${each('amount_here')}::bigint[], ${each('amount_there')}::bigint[],
                    ${each('currency')}::text[], ${each('currency_there')}::text[],
                    ${instants(found.map(() => now))}::timestamptz[])
          as f (id, kind, payment_id, gateway_ref, amount_here, amount_there, currency, currency_there, at)
        on conflict (environment_id, payment_id, kind) where resolved_at is null do update
          set amount_here = excluded.amount_here, amount_there = excluded.amount_there,
              currency = excluded.currency, currency_there = excluded.currency_there,
              gateway_ref = excluded.gateway_ref, seen_at = excluded.seen_at
          where d.environment_id = excluded.environment_id`,
  )
}

export async function findDifferences(
  db: Db,
  keys: readonly RowKey[],
): Promise<(DifferenceRow | undefined)[]> {
  const rows = await query<DifferenceRow & Record<string, unknown>>(
    db,
    sql`select d.environment_id, d.id, d.gateway_id, d.kind, d.payment_id, d.gateway_ref, d.amount_here, d.amount_there,
               d.currency, d.currency_there, d.created_at, d.seen_at, d.resolved_at
        from reconciliation_differences d
        join ${wanted(keys, 'uuid')} on d.environment_id = wanted.environment_id and d.id = wanted.id`,
  )
  return inOrder(keys, rows)
}

/** The number of open differences of each gateway that has any. */
export const countOpen = (
  db: Db,
  environment_id: number,
): Promise<{ gateway_id: string | null; count: number }[]> =>
  query(
    db,
    sql`select d.gateway_id, count(*) as count from reconciliation_differences d
        where d.environment_id = ${environment_id} and d.resolved_at is null group by d.gateway_id`,
  )
