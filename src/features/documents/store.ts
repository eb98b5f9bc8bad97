// What documents show beside the invoice itself: its parties, frozen or of today, and the logo.

import { readSnapshot, type Snapshot, snapshotOf } from '../../domain/snapshot.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'

export interface Parties extends Snapshot {
  mode: 'test' | 'live'
}

type Row = Parameters<typeof snapshotOf>[0] & {
  mode: 'test' | 'live'
  snapshot: unknown
  customer: Parameters<typeof snapshotOf>[1]
}

/** Who an invoice is from and to: as frozen when it was issued, else as they are now. */
export async function findParties(
  db: Db,
  { environment_id, id }: RowKey,
): Promise<Parties | undefined> {
  const rows = await query<Row & Record<string, unknown>>(
    db,
    sql`select s.mode, s.name as account_name, s.language, s.time_zone, s.profile::text as profile,
               i.snapshot, case when i.snapshot is null then row_to_json(c) end as customer
        from invoices i
        join environment_settings s on s.environment_id = i.environment_id
        join customers c on c.environment_id = i.environment_id and c.id = i.customer_id
        where i.environment_id = ${environment_id} and i.id = ${id}`,
  )
  const row = rows[0]
  if (!row) return undefined
  return { mode: row.mode, ...readSnapshot(row.snapshot ?? snapshotOf(row, row.customer)) }
}
