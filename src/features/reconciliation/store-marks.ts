// SQL of the payments that a comparison has met: equal on both sides, or still to be asked for one by one.

import { type Db, execute, plain, query, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { firstUuid } from '../../platform/ids.ts'
import { gatewayOf, type Run, type RunKey } from './store.ts'

export interface Mark {
  payment_id: string
  is_equal: boolean
  gateway_ref: string | null
}

/** Of several marks of one payment, one that differs counts. */
export const insertMarks = (tx: Tx, { environment_id, id }: RunKey, marks: readonly Mark[]) =>
  execute(
    tx,
    sql`insert into reconciliation_marks (environment_id, gateway, payment_id, is_equal, gateway_ref)
        select distinct on (m.payment_id) ${environment_id}::int, ${id}::uuid, m.payment_id, m.is_equal, m.gateway_ref
        from unnest(${plain(marks.map(({ payment_id }) => payment_id))}::uuid[],
                    ${plain(marks.map(({ is_equal }) => is_equal))}::boolean[],
                    ${marks.map(({ gateway_ref }) => gateway_ref)}::text[]) as m (payment_id, is_equal, gateway_ref)
        order by m.payment_id, m.is_equal
        on conflict (environment_id, gateway, payment_id) do update
          set is_equal = false, gateway_ref = excluded.gateway_ref
          where reconciliation_marks.environment_id = excluded.environment_id and not excluded.is_equal`,
  )

/** Settled payments that are read in one step. */
const SEARCHED_MOST = 5_000

/**
 * Marks the next settled payments that the gateway did not list, to be checked. Returns how many, and the ID of the last
 * payment read; null at the end.
 */
export async function markUnlisted(
  tx: Tx,
  { environment_id, id, cursor, since }: Run,
): Promise<{ marked: number; last: string | null }> {
  const after = cursor ?? firstUuid(since ?? 0)
  const gateway_id = gatewayOf(id)
  const ours =
    gateway_id === null ? sql`y.gateway_id is null` : sql`y.gateway_id = ${gateway_id}::uuid`
  const rows = await query<{ marked: number; count: number; last: string | null }>(
    tx,
    sql`with page as materialized (
          select y.id, y.gateway_ref from payments y
          where y.environment_id = ${environment_id} and y.method = 'gateway' and ${ours}
            and y.status = 'settled' and y.id > ${after}::uuid
          order by y.id limit ${SEARCHED_MOST}),
        marked as (
          insert into reconciliation_marks (environment_id, gateway, payment_id, is_equal, gateway_ref)
          select ${environment_id}, ${id}::uuid, page.id, false, page.gateway_ref from page
          on conflict (environment_id, gateway, payment_id) do nothing
          returning payment_id)
        select (select count(*) from marked) as marked, (select count(*) from page) as count,
               (select page.id from page order by page.id desc limit 1) as last`,
  )
  const { marked = 0, count = 0, last = null } = rows[0] ?? {}
  return { marked, last: count < SEARCHED_MOST ? null : last }
}

/** Has the payments of open differences checked again: what is not found again is resolved. */
export const markOpen = (tx: Tx, { environment_id, id }: RunKey) =>
  execute(
    tx,
    sql`insert into reconciliation_marks (environment_id, gateway, payment_id, is_equal, gateway_ref)
        select distinct on (d.payment_id) d.environment_id, ${id}::uuid, d.payment_id, false, d.gateway_ref
        from reconciliation_differences d
        where d.environment_id = ${environment_id} and d.resolved_at is null
          and d.gateway_id is not distinct from ${gatewayOf(id)}::uuid
        on conflict (environment_id, gateway, payment_id) do update set is_equal = false`,
  )

/** The next payments to be asked for. */
export const findToCheck = (
  db: Db,
  { environment_id, id }: RunKey,
  most: number,
): Promise<Mark[]> =>
  query<Mark & Record<string, unknown>>(
    db,
    sql`select m.payment_id, m.is_equal, m.gateway_ref from reconciliation_marks m
        where m.environment_id = ${environment_id} and m.gateway = ${id}::uuid and not m.is_equal
        order by m.payment_id limit ${most}`,
  )

export const setChecked = (tx: Tx, { environment_id, id }: RunKey, payments: readonly string[]) =>
  execute(
    tx,
    sql`update reconciliation_marks set is_equal = true
        where environment_id = ${environment_id} and gateway = ${id}::uuid
          and payment_id = any(${plain(payments)}::uuid[])`,
  )

const DELETED_MOST = 10_000

/** Deletes some marks; false if none are left. */
export async function deleteMarks(tx: Tx, { environment_id, id }: RunKey): Promise<boolean> {
  const deleted = await execute(
    tx,
    sql`delete from reconciliation_marks m using (
          select f.payment_id from reconciliation_marks f
          where f.environment_id = ${environment_id} and f.gateway = ${id}::uuid
          order by f.payment_id limit ${DELETED_MOST}) f
        where m.environment_id = ${environment_id} and m.gateway = ${id}::uuid and m.payment_id = f.payment_id`,
  )
  return deleted === DELETED_MOST
}
