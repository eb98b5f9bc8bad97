// Reads the event feed. Writing it is part of the write path.

import { type Db, query, sql } from '../../platform/db/sql.ts'

export interface StoredEvent {
  sequence: number
  id: string
  type: string
  created_at: number
  /** JSON text, as it was recorded. */
  object: string
  previous_attributes: string | null
}

const columns = sql`sequence, id, type, created_at, object::text as object,
  previous_attributes::text as previous_attributes`

export function listEventsAfter(
  db: Db,
  environmentId: number,
  after: number,
  most: number,
): Promise<StoredEvent[]> {
  return query<StoredEvent & Record<string, unknown>>(
    db,
    sql`select ${columns} from events
        where environment_id = ${environmentId} and sequence > ${after}
        order by sequence limit ${most}`,
  )
}

export function listEventsBefore(
  db: Db,
  environmentId: number,
  before: number,
  most: number,
): Promise<StoredEvent[]> {
  return query<StoredEvent & Record<string, unknown>>(
    db,
    sql`select ${columns} from events
        where environment_id = ${environmentId} and sequence < ${before}
        order by sequence desc limit ${most}`,
  )
}

/** How many events there are, which is also the sequence of the last one. */
export async function countEvents(db: Db, environmentId: number): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    sql`select event_sequence as count from environment_counters
        where environment_id = ${environmentId}`,
  )
  return rows[0]?.count ?? 0
}
