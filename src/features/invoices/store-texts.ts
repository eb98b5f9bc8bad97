// All SQL of the JSON texts of invoices: read instead of the rows they are of, and written anew where they are not.

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

/** As the index `invoices_without_text` has it. */
export const WITHOUT_TEXT = raw(
  `(shown is null or shown_of is distinct from updated_at or shown_shape is distinct from ${SHAPE}::smallint)`,
)

/** Whether the text of a row `t` is of this very version of it, and of this shape. */
const isOfRow = raw(`t.shown_of = t.updated_at and t.shown_shape = ${SHAPE}`)

/** Kept text of an invoice `t`; null if it is of another version of the row, or of another shape. */
export const currentText = sql`case when ${isOfRow} then t.shown end`

/** About how much an invoice `t` is to read, where its text is there to tell. */
export const textWeight = sql`case when ${isOfRow} then octet_length(t.shown) end`

/** The kept texts of invoices, in the order asked for; undefined where there is no invoice. */
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

/** About how much is written in one round: fifty of the largest invoices weigh more than all else in the memory. */
const ROUND_BYTES = 2 * 1024 * 1024

/** The first ones that weigh no more than that together; at least one. */
function firstOf<T extends { weight: number }>(due: readonly T[]): T[] {
  let bytes = 0
  return due.filter(({ weight }, index) => {
    bytes += weight
    return index === 0 || bytes <= ROUND_BYTES
  })
}

/** Writes the texts of the next invoices without behind a place. Waits for nobody. */
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
  // Read behind the lock, so that nobody changes one in between.
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
