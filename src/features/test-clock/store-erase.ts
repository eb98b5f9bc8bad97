// SQL that erases an environment, with a bounded number of rows per transaction, under the clock's lease.

import { type Db, execute, query, raw, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { reopenEnvironment } from '../accounts/store.ts'
import { unlinkAudit } from '../chain/store.ts'
import type { Lease } from './store.ts'

export interface Erasure extends Pick<Lease, 'token' | 'untilMs'> {
  environmentId: number
}

/** Locks the clock under its lease; returns false if another process has the lease by now. */
async function lockErased(tx: Tx, { environmentId, token }: Erasure): Promise<boolean> {
  const rows = await query(
    tx,
    sql`select 1 from test_clocks t
        where t.environment_id = ${environmentId} and t.status = 'resetting'
          and t.lease_token = ${token}
        for no key update`,
  )
  return rows.length === 1
}

/**
 * Deletes a limited number of rows of one table. Returns the number deleted, or undefined if the lease is lost. The
 * idempotency keys of requests about the clock itself are kept, so that a repeated reset is not done twice.
 */
export async function eraseRows(
  tx: Tx,
  erasure: Erasure,
  table: string,
  most: number,
): Promise<number | undefined> {
  if (!(await lockErased(tx, erasure))) return undefined
  const { environmentId, untilMs } = erasure
  const kept = table === 'idempotency_keys' ? "and object_id is distinct from 'test_clock'" : ''
  const erased = await execute(
    tx,
    sql`delete from ${raw(table)}
        where environment_id = ${environmentId} and ctid = any(array(
          select ctid from ${raw(table)}
          where environment_id = ${environmentId} ${raw(kept)} limit ${most}))`,
  )
  await execute(
    tx,
    sql`update test_clocks t
        set rows_erased = t.rows_erased + ${erased}, lease_until = ${new Date(untilMs)}
        where t.environment_id = ${environmentId}`,
  )
  return erased
}

/** Removes kept rows from the chain that is deleted, at most this many; undefined if the lease is lost. */
export async function unlinkRows(
  tx: Tx,
  erasure: Erasure,
  most: number,
): Promise<number | undefined> {
  if (!(await lockErased(tx, erasure))) return undefined
  const { environmentId, untilMs } = erasure
  await execute(
    tx,
    sql`update test_clocks t set lease_until = ${new Date(untilMs)}
        where t.environment_id = ${environmentId}`,
  )
  return unlinkAudit(tx, environmentId, most)
}

/**
 * Opens an erased environment again, as if new: numbers and feed start over, its time is wall time, and kept endpoints
 * read the feed from its new start. Returns false if the lease is lost.
 */
export async function finishErasure(tx: Tx, erasure: Erasure, wallMs: number): Promise<boolean> {
  if (!(await lockErased(tx, erasure))) return false
  const { environmentId } = erasure
  await reopenEnvironment(tx, environmentId)
  await beginFeed(tx, environmentId, wallMs)
  await execute(
    tx,
    sql`update test_clocks t
        set status = 'ready', finished_at = ${new Date(wallMs)}, lease_token = null,
            lease_until = null
        where t.environment_id = ${environmentId}`,
  )
  return true
}

/** Rows created at a future time are dated to now. */
function beginFeed(db: Db, environmentId: number, wallMs: number): Promise<number> {
  const now = new Date(wallMs)
  return execute(
    db,
    sql`update webhook_endpoints w
        set cursor_sequence = 0, created_at = least(w.created_at, ${now}::timestamptz),
            updated_at = least(w.updated_at, ${now}::timestamptz),
            deleted_at = case when w.deleted_at > ${now}::timestamptz
              then ${now}::timestamptz else w.deleted_at end
        where w.environment_id = ${environmentId}`,
  )
}
