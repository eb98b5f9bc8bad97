// SQL that finds the secret a response showed, while it can be shown again.

import { type Db, query, sql } from '../../platform/db/sql.ts'

export interface ShownSecret {
  environment_id: number
  /** The Idempotency-Key of the write. */
  key: string
  /** The endpoint's ID in responses, and the ID of its row. */
  ref: string
  id: string
  /** The actor that repeats the request. */
  actor: string
  /** The wall time before which the secret was shown too long ago. */
  since: number
}

/**
 * The sealed secret that a write created, if the same actor asks and it is still current. One statement, so that no
 * rotation can happen in between. Undefined otherwise.
 */
export async function findShownSecret(db: Db, shown: ShownSecret): Promise<Buffer | undefined> {
  const { environment_id, key, ref, id, actor, since } = shown
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
