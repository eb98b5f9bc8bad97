// Reads the event feed. Writing it is part of the write path.

import { type Db, join, query, queryPlanned, raw, type Sql, sql } from '../../platform/db/sql.ts'

export interface StoredEvent {
  sequence: number
  id: string
  type: string
  object_id: string
  created_at: number
  /** JSON text, as it was recorded. */
  object: string
  previous_attributes: string | null
}

/** For several events: the number found, including those left out because of their size. */
export interface FoundEvent extends StoredEvent {
  found: number
}

/** The maximum bytes of events per read; the rest is left for the next read. */
const BYTES_MOST = 1024 * 1024

export interface EventFilter {
  /** Types to read; undefined for all. */
  types?: string[] | undefined
  object_id?: string | undefined
  /** Only events about a customer and its objects. */
  customer_id?: number | undefined
}

/** As stored; cast to text where needed. */
export const stored = sql`e.sequence, e.id, e.type, e.object_id, e.created_at, e.object,
  e.previous_attributes`
const columns = sql`e.sequence, e.id, e.type, e.object_id, e.created_at, e.object::text as object,
  e.previous_attributes::text as previous_attributes`

/** True if some of the events found were left out because of their size. */
export const isCut = (events: readonly FoundEvent[]): boolean =>
  (events[0]?.found ?? 0) > events.length

/**
 * The first events up to a total size, at least one. Values compressed to less than 24 kB are measured; longer ones are
 * estimated at sixteen times their compressed size.
 */
export function light(events: Sql, order: Sql): Sql {
  const bytes = (column: 'object' | 'previous_attributes') => {
    const stored = sql`pg_column_size(e.${raw(column)})`
    return sql`case when e.${raw(column)} is null then 0 when ${stored} > 24000 then 16 * ${stored}
                 else octet_length(e.${raw(column)}::text) end`
  }
  return sql`select e.sequence, e.id, e.type, e.object_id, e.created_at, e.object::text as object,
               e.previous_attributes::text as previous_attributes, e.found
             from (
               select e.*, count(*) over () as found,
                 sum(w.bytes) over (order by e.${order} rows unbounded preceding) - w.bytes as before
               from (${events}) e
               cross join lateral (
                 select ${bytes('object')} + ${bytes('previous_attributes')} as bytes) w) e
             where e.before < ${BYTES_MOST} order by e.${order}`
}

/** Events after a sequence number, ascending. */
export function listEventsAfter(
  db: Db,
  environmentId: number,
  after: number,
  most: number,
  filter: EventFilter = {},
): Promise<FoundEvent[]> {
  return read(db, environmentId, filter, sql`e.sequence > ${after}`, sql`sequence`, most)
}

/** Events before a sequence number, descending. */
export function listEventsBefore(
  db: Db,
  environmentId: number,
  before: number,
  most: number,
  filter: EventFilter = {},
): Promise<FoundEvent[]> {
  return read(db, environmentId, filter, sql`e.sequence < ${before}`, sql`sequence desc`, most)
}

// With types, each type is read along its own index and the results are merged, so that the cost does not grow with
// other types. A customer has few enough events to scan.
function read(
  db: Db,
  environmentId: number,
  { types, object_id, customer_id }: EventFilter,
  position: Sql,
  order: Sql,
  most: number,
): Promise<FoundEvent[]> {
  const where = [position]
  if (object_id !== undefined) where.push(sql`e.object_id = ${object_id}`)
  if (customer_id !== undefined) {
    where.push(sql`e.customer_id = ${customer_id}`)
    if (types !== undefined) where.push(sql`e.type = any(${types}::text[])`)
  }
  if (types === undefined || customer_id !== undefined) {
    const found = sql`select ${stored} from events e
                      where e.environment_id = ${environmentId} and ${join(where, ' and ')}
                      order by e.${order} limit ${most}`
    const run = where.length === 1 ? query : queryPlanned
    return run<FoundEvent & Record<string, unknown>>(db, light(found, order))
  }
  const found = sql`select chosen.* from unnest(${types}::text[]) as wanted (type)
                    cross join lateral (
                      select ${stored} from events e
                      where e.environment_id = ${environmentId} and ${join(where, ' and ')}
                        and e.type = wanted.type
                      order by e.${order} limit ${most}) chosen
                    order by chosen.${order} limit ${most}`
  return queryPlanned<FoundEvent & Record<string, unknown>>(db, light(found, order))
}

export async function findEvent(
  db: Db,
  environmentId: number,
  id: string,
): Promise<StoredEvent | undefined> {
  const rows = await query<StoredEvent & Record<string, unknown>>(
    db,
    sql`select ${columns} from events e where e.environment_id = ${environmentId} and e.id = ${id}`,
  )
  return rows[0]
}

/** Several events of an environment, by sequence number. */
export async function findEvents(
  db: Db,
  environmentId: number,
  sequences: number[],
): Promise<Map<number, StoredEvent>> {
  const rows = await query<StoredEvent & Record<string, unknown>>(
    db,
    sql`select ${columns} from events e
        where e.environment_id = ${environmentId} and e.sequence = any(${sequences}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.sequence, row]))
}

export interface EventHead {
  sequence: number
  id: string
  type: string
  object_id: string
}

/** The fields of the next events that fan-out needs. */
export function listEventHeads(
  db: Db,
  environmentId: number,
  after: number,
  most: number,
): Promise<EventHead[]> {
  return query<EventHead & Record<string, unknown>>(
    db,
    sql`select e.sequence, e.id, e.type, e.object_id from events e
        where e.environment_id = ${environmentId} and e.sequence > ${after}
        order by e.sequence limit ${most}`,
  )
}

/** The number of events in each environment, which is also the sequence number of its last one. */
export async function countEvents(db: Db, environmentIds: number[]): Promise<number[]> {
  const rows = await query<{ environment_id: number; count: number }>(
    db,
    sql`select c.environment_id, c.event_sequence as count from environment_counters c
        where c.environment_id = any(${environmentIds}::int[])`,
  )
  const counts = new Map(rows.map((row) => [row.environment_id, row.count]))
  return environmentIds.map((id) => counts.get(id) ?? 0)
}
