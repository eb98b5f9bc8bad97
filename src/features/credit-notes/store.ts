// All SQL of credit notes beyond their record: by invoice, and without the person they were for.

import { ERASED } from '../../domain/erasure.ts'
import { type Db, execute, plain, query, type Sql, sql } from '../../platform/db/sql.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'
import type { ErasedRows } from '../manifest.ts'
import { type CreditNote, creditNotes } from './record.ts'

/** Many more than an invoice has. */
const NOTES_MOST = 1_000

/** The notes of an invoice that are not void, the first one first. */
export const findNotesOf = (db: Db, { environment_id, id }: RowKey): Promise<CreditNote[]> =>
  findWhere(db, environment_id, sql`invoice_id = ${id} and status = 'issued'`)

export const findByNumber = (db: Db, environmentId: number, number: string) =>
  findWhere(db, environmentId, sql`number = ${number}`)

async function findWhere(db: Db, environmentId: number, where: Sql): Promise<CreditNote[]> {
  const keys = await query<{ environment_id: number; id: string }>(
    db,
    sql`select environment_id, id from credit_notes
        where environment_id = ${environmentId} and ${where}
        order by created_at, id limit ${NOTES_MOST}`,
  )
  if (keys.length === 0) return []
  const found = await creditNotes.find(db, keys)
  return found.flatMap((note) => note ?? [])
}

export const erasedNotes: ErasedRows = {
  table: 'credit_notes',
  left: creditNotes.left,
  meanwhile: 'none',

  async erase(tx: Tx, environmentId: number, ids: readonly string[]) {
    await creditNotes.erase(tx, environmentId, ids)
    await execute(
      tx,
      sql`update credit_notes n set lines = (
            select json_agg(line.value || jsonb_build_object('description', ${ERASED}::text)
              order by line.ordinality)
            from jsonb_array_elements(n.lines::jsonb) with ordinality line)
          where n.environment_id = ${environmentId} and n.id = any(${plain(ids)}::uuid[])`,
    )
  },
}
