// All SQL of the JSON texts of invoices: read instead of the rows, and written again when outdated.

import { given } from '../../platform/db/given.ts'
import {
  type Db,
  execute,
  plain,
  query,
  queryArrays,
  raw,
  sql,
  unseen,
} from '../../platform/db/sql.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'
import type { Filled } from '../../platform/sweeps/backfill.ts'
import { SHAPE } from './record.ts'
import { findInvoices, invoiceWeight } from './store.ts'
import { keptText } from './text.ts'

/** Written as in the index `invoices_without_text_3`. */
export const WITHOUT_TEXT = raw(
  `(shown is null or shown_of is distinct from updated_at or shown_shape is distinct from ${SHAPE}::smallint)`,
)

/** True if the text of a row `t` matches its current version and the current shape. */
const isOfRow = raw(`t.shown_of = t.updated_at and t.shown_shape = ${SHAPE}`)

/** Stored text of an invoice `t`; null if it is of another version of the row, or of another shape. */
export const currentText = sql`case when ${isOfRow} then t.shown end`

/** Approximate bytes to read of an invoice `t`; null if it has no current text. */
export const textWeight = sql`case when ${isOfRow} then octet_length(t.shown) end`

/** The stored texts of invoices, in the order of the keys; undefined if missing. */
export async function findTexts(db: Db, keys: RowKey[]): Promise<(string | undefined)[]> {
  const found = await queryArrays<[place: number, text: string | null]>(
    db,
    sql`select wanted.place, ${currentText}
        from invoices t
        join ${given('wanted', keys, {
          id: unseen(plain(keys.map(({ id }) => id)), 'uuid[]'),
          place: unseen(plain(keys.map((_, place) => place)), 'int[]'),
        })} on t.environment_id = wanted.environment_id and t.id = wanted.id`,
  )
  const texts = new Array<string | undefined>(keys.length)
  const without: number[] = []
  for (const [place, text] of found) {
    if (text === null) without.push(place)
    else texts[place] = text
  }
  if (without.length === 0) return texts
  const rows = await findInvoices(
    db,
    without.map((place) => keys[place] as RowKey),
  )
  for (const [index, row] of rows.entries()) {
    texts[without[index] as number] = row && keptText(row)
  }
  return texts
}

export interface Place {
  created_at: number
  id: string
}

/** Approximate bytes written per round: fifty of the largest invoices would exceed all other memory use. */
const ROUND_BYTES = 2 * 1024 * 1024

/** The first ones that fit into a round together; at least one. */
function firstOf<T extends { weight: number }>(due: readonly T[]): T[] {
  let bytes = 0
  return due.filter(({ weight }, index) => {
    bytes += weight
    return index === 0 || bytes <= ROUND_BYTES
  })
}

/** Writes the texts of the next invoices without one, after a position. Never waits for locks. */
export async function fillTexts(
  tx: Tx,
  environmentId: number,
  { after, most }: { after: Place; most: number },
): Promise<Filled<Place>> {
  const found = await query<Place & { weight: number }>(
    tx,
    sql`select t.created_at, t.id, ${invoiceWeight} as weight from invoices t
        where t.environment_id = ${environmentId} and ${WITHOUT_TEXT}
          and (t.created_at, t.id) > (${new Date(after.created_at)}::timestamptz, ${after.id}::uuid)
        order by t.created_at, t.id limit ${most} for no key update of t skip locked`,
  )
  const due = firstOf(found)
  // Read under the lock, so that no other session changes one in between.
  const rows = await findInvoices(
    tx,
    due.map(({ id }) => ({ environment_id: environmentId, id })),
  )
  const present = rows.filter((row) => row !== undefined)
  await execute(
    tx,
    sql`update invoices i set shown = v.shown, shown_of = i.updated_at, shown_shape = ${SHAPE}
        from unnest(${plain(present.map(({ id }) => id))}::uuid[], ${present.map(keptText)}::text[])
          as v (id, shown)
        where i.environment_id = ${environmentId} and i.id = v.id`,
  )
  return {
    found: due.length,
    last: due.at(-1),
    more: found.length === most || due.length < found.length,
  }
}
