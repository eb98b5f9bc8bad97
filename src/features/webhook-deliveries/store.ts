// All SQL of webhook deliveries and their attempts.

import type { DeliveryState } from '../../domain/webhook.ts'
import type { RowKey, Table } from '../../platform/db/action.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import {
  type Db,
  execute,
  instants,
  plain,
  query,
  raw,
  type Sql,
  sql,
} from '../../platform/db/sql.ts'
import { webhookEndpoints } from '../webhook-endpoints/record.ts'

export interface WebhookDelivery {
  environment_id: number
  id: string
  endpoint_id: string
  sequence: number
  event_id: string
  event_type: string
  object_id: string
  state: DeliveryState
  /** Made in all. */
  attempts: number
  /** Made since the delivery was last put back to the start of its schedule. */
  tries: number
  /** Wall time; null of a pending one while an earlier event of its object holds it back. */
  next_attempt_at: number | null
  lease_token: string | null
  lease_until: number | null
  response_status: number | null
  last_error: string | null
  created_at: number
  finished_at: number | null
}

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

/** An attempt as a row of the write path; it is only ever inserted. */
export type NewAttempt = WebhookAttempt & { id: string }

export const columns = sql`d.environment_id, d.id, d.endpoint_id, d.sequence, d.event_id, d.event_type,
  d.object_id, d.state, d.attempts, d.tries, d.next_attempt_at, d.lease_token, d.lease_until,
  d.response_status, d.last_error, d.created_at, d.finished_at`
const list = sql`environment_id, id, endpoint_id, sequence, event_id, event_type, object_id, state,
  attempts, tries, next_attempt_at, lease_token, lease_until, response_status, last_error, created_at,
  finished_at`

const values = (rows: WebhookDelivery[]) => sql`unnest(
  ${plain(rows.map((row) => row.environment_id))}::int[],
  ${plain(rows.map((row) => row.id))}::uuid[],
  ${plain(rows.map((row) => row.endpoint_id))}::uuid[],
  ${plain(rows.map((row) => row.sequence))}::bigint[],
  ${plain(rows.map((row) => row.event_id))}::uuid[],
  ${rows.map((row) => row.event_type)}::text[], ${rows.map((row) => row.object_id)}::text[],
  ${rows.map((row) => row.state)}::text[],
  ${plain(rows.map((row) => row.attempts))}::smallint[],
  ${plain(rows.map((row) => row.tries))}::smallint[],
  ${instants(rows.map((row) => row.next_attempt_at))}::timestamptz[],
  ${plain(rows.map((row) => row.lease_token))}::uuid[],
  ${instants(rows.map((row) => row.lease_until))}::timestamptz[],
  ${plain(rows.map((row) => row.response_status))}::smallint[],
  ${rows.map((row) => row.last_error)}::text[],
  ${instants(rows.map((row) => row.created_at))}::timestamptz[],
  ${instants(rows.map((row) => row.finished_at))}::timestamptz[])`

export const webhookDeliveries: Table<WebhookDelivery> = {
  name: 'webhook_deliveries',
  count: { counter: 'webhook_deliveries_count', counts: () => true },
  owners: [{ table: webhookEndpoints, of: (row) => row.endpoint_id }],

  lock(tx, keys) {
    return query<WebhookDelivery>(
      tx,
      sql`select ${columns} from webhook_deliveries d
          join ${wanted(keys, 'uuid')} on d.environment_id = wanted.environment_id and d.id = wanted.id
          order by d.environment_id, d.id for no key update of d`,
    )
  },

  insert(tx, rows) {
    return execute(
      tx,
      sql`insert into webhook_deliveries (${list})
          select v.environment_id, v.id, v.endpoint_id, v.sequence, v.event_id, v.event_type,
            v.object_id, v.state, v.attempts, v.tries, ${unlessHeldBack}, v.lease_token,
            v.lease_until, v.response_status, v.last_error, v.created_at, v.finished_at
          from ${values(rows)} as v (${list})`,
    )
  },

  async update(tx, rows) {
    const ended = rows.filter((row) => row.state !== 'pending')
    // Sent together; the second sees what the first has done.
    const statements = [update(tx, rows), ...(ended.length > 0 ? [letGo(tx, ended)] : [])]
    await Promise.all(statements)
  },
}

/**
 * Whether an earlier event of its object is pending. Written for the one index that this must use
 * (migration 0011): pending is what has not finished, and the endpoint is compared in a way that
 * makes no other index look as good. `offset 0` has it asked row by row, never joined.
 */
export const isHeldBack = (row: Sql): Sql => sql`exists (
    select 1 from webhook_deliveries earlier
    where earlier.environment_id = ${row}.environment_id and earlier.object_id = ${row}.object_id
      and earlier.sequence < ${row}.sequence and earlier.finished_at is null
      and earlier.endpoint_id is not distinct from ${row}.endpoint_id
    offset 0)`

/** The next attempt of a row `v`: none while an earlier event of its object is pending. */
const unlessHeldBack = sql`case when ${isHeldBack(sql`v`)} then null else v.next_attempt_at end`

function update(tx: Db, rows: WebhookDelivery[]): Promise<number> {
  return execute(
    tx,
    sql`update webhook_deliveries d set
            state = v.state, attempts = v.attempts, tries = v.tries,
            next_attempt_at = case when v.state = 'pending' then ${unlessHeldBack} end,
            lease_token = v.lease_token, lease_until = v.lease_until,
            response_status = v.response_status, last_error = v.last_error,
            finished_at = v.finished_at
          from ${values(rows)} as v (${list})
          where d.environment_id = v.environment_id and d.id = v.id`,
  )
}

/** Lets go what the ended deliveries held back: the next pending one of each object. */
function letGo(tx: Db, ended: WebhookDelivery[]): Promise<number> {
  return execute(
    tx,
    sql`update webhook_deliveries d set next_attempt_at = next.at
        from (
          select ended.environment_id, ended.at, first.id
          from (
            select environment_id, endpoint_id, object_id, max(at) as at
            from unnest(
              ${plain(ended.map((row) => row.environment_id))}::int[],
              ${plain(ended.map((row) => row.endpoint_id))}::uuid[],
              ${ended.map((row) => row.object_id)}::text[],
              ${instants(ended.map((row) => row.finished_at))}::timestamptz[])
              as u (environment_id, endpoint_id, object_id, at)
            group by environment_id, endpoint_id, object_id) ended
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

/** Attempts: written once, never locked, never changed. */
export const webhookAttempts: Table<NewAttempt> = {
  name: 'webhook_attempts',
  lock: () => Promise.resolve([]),
  update: () => Promise.reject(new Error('An attempt that was made does not change.')),
  insert(tx, rows) {
    return execute(
      tx,
      sql`insert into webhook_attempts (environment_id, delivery_id, number, attempted_at,
                                        duration_ms, response_status, response_body, error)
          select * from unnest(
            ${plain(rows.map((row) => row.environment_id))}::int[],
            ${plain(rows.map((row) => row.delivery_id))}::uuid[],
            ${plain(rows.map((row) => row.number))}::smallint[],
            ${instants(rows.map((row) => row.attempted_at))}::timestamptz[],
            ${plain(rows.map((row) => row.duration_ms))}::int[],
            ${plain(rows.map((row) => row.response_status))}::smallint[],
            ${rows.map((row) => row.response_body)}::text[],
            ${rows.map((row) => row.error)}::text[])`,
    )
  },
}

/** Deliveries as read, in the order asked for; undefined where there is none. */
export async function findDeliveries(
  db: Db,
  keys: RowKey[],
): Promise<(WebhookDelivery | undefined)[]> {
  const rows = await query<WebhookDelivery>(
    db,
    sql`select ${columns} from webhook_deliveries d
        join ${wanted(keys, 'uuid')} on d.environment_id = wanted.environment_id and d.id = wanted.id`,
  )
  return inOrder(keys, rows)
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

/** Deliveries of an endpoint to be sent again: in a range of the feed, or all given up since. */
export function findRange(
  db: Db,
  endpoint: { environment_id: number; id: string },
  range: { from: number; to: number; state: DeliveryState | undefined },
  most: number,
): Promise<{ id: string; sequence: number }[]> {
  // Written out, so that the partial indexes serve them.
  const state = sql`and d.state ${raw(range.state ? `= '${range.state}'` : "<> 'pending'")}`
  return query(
    db,
    sql`select d.id, d.sequence from webhook_deliveries d
        where d.environment_id = ${endpoint.environment_id} and d.endpoint_id = ${endpoint.id}
          and d.sequence between ${range.from} and ${range.to} ${state}
        order by d.sequence limit ${most}`,
  )
}

/** The first event of the feed that became a delivery to an endpoint at an instant or later. */
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

/** Whether an earlier event of its object is pending, so that a delivery has to wait; of each. */
export async function areWaiting(db: Db, keys: readonly RowKey[]): Promise<boolean[]> {
  const rows = await query<RowKey & { waiting: boolean }>(
    db,
    sql`select d.environment_id, d.id, ${isHeldBack(sql`d`)} as waiting from webhook_deliveries d
        join ${wanted(keys, 'uuid')}
          on d.environment_id = wanted.environment_id and d.id = wanted.id`,
  )
  return inOrder(keys, rows).map((row) => row?.waiting ?? false)
}
