// Who made the link of a member, by the audit log.

import { type Db, query, sql } from '../../platform/db/sql.ts'

/** The actor of the latest one; undefined when the log does not tell. */
export async function findLinkMaker(
  db: Db,
  environmentId: number,
  memberRef: string,
): Promise<string | undefined> {
  const rows = await query<{ actor: string }>(
    db,
    sql`select actor from audit_log
        where environment_id = ${environmentId} and object_id = ${memberRef}
          and action in ('inviteMember', 'linkMember')
        order by created_at desc, id desc limit 1`,
  )
  return rows[0]?.actor
}
