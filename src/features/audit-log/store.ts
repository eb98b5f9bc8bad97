// The audit log as it is read; the write path writes it.

import type { RowKey } from '../../platform/db/action.ts'
import type { AuditRow } from '../../platform/db/audit.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'

export type AuditEntry = Omit<AuditRow, 'first_sequence' | 'last_sequence'> & { id: string }

/** Entries by id, in the order asked for; undefined where there is none. */
export async function findAuditEntries(
  db: Db,
  keys: RowKey[],
): Promise<(AuditEntry | undefined)[]> {
  const rows = await query<AuditEntry & Record<string, unknown>>(
    db,
    sql`select a.environment_id, a.id, a.created_at, a.actor, a.actor_label, a.address,
               a.request_id, a.action, a.object_id
        from audit_log a
        join ${wanted(keys, 'uuid')}
          on a.environment_id = wanted.environment_id and a.id = wanted.id`,
  )
  return inOrder(keys, rows)
}
