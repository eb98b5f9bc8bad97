// Reads of the audit log; the write path writes it.

import type { AuditRow } from '../../platform/db/audit.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { memberIds } from '../members/record.ts'
import { findMembers } from '../members/store.ts'

export type AuditEntry = Omit<AuditRow, 'first_sequence' | 'last_sequence'> & {
  id: string
  /** The type of the first event that the write recorded about the object. */
  event_type: string | null
  /** The name of the object in that event. */
  event_name: string | null
  /** The properties of the object that changed, by that event. */
  changed: string[]
  key_name: string | null
  member_name: string | null
}

/** Entries in the order of the keys; undefined if missing. */
export async function findAuditEntries(
  db: Db,
  keys: RowKey[],
): Promise<(AuditEntry | undefined)[]> {
  const rows = await query<AuditEntry & Record<string, unknown>>(
    db,
    sql`select a.environment_id, a.id, a.created_at, a.actor, a.actor_label, a.address,
               a.request_id, a.action, a.object_id, recorded.event_type, recorded.event_name,
               k.name as key_name, coalesce(recorded.changed, '{}') as changed
        from audit_log a
        join ${wanted(keys, 'uuid')}
          on a.environment_id = wanted.environment_id and a.id = wanted.id
        left join api_keys k on k.environment_id = a.environment_id and k.id = a.object_id
        left join lateral (
          select e.type as event_type,
                 coalesce(e.object ->> 'number', e.object ->> 'name', e.object ->> 'url') as event_name,
                 array(select json_object_keys(e.previous_attributes)) as changed
          from events e
          where e.environment_id = a.environment_id and e.object_id = a.object_id
            and e.sequence between a.first_sequence and a.last_sequence
          order by e.sequence limit 1) recorded on true`,
  )
  return inOrder(keys, await withMembers(db, rows))
}

/** Adds the names of members, who have no events. */
async function withMembers(db: Db, rows: AuditEntry[]): Promise<AuditEntry[]> {
  const ids = rows.map(({ object_id }) => memberIds.parse(object_id ?? ''))
  const wanted = rows.flatMap(({ environment_id }, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ environment_id, id }]
  })
  const found = wanted.length > 0 ? await findMembers(db, wanted) : []
  const names = new Map(
    found.flatMap((member) => (member ? [[member.id, member.name || member.email]] : [])),
  )
  return rows.map((row, index) => ({ ...row, member_name: names.get(ids[index] ?? '') ?? null }))
}
