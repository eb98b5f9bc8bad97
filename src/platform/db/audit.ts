// The audit log: who made each write, when, from where, and which write it was.

import { newUuid } from '../ids.ts'
import { type Mark, markColumns } from './chain.ts'
import { insertAll, toInsert } from './given.ts'
import { type Db, instants, plain, sql } from './sql.ts'

/** Who requested a write, and by which operation. */
export interface Origin {
  actor: string
  actor_label: string
  address: string
  request_id: string | null
  action: string
}

export interface AuditRow extends Origin {
  /** Assigned when the row is linked, or otherwise when it is inserted. */
  id?: string
  environment_id: number
  object_id: string | null
  /** First and last event it recorded, by their sequence in the feed; null if it recorded no event. */
  first_sequence: number | null
  last_sequence: number | null
  /** Wall time. */
  created_at: number
  /** Position in the chain; a sweep links rows written outside the lane. */
  mark?: Mark
}

export function insertAudit(db: Db, rows: readonly AuditRow[]): Promise<void> {
  return insertAll(
    db,
    'audit_log',
    rows,
    sql`insert into audit_log (environment_id, id, created_at, actor, actor_label, address,
                               request_id, action, object_id, first_sequence, last_sequence,
                               link, digest, salt)
        select v.environment_id, v.id, v.created_at, v.actor, v.actor_label, v.address, v.request_id,
               v.action, v.object_id, v.first_sequence, v.last_sequence, v.link,
               decode(v.digest, 'hex'), decode(v.salt, 'hex')
        from ${toInsert('v', rows, {
          id: sql`${plain(rows.map((row) => row.id ?? newUuid(row.created_at)))}::uuid[]`,
          created_at: sql`${instants(rows.map((row) => row.created_at))}::timestamptz[]`,
          actor: sql`${rows.map((row) => row.actor)}::text[]`,
          actor_label: sql`${rows.map((row) => row.actor_label)}::text[]`,
          address: sql`${rows.map((row) => row.address)}::text[]`,
          request_id: sql`${rows.map((row) => row.request_id)}::text[]`,
          action: sql`${rows.map((row) => row.action)}::text[]`,
          object_id: sql`${rows.map((row) => row.object_id)}::text[]`,
          first_sequence: sql`${plain(rows.map((row) => row.first_sequence))}::bigint[]`,
          last_sequence: sql`${plain(rows.map((row) => row.last_sequence))}::bigint[]`,
          ...markColumns(rows),
        })}`,
  )
}
