// SQL that finds the erased persons still to be removed from the request log.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'

export interface DueLog {
  environment_id: number
  /** The ID of the customer. */
  id: number
  /** Wall time. */
  log_due_at: number
}

/** Erased persons whose data can still be in the request log, longest waiting first. */
export function findDueLogs(db: Db, wallMs: number, most: number): Promise<DueLog[]> {
  return query<DueLog & Record<string, unknown>>(
    db,
    sql`select d.* from environments n cross join lateral (
          select e.environment_id, e.customer_id as id, e.log_due_at from customer_erasures e
          where e.environment_id = n.id and e.log_due_at <= ${new Date(wallMs)}
          order by e.log_due_at limit ${most}) d
        order by d.log_due_at limit ${most}`,
  )
}

/** Marks it as done, unless the erasure was restarted meanwhile. */
export function endLog(db: Db, { environment_id, id, log_due_at }: DueLog): Promise<number> {
  return execute(
    db,
    sql`update customer_erasures e set log_due_at = null
        where e.environment_id = ${environment_id} and e.customer_id = ${id}
          and e.log_due_at = ${new Date(log_due_at)}`,
  )
}
