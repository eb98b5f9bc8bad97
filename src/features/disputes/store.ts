// SQL of disputes: the payments whose gateway is asked about them.

import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { Due } from '../../platform/sweeps/due.ts'

export const toAskAbout: Due = {
  table: sql`payments`,
  at: sql`t.disputes_at`,
  where: sql`t.disputes_at is not null`,
}

/** The payment that a gateway calls so. */
export async function findByRef(
  db: Db,
  { environment_id, gateway_id, ref }: { environment_id: number; gateway_id: string; ref: string },
): Promise<string | undefined> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from payments
        where environment_id = ${environment_id} and gateway_id = ${gateway_id}::uuid and gateway_ref = ${ref}
        limit 1`,
  )
  return rows[0]?.id
}
