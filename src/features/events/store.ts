// Reads the event feed. Writing it is part of the write path.

import { type Db, join, query, queryPlanned, type Sql, sql } from '../../platform/db/sql.ts'

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

export interface EventFilter {
  /** Types to read; undefined is all. */
  types?: string[] | undefined
  object_id?: string | undefined
  /** Those about a customer and what is theirs. */
  customer_id?: number | undefined
}

const columns = sql`e.sequence, e.id, e.type, e.object_id, e.created_at, e.object::text as object,
  e.previous_attributes::text as previous_attributes`

/** Events after a sequence, ascending. */
export function listEventsAfter(
  db: Db,
  environmentId: number,
  after: number,
  most: number,
  filter: EventFilter = {},
): Promise<StoredEvent[]> {
  return read(db, environmentId, filter, sql`e.sequence > ${after}`, sql`sequence`, most)
}

/** Events before a sequence, descending. */
export function listEventsBefore(
  db: Db,
  environmentId: number,
  before: number,
  most: number,
  filter: EventFilter = {},
): Promise<StoredEvent[]> {
  return read(db, environmentId, filter, sql`e.sequence < ${before}`, sql`sequence desc`, most)
}

// By type, each type is read along its own index and the first of all are taken, so that the cost
// does not grow with the events of other types. A customer has few enough to look through.
function read(
  db: Db,
  environmentId: number,
  { types, object_id, customer_id }: EventFilter,
  position: Sql,
  order: Sql,
  most: number,
): Promise<StoredEvent[]> {
  const where = [position]
  if (object_id !== undefined) where.push(sql`e.object_id = ${object_id}`)
  if (customer_id !== undefined) {
    where.push(sql`e.customer_id = ${customer_id}`)
    if (types !== undefined) where.push(sql`e.type = any(${types}::text[])`)
  }
  if (types === undefined || customer_id !== undefined) {
    const statement = sql`select ${columns} from events e
                          where e.environment_id = ${environmentId} and ${join(where, ' and ')}
                          order by e.${order} limit ${most}`
    const run = where.length === 1 ? query : queryPlanned
    return run<StoredEvent & Record<string, unknown>>(db, statement)
  }
  return queryPlanned<StoredEvent & Record<string, unknown>>(
    db,
    sql`select chosen.* from unnest(${types}::text[]) as wanted (type)
        cross join lateral (
          select ${columns} from events e
          where e.environment_id = ${environmentId} and ${join(where, ' and ')}
            and e.type = wanted.type
          order by e.${order} limit ${most}) chosen
        order by chosen.${order} limit ${most}`,
  )
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

/** Several events of an environment, by sequence. */
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

/** What fan-out needs to know of the next events. */
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

/** How many events each environment has, which is also the sequence of its last one. */
export async function countEvents(db: Db, environmentIds: number[]): Promise<number[]> {
  const rows = await query<{ environment_id: number; count: number }>(
    db,
    sql`select c.environment_id, c.event_sequence as count from environment_counters c
        where c.environment_id = any(${environmentIds}::int[])`,
  )
  const counts = new Map(rows.map((row) => [row.environment_id, row.count]))
  return environmentIds.map((id) => counts.get(id) ?? 0)
}
