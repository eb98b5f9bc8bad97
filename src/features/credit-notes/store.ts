// All SQL of credit notes beyond their record: by invoice, and erasure.

import { ERASED } from '../../domain/erasure.ts'
import type { Credited } from '../../domain/parts.ts'
import { type Db, execute, instants, plain, query, type Sql, sql } from '../../platform/db/sql.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'
import type { ErasedRows } from '../manifest.ts'
import { type CreditNote, creditNoteIds, creditNotes } from './record.ts'

/** Upper bound on the notes read at once; an invoice has far fewer. */
const NOTES_MOST = 1_000

/** The notes of an invoice that are not void, in the order of issue. */
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

/** The credits of an invoice's notes that were issued before one of them and were not void then. */
export async function findCreditedBefore(
  db: Db,
  { environment_id, id, invoice_id, created_at }: CreditNote,
): Promise<(Credited | null)[][]> {
  const notes = await query<{ id: string; credits: (Credited | null)[] }>(
    db,
    sql`select id, credits from credit_notes
        where environment_id = ${environment_id} and invoice_id = ${invoice_id}
          and created_at <= (${instants([created_at])}::timestamptz[])[1]`,
  )
  const byRef = new Map(notes.map((note) => [creditNoteIds.ref(note.id), note.credits]))
  // Ordered by events, as several can have happened in one millisecond.
  const events = await query<{ object_id: string; type: string; sequence: number }>(
    db,
    sql`select object_id, type, sequence from events
        where environment_id = ${environment_id} and object_id = any(${[...byRef.keys()]}::text[])
          and type in ('credit_note.issued', 'credit_note.voided')
        order by sequence`,
  )
  const standing = new Map<string, (Credited | null)[]>()
  for (const { object_id, type } of events) {
    if (object_id === creditNoteIds.ref(id)) break
    if (type === 'credit_note.voided') standing.delete(object_id)
    else standing.set(object_id, byRef.get(object_id) ?? [])
  }
  return [...standing.values()]
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
