// Which secret the answer to a write showed, as long as it may be shown again.

import { type Db, query, sql } from '../../platform/db/sql.ts'

export interface ShownSecret {
  environment_id: number
  /** The Idempotency-Key of the write. */
  key: string
  /** As the answer names the endpoint, and as its row is known. */
  ref: string
  id: string
  /** Who asks again. */
  actor: string
  /** Wall time before which it was shown too long ago. */
  since: number
}

/**
 * The sealed secret that a write made, to whoever made it, as long as it is the current one: one
 * statement, so that no rotation can come in between. Undefined where any of this is not so.
 */
export async function findShownSecret(db: Db, asked: ShownSecret): Promise<Buffer | undefined> {
  const { environment_id, key, ref, id, actor, since } = asked
  const rows = await query<{ secret: Buffer }>(
    db,
    sql`select w.secret
        from idempotency_keys k
        join events e on e.environment_id = k.environment_id and e.id = k.event_id
        join webhook_endpoints w on w.environment_id = k.environment_id and w.id = ${id}
        where k.environment_id = ${environment_id} and k.key = ${key}
          and k.created_at > ${new Date(since)}
          and e.object_id = ${ref} and w.deleted_at is null
          and exists (
            select from audit_log a
            where a.environment_id = k.environment_id and a.object_id = ${ref}
              and a.first_sequence = e.sequence and a.actor = ${actor})
          and not exists (
            select from events later
            where later.environment_id = k.environment_id and later.object_id = ${ref}
              and later.sequence > e.sequence
              and later.type = 'webhook_endpoint.secret_rotated')`,
  )
  return rows[0]?.secret
}
