// All SQL of the request log: batched writes, reads and erasures.

import type { Pool } from 'pg'
import { COPY_NULL, copyInto, copyText } from '../../platform/db/copy.ts'
import { type Db, execute, instants, plain, query, type Sql, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { uuidTime } from '../../platform/ids.ts'

/** A program with an API key, or a member in the dashboard. */
export const ACTOR_KINDS = ['key', 'user'] as const
export const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const

/** A request without its bodies. */
export interface RequestLine {
  environment_id: number
  id: string
  /** Wall time. */
  created_at: number
  method: (typeof METHODS)[number]
  path: string
  query: string | null
  operation: string
  status: number
  error_code: string | null
  duration_ms: number
  address: string
  user_agent: string | null
  actor_kind: (typeof ACTOR_KINDS)[number]
  actor: string
  actor_label: string
  object_id: string | null
  idempotency_key: string | null
}

export interface RequestWithBodies extends RequestLine {
  request_body: string | null
  response_body: string | null
  /** The event that contains the response, if it is not stored here. */
  response_event_id: string | null
  request_cut: boolean
  response_cut: boolean
}

const columns = sql`r.environment_id, r.id, r.created_at, r.method, r.path, r.query, r.operation,
  r.status, r.error_code, r.duration_ms, r.address, r.user_agent, r.actor_kind, r.actor,
  r.actor_label, r.object_id, r.idempotency_key`

/** A request's ID contains its arrival time: rows are found by both, in list order. */
const arrived = ({ id }: RowKey): number => uuidTime(String(id))

/** In the order of the columns in `copied`. */
const COPIED = `environment_id, id, created_at, method, path, query, operation, status, error_code,
  duration_ms, address, user_agent, actor_kind, actor, actor_label, object_id, idempotency_key,
  request_body, response_body, request_cut, response_cut, response_event_id`

/** The existing ones among these environments: requests of deleted ones are not written. */
export async function findEnvironments(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    db,
    sql`select e.id from environments e where e.id = any(${plain(ids)}::int[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Writes lines by COPY, which fills pages with many rows: inserting the same rows takes the database longer and writes
 * more WAL.
 */
export const insertRequests = (pool: Pool, rows: readonly RequestWithBodies[]): Promise<void> =>
  copyInto(pool, `requests (${COPIED})`, rows.map(copied).join(''))

/** A row in the text format of COPY. */
function copied(row: RequestWithBodies): string {
  const { environment_id, id, created_at, method, path, query, operation, status } = row
  const { error_code, duration_ms, address, user_agent, actor_kind, actor, actor_label } = row
  const { object_id, idempotency_key, request_body, response_body } = row
  const { request_cut, response_cut, response_event_id } = row
  // Texts from clients are escaped; the other columns contain no special characters of COPY.
  const said = `${copyText(path)}\t${copyText(query)}\t${operation}\t${status}\t${error_code ?? COPY_NULL}`
  const by = `${copyText(user_agent)}\t${actor_kind}\t${copyText(actor)}\t${copyText(actor_label)}`
  const about = `${copyText(object_id)}\t${copyText(idempotency_key)}`
  const bodies = `${copyText(request_body)}\t${copyText(response_body)}`
  const rest = `${request_cut}\t${response_cut}\t${response_event_id ?? COPY_NULL}`
  const at = new Date(created_at).toISOString()
  return `${environment_id}\t${id}\t${at}\t${method}\t${said}\t${duration_ms}\t${copyText(address)}\t${by}\t${about}\t${bodies}\t${rest}\n`
}

/** Limits the search to the partitions of these instants. */
const within = (instants: readonly number[]): Sql =>
  sql`r.created_at between ${new Date(Math.min(...instants))}::timestamptz
    and ${new Date(Math.max(...instants))}::timestamptz`

/** Requests by ID without their bodies, in the order of the keys; undefined if not found. */
export async function findRequests(db: Db, keys: RowKey[]): Promise<(RequestLine | undefined)[]> {
  if (keys.length === 0) return []
  const rows = await query<RequestLine & Record<string, unknown>>(
    db,
    sql`select ${columns} from requests r
        join unnest(${plain(keys.map((key) => key.environment_id))}::int[],
                    ${instants(keys.map(arrived))}::timestamptz[],
                    ${plain(keys.map((key) => key.id))}::uuid[]) as wanted (environment_id, created_at, id)
          on r.environment_id = wanted.environment_id and r.created_at = wanted.created_at
            and r.id = wanted.id
        where ${within(keys.map(arrived))}`,
  )
  const found = new Map(rows.map((row) => [`${row.environment_id}/${row.id}`, row]))
  return keys.map((key) => found.get(`${key.environment_id}/${key.id}`))
}

/** A request with the object of the event that contains its response. */
export type ReadRequest = RequestWithBodies & { event_object: string | null }

export async function findRequest(db: Db, key: RowKey): Promise<ReadRequest | undefined> {
  const rows = await query<ReadRequest & Record<string, unknown>>(
    db,
    sql`select ${columns}, r.request_body, r.response_body, r.request_cut, r.response_cut,
               r.response_event_id, e.object::text as event_object
        from requests r
        left join events e on e.environment_id = r.environment_id and e.id = r.response_event_id
        where r.environment_id = ${key.environment_id}
          and r.created_at = ${new Date(arrived(key))}::timestamptz and r.id = ${key.id}`,
  )
  return rows[0]
}

/** By this time after a request, its texts are in the log or never will be, so an erasure can process it. */
export const ERASABLE_MS = 5_000

/** True if a request has texts: bodies, query or idempotency key. */
const hasTexts = sql`(r.request_body is not null or r.response_body is not null
  or r.response_event_id is not null or r.query is not null or r.idempotency_key is not null)`
const withoutTexts = sql`request_body = null, response_body = null, response_event_id = null,
  query = null, idempotency_key = null`

/** Erases the texts of requests about these objects. */
export function eraseRequestsAbout(
  db: Db,
  environmentId: number,
  refs: readonly string[],
): Promise<number> {
  return execute(
    db,
    sql`update requests r set ${withoutTexts}
        where r.environment_id = ${environmentId} and r.object_id = any(${refs}::text[]) and ${hasTexts}`,
  )
}

/** The IDs of the next requests after one, whatever their subjects. */
export async function findNext(
  db: Db,
  environmentId: number,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select r.id from requests r
        where r.environment_id = ${environmentId}
          and (r.created_at, r.id) > (${new Date(uuidTime(after))}::timestamptz, ${after}::uuid)
        order by r.created_at, r.id limit ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** Erases the texts of those of these requests whose subject is unknown. */
export function eraseUnattributed(
  db: Db,
  environmentId: number,
  ids: readonly string[],
): Promise<number> {
  return execute(
    db,
    sql`update requests r set ${withoutTexts}
        from unnest(${instants(ids.map(uuidTime))}::timestamptz[], ${plain(ids)}::uuid[])
          as wanted (created_at, id)
        where r.environment_id = ${environmentId} and r.created_at = wanted.created_at
          and r.id = wanted.id and r.object_id is null and ${hasTexts}
          and ${within(ids.map(uuidTime))}`,
  )
}
