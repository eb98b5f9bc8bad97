// All SQL of webhook deliveries and their attempts.

import type { DeliveryState } from '../../domain/webhook.ts'
import type { RowKey, Table } from '../../platform/db/action.ts'
import { type Db, execute, instants, plain, query, sql } from '../../platform/db/sql.ts'
import { webhookEndpoints } from '../webhook-endpoints/store.ts'

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

const columns = sql`d.environment_id, d.id, d.endpoint_id, d.sequence, d.event_id, d.event_type,
  d.object_id, d.state, d.attempts, d.tries, d.next_attempt_at, d.lease_token, d.lease_until,
  d.response_status, d.last_error, d.created_at, d.finished_at`
const list = sql`environment_id, id, endpoint_id, sequence, event_id, event_type, object_id, state,
  attempts, tries, next_attempt_at, lease_token, lease_until, response_status, last_error, created_at,
  finished_at`

const wanted = (
  keys: RowKey[],
) => sql`unnest(${plain(keys.map((key) => key.environment_id))}::int[],
  ${plain(keys.map((key) => key.id))}::uuid[]) as wanted (environment_id, id)`

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
  owner: {
    table: webhookEndpoints,
    find: (tx, keys) =>
      query<RowKey & { id: string }>(
        tx,
        sql`select distinct d.environment_id, d.endpoint_id as id from webhook_deliveries d
            join ${wanted(keys)} on d.environment_id = wanted.environment_id and d.id = wanted.id`,
      ),
    of: (row) => row.endpoint_id,
  },

  lock(tx, keys) {
    return query<WebhookDelivery>(
      tx,
      sql`select ${columns} from webhook_deliveries d
          join ${wanted(keys)} on d.environment_id = wanted.environment_id and d.id = wanted.id
          order by d.environment_id, d.id for no key update of d`,
    )
  },

  insert(tx, rows) {
    return execute(tx, sql`insert into webhook_deliveries (${list}) select * from ${values(rows)}`)
  },

  update(tx, rows) {
    return execute(
      tx,
      sql`update webhook_deliveries d set
            state = v.state, attempts = v.attempts, tries = v.tries, next_attempt_at = v.next_attempt_at,
            lease_token = v.lease_token, lease_until = v.lease_until,
            response_status = v.response_status, last_error = v.last_error,
            finished_at = v.finished_at
          from ${values(rows)} as v (${list})
          where d.environment_id = v.environment_id and d.id = v.id`,
    )
  },
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
        join ${wanted(keys)} on d.environment_id = wanted.environment_id and d.id = wanted.id`,
  )
  const found = new Map(rows.map((row) => [`${row.environment_id}/${row.id}`, row]))
  return keys.map((key) => found.get(`${key.environment_id}/${key.id}`))
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

/** Endpoints with deliveries due, fairest first: whose oldest has waited longest. */
export function findDueEndpoints(
  db: Db,
  wallMs: number,
): Promise<{ environment_id: number; endpoint_id: string; oldest: number }[]> {
  return query(
    db,
    sql`select w.environment_id, w.id as endpoint_id, due.oldest
        from webhook_endpoints w
        cross join lateral (
          select d.next_attempt_at as oldest from webhook_deliveries d
          where d.environment_id = w.environment_id and d.endpoint_id = w.id
            and d.state = 'pending' and d.next_attempt_at <= ${new Date(wallMs)}::timestamptz
          order by d.next_attempt_at limit 1) due
        where w.status = 'enabled' and w.deleted_at is null
        order by due.oldest limit 1000`,
  )
}

export interface Leased extends WebhookDelivery {
  mode: 'test' | 'live'
  url: string
  secret: Buffer
  former_secret: Buffer | null
  former_secret_until: number | null
}

/**
 * Leases deliveries of one endpoint that are due and first of their object, and commits that at
 * once: no transaction is open while the call is made. A delivery whose lease ran out is due again.
 */
export function leaseDeliveries(
  db: Db,
  endpoint: { environment_id: number; endpoint_id: string },
  lease: { token: string; wallMs: number; untilMs: number; most: number },
): Promise<Leased[]> {
  const { environment_id, endpoint_id } = endpoint
  const now = new Date(lease.wallMs)
  return query<Leased>(
    db,
    sql`with due as (
          select d.environment_id, d.id from webhook_deliveries d
          where d.environment_id = ${environment_id} and d.endpoint_id = ${endpoint_id}
            and d.state = 'pending' and d.next_attempt_at <= ${now}::timestamptz
            and (d.lease_until is null or d.lease_until <= ${now}::timestamptz)
            and not exists (
              select 1 from webhook_deliveries earlier
              where earlier.environment_id = d.environment_id
                and earlier.endpoint_id = d.endpoint_id and earlier.object_id = d.object_id
                and earlier.state = 'pending' and earlier.sequence < d.sequence)
          order by d.next_attempt_at, d.sequence limit ${lease.most}
          for update of d skip locked)
        update webhook_deliveries d
        set lease_token = ${lease.token}, lease_until = ${new Date(lease.untilMs)}::timestamptz
        from due, webhook_endpoints w, environments e
        where d.environment_id = due.environment_id and d.id = due.id
          and w.environment_id = d.environment_id and w.id = d.endpoint_id
          and e.id = d.environment_id
          and w.status = 'enabled' and w.deleted_at is null
        returning ${columns}, e.mode, w.url, w.secret, w.former_secret, w.former_secret_until`,
  )
}

/** Deliveries of an endpoint to be sent again: in a range of the feed, or all given up since. */
export function findRange(
  db: Db,
  endpoint: { environment_id: number; id: string },
  range: { from: number; to: number; state: DeliveryState | undefined },
  most: number,
): Promise<{ id: string; sequence: number }[]> {
  const state = range.state ? sql`and d.state = ${range.state}` : sql`and d.state <> 'pending'`
  return query(
    db,
    sql`select d.id, d.sequence from webhook_deliveries d
        where d.environment_id = ${endpoint.environment_id} and d.endpoint_id = ${endpoint.id}
          and d.sequence between ${range.from} and ${range.to} ${state}
        order by d.sequence limit ${most}`,
  )
}
