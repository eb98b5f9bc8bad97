// SQL of webhook deliveries (in addition to their table's statements) and of their attempts.

import type { DeliveryState } from '../../domain/webhook.ts'
import { invariant } from '../../invariant.ts'
import { given, insertAll, toInsert } from '../../platform/db/given.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { RowKey, Table } from '../../platform/db/table.ts'
import { isHeldBack, type WebhookDelivery, webhookDeliveryRecord } from './record.ts'

export interface WebhookAttempt {
  environment_id: number
  delivery_id: string
  number: number
  attempted_at: number
  duration_ms: number
  response_status: number | null
  response_body: string | null
  error: string | null
}

/** An attempt as a row to write; attempts are only inserted. */
export type NewAttempt = WebhookAttempt & { id: string }

export const webhookDeliveries: Table<WebhookDelivery> = {
  ...webhookDeliveryRecord,

  async update(tx, rows) {
    const ended = rows.filter((row) => row.state !== 'pending')
    // Sent together; the second statement sees the changes of the first.
    await Promise.all([
      webhookDeliveryRecord.update(tx, rows),
      ...(ended.length > 0 ? [letGo(tx, ended)] : []),
    ])
  },
}

/** Releases the deliveries that the ended ones held back: the next pending delivery of each object. */
function letGo(tx: Db, ended: WebhookDelivery[]): Promise<number> {
  const last = lastOfEach(ended)
  return execute(
    tx,
    sql`update webhook_deliveries d set next_attempt_at = next.at
        from (
          select ended.environment_id, ended.at, first.id
          from ${given('ended', last, {
            endpoint_id: sql`${plain(last.map((row) => row.endpoint_id))}::uuid[]`,
            object_id: sql`${last.map((row) => row.object_id)}::text[]`,
            at: sql`${instants(last.map((row) => row.finished_at))}::timestamptz[]`,
          })}
          cross join lateral (
            select p.id, p.next_attempt_at from webhook_deliveries p
            where p.environment_id = ended.environment_id and p.object_id = ended.object_id
              and p.finished_at is null
              and p.endpoint_id is not distinct from ended.endpoint_id
            order by p.sequence limit 1) first
          where first.next_attempt_at is null) next
        where d.environment_id = next.environment_id and d.id = next.id`,
  )
}

/** The last ended delivery of each object and endpoint. */
function lastOfEach(ended: WebhookDelivery[]): WebhookDelivery[] {
  const found = new Map<string, WebhookDelivery>()
  for (const row of ended) {
    const key = `${row.environment_id}/${row.endpoint_id}/${row.object_id}`
    if ((found.get(key)?.finished_at ?? 0) <= (row.finished_at ?? 0)) found.set(key, row)
  }
  return [...found.values()]
}

/** Attempts: inserted once, never locked, never changed. */
export const webhookAttempts: Table<NewAttempt> = {
  name: 'webhook_attempts',
  lock: () => Promise.resolve([]),
  update: async () => invariant(false, 'Attempts never change.'),
  insert(tx, rows) {
    return insertAll(
      tx,
      'webhook_attempts',
      rows,
      sql`insert into webhook_attempts (environment_id, delivery_id, number, attempted_at,
                                        duration_ms, response_status, response_body, error)
          select v.* from ${toInsert('v', rows, {
            delivery_id: sql`${plain(rows.map((row) => row.delivery_id))}::uuid[]`,
            number: sql`${plain(rows.map((row) => row.number))}::smallint[]`,
            attempted_at: sql`${instants(rows.map((row) => row.attempted_at))}::timestamptz[]`,
            duration_ms: sql`${plain(rows.map((row) => row.duration_ms))}::int[]`,
            response_status: sql`${plain(rows.map((row) => row.response_status))}::smallint[]`,
            response_body: sql`${rows.map((row) => row.response_body)}::text[]`,
            error: sql`${rows.map((row) => row.error)}::text[]`,
          })}`,
    )
  },
}

export function listAttempts(
  db: Db,
  environmentId: number,
  deliveryId: string,
): Promise<WebhookAttempt[]> {
  return query<WebhookAttempt & Record<string, unknown>>(
    db,
    sql`select environment_id, delivery_id, number, attempted_at, duration_ms, response_status,
               response_body, error
        from webhook_attempts
        where environment_id = ${environmentId} and delivery_id = ${deliveryId} order by number`,
  )
}

/** Deliveries of an endpoint to redeliver: those in a range of the feed with a state, by default all that ended. */
export function findRange(
  db: Db,
  endpoint: { environment_id: number; id: string },
  range: { from: number; to: number; state: DeliveryState | undefined },
  most: number,
): Promise<{ id: string; sequence: number }[]> {
  // Literal, so that the planner can use the partial indexes.
  const state = sql`and d.state ${raw(range.state ? `= '${range.state}'` : "<> 'pending'")}`
  return query(
    db,
    sql`select d.id, d.sequence from webhook_deliveries d
        where d.environment_id = ${endpoint.environment_id} and d.endpoint_id = ${endpoint.id}
          and d.sequence between ${range.from} and ${range.to} ${state}
        order by d.sequence limit ${most}`,
  )
}

/** The first event of the feed that became a delivery to an endpoint at or after an instant. */
export async function findSince(
  db: Db,
  endpoint: { environment_id: number; id: string },
  at: number,
): Promise<number | undefined> {
  const rows = await query<{ sequence: number }>(
    db,
    sql`select d.sequence from webhook_deliveries d
        where d.environment_id = ${endpoint.environment_id} and d.endpoint_id = ${endpoint.id}
          and d.created_at >= ${new Date(at)}::timestamptz
        order by d.created_at, d.id limit 1`,
  )
  return rows[0]?.sequence
}

/** For each delivery, true if it waits for an earlier pending event of its object. */
export async function areWaiting(db: Db, keys: readonly RowKey[]): Promise<boolean[]> {
  const rows = await query<RowKey & { waiting: boolean }>(
    db,
    sql`select d.environment_id, d.id, ${isHeldBack(sql`d`, sql`wanted.environment_id`)} as waiting from webhook_deliveries d
        join ${wanted(keys, 'uuid')}
          on d.environment_id = wanted.environment_id and d.id = wanted.id`,
  )
  return inOrder(keys, rows).map((row) => row?.waiting ?? false)
}
