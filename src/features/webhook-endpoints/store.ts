// All SQL of webhook endpoints.

import type { Metadata } from '../../domain/metadata.ts'
import type { DisabledReason, EndpointStatus } from '../../domain/webhook.ts'
import type { RowKey, Table } from '../../platform/db/action.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, jsons, plain, query, sql } from '../../platform/db/sql.ts'

export interface WebhookEndpoint {
  environment_id: number
  id: string
  url: string
  description: string
  enabled_events: string[]
  status: EndpointStatus
  disabled_reason: DisabledReason | null
  /** Sealed. */
  secret: Buffer
  former_secret: Buffer | null
  former_secret_until: number | null
  metadata: Metadata
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** Every event up to this sequence has become a delivery, if it was wanted. */
  cursor_sequence: number
  /** Wall time of the first failure since the last success. */
  failing_since: number | null
}

const columns = sql`w.environment_id, w.id, w.url, w.description, w.enabled_events, w.status,
  w.disabled_reason, w.secret, w.former_secret, w.former_secret_until, w.metadata, w.created_at,
  w.updated_at, w.deleted_at, w.cursor_sequence, w.failing_since`
const list = sql`environment_id, id, url, description, enabled_events, status, disabled_reason,
  secret, former_secret, former_secret_until, metadata, created_at, updated_at, deleted_at,
  cursor_sequence, failing_since`

/** Patterns hold neither commas nor quotes, so a list of them travels as one text. */
const values = (rows: WebhookEndpoint[]) => sql`(
  select environment_id, id, url, description, string_to_array(enabled_events, ','), status,
    disabled_reason, secret, former_secret, former_secret_until, metadata, created_at, updated_at,
    deleted_at, cursor_sequence, failing_since
  from unnest(
    ${plain(rows.map((row) => row.environment_id))}::int[],
    ${plain(rows.map((row) => row.id))}::uuid[],
    ${rows.map((row) => row.url)}::text[], ${rows.map((row) => row.description)}::text[],
    ${rows.map((row) => row.enabled_events.join(','))}::text[],
    ${rows.map((row) => row.status)}::text[], ${rows.map((row) => row.disabled_reason)}::text[],
    ${rows.map((row) => row.secret)}::bytea[], ${rows.map((row) => row.former_secret)}::bytea[],
    ${instants(rows.map((row) => row.former_secret_until))}::timestamptz[],
    ${jsons(rows.map((row) => JSON.stringify(row.metadata)))},
    ${instants(rows.map((row) => row.created_at))}::timestamptz[],
    ${instants(rows.map((row) => row.updated_at))}::timestamptz[],
    ${instants(rows.map((row) => row.deleted_at))}::timestamptz[],
    ${plain(rows.map((row) => row.cursor_sequence))}::bigint[],
    ${instants(rows.map((row) => row.failing_since))}::timestamptz[])
  as u (${list}))`

export const webhookEndpoints: Table<WebhookEndpoint> = {
  name: 'webhook_endpoints',
  count: { counter: 'webhook_endpoints_count', counts: (row) => row.deleted_at === null },

  lock(tx, keys) {
    return query<WebhookEndpoint>(
      tx,
      sql`select ${columns} from webhook_endpoints w
          join ${wanted(keys, 'uuid')} on w.environment_id = wanted.environment_id and w.id = wanted.id
          order by w.environment_id, w.id for no key update of w`,
    )
  },

  insert(tx, rows) {
    return execute(tx, sql`insert into webhook_endpoints (${list}) select * from ${values(rows)} v`)
  },

  update(tx, rows) {
    return execute(
      tx,
      sql`update webhook_endpoints w set
            url = v.url, description = v.description, enabled_events = v.enabled_events,
            status = v.status, disabled_reason = v.disabled_reason, secret = v.secret,
            former_secret = v.former_secret, former_secret_until = v.former_secret_until,
            metadata = v.metadata, updated_at = v.updated_at, deleted_at = v.deleted_at,
            cursor_sequence = v.cursor_sequence, failing_since = v.failing_since
          from ${values(rows)} as v (${list})
          where w.environment_id = v.environment_id and w.id = v.id`,
    )
  },
}

/** Endpoints as read, in the order asked for; undefined where there is none. */
export async function findEndpoints(
  db: Db,
  keys: RowKey[],
): Promise<(WebhookEndpoint | undefined)[]> {
  const rows = await query<WebhookEndpoint>(
    db,
    sql`select ${columns} from webhook_endpoints w
        join ${wanted(keys, 'uuid')} on w.environment_id = wanted.environment_id and w.id = wanted.id
        where w.deleted_at is null`,
  )
  return inOrder(keys, rows)
}

/** The types of events that wait to be delivered to each of these endpoints. */
export async function pendingTypes(db: Db, keys: readonly RowKey[]): Promise<string[][]> {
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
