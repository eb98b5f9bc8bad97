// SQL of what webhook endpoints have before them and behind them.

import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'

/** The types of events that wait to be delivered to each of these endpoints. */
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

/** What an endpoint has before it and behind it. */
export interface EndpointFigures {
  pending: number
  failed: number
  last_delivered_at: number | null
  events_behind: number
}

/** The figures of an endpoint, each counted within bounds. */
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

/** Endpoints that have events of the feed yet to read: one of each environment, then another of each. */
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
