// SQL of the pending and past deliveries of webhook endpoints.

import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'

/** The event types that wait for delivery to each of these endpoints. */
export async function pendingTypes(db: Db, keys: readonly RowKey[]): Promise<string[][]> {
  if (keys.length === 0) return []
  const rows = await query<RowKey & { types: string[] }>(
    db,
    sql`select wanted.environment_id, wanted.id, array(
          select distinct d.event_type from webhook_deliveries d
          where d.environment_id = wanted.environment_id and d.endpoint_id = wanted.id
            and d.state = 'pending') as types
        from ${wanted(keys, 'uuid')}`,
  )
  return inOrder(keys, rows).map((row) => row?.types ?? [])
}

/** Counts of an endpoint's pending and past deliveries. */
export interface EndpointFigures {
  pending: number
  failed: number
  last_delivered_at: number | null
  events_behind: number
}

/** Reads the counts of an endpoint; each count is bounded. */
export async function readFigures(
  db: Db,
  environmentId: number,
  id: string,
): Promise<EndpointFigures> {
  const rows = await query<EndpointFigures & Record<string, unknown>>(
    db,
    sql`select
          (select count(*) from (
             select 1 from webhook_deliveries d
             where d.environment_id = ${environmentId} and d.endpoint_id = ${id}
               and d.state = 'pending' limit 10001) waiting) as pending,
          (select count(*) from (
             select 1 from webhook_deliveries d
             where d.environment_id = ${environmentId} and d.endpoint_id = ${id}
               and d.state = 'failed' limit 10001) given_up) as failed,
          (select max(d.finished_at) from (
             select d.finished_at, d.state from webhook_deliveries d
             where d.environment_id = ${environmentId} and d.endpoint_id = ${id}
             order by d.created_at desc, d.id desc limit 1000) d
           where d.state = 'delivered') as last_delivered_at,
          (select c.event_sequence - w.cursor_sequence
           from webhook_endpoints w
           join environment_counters c on c.environment_id = w.environment_id
           where w.environment_id = ${environmentId} and c.environment_id = ${environmentId}
             and w.id = ${id}) as events_behind`,
  )
  return rows[0] as EndpointFigures
}

/** The recent success of an endpoint. */
export interface EndpointHealth {
  id: string
  /** Deliveries of those days with at least one attempt. */
  tried: number
  delivered: number
  last_failed_at: number | null
}

/** The number of newest deliveries per endpoint that are read, which bounds the cost. */
export const LOOKED_AT_MOST = 100

/**
 * The recent health of all endpoints of an environment, by its own clock, which dates deliveries. Each is read along
 * its index. Attempts have wall time, and are read only if one failed.
 */
export function readHealth(
  db: Db,
  environmentId: number,
  { wallMs, days }: { wallMs: number; days: number },
): Promise<EndpointHealth[]> {
  return query<EndpointHealth & Record<string, unknown>>(
    db,
    sql`select w.id, lately.tried, lately.delivered, lately.last_failed_at
        from webhook_endpoints w
        join environment_counters c on c.environment_id = w.environment_id
        cross join lateral (
          select count(*) as tried, count(*) filter (where d.state = 'delivered') as delivered,
                 max(failed.at) as last_failed_at
          from (select d.environment_id, d.id, d.state, d.attempts from webhook_deliveries d
                where d.environment_id = w.environment_id and d.endpoint_id = w.id
                  and d.created_at >= ${new Date(wallMs)}::timestamptz - ${days} * interval '1 day'
                    + c.clock_ahead_ms * interval '1 millisecond'
                order by d.created_at desc, d.id desc limit ${LOOKED_AT_MOST}) d
          left join lateral (
            select max(a.attempted_at) as at from webhook_attempts a
            where a.environment_id = d.environment_id and a.delivery_id = d.id
              and a.error is not null) failed on d.state <> 'delivered' or d.attempts > 1
          where d.attempts > 0) lately
        where w.environment_id = ${environmentId} and c.environment_id = ${environmentId}
          and w.deleted_at is null
        order by w.created_at desc, w.id desc`,
  )
}

/** Endpoints with unread events, round-robin over environments. */
export function findBehind(
  db: Db,
): Promise<{ environment_id: number; id: string; cursor_sequence: number }[]> {
  return query(
    db,
    sql`select environment_id, id, cursor_sequence from (
          select w.environment_id, w.id, w.cursor_sequence, row_number() over (
                   partition by w.environment_id order by w.cursor_sequence, w.id) as turn
          from webhook_endpoints w
          join environment_counters c on c.environment_id = w.environment_id
          where w.status = 'enabled' and w.deleted_at is null
            and w.cursor_sequence < c.event_sequence and not c.resetting) behind
        order by turn, environment_id limit 1000`,
  )
}
