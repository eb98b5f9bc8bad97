// All SQL of invoices and their lines.

import type { LineItem } from '../../domain/invoice-lines.ts'
import { readSnapshot, type Snapshot } from '../../domain/snapshot.ts'
import { digestOf } from '../../platform/canonical-json.ts'
import { insertAll, toInsert } from '../../platform/db/given.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import type { UnreadOf } from '../../platform/db/record.ts'
import { type Db, execute, instants, plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { RowKey, Table, Tx } from '../../platform/db/table.ts'
import { sumInvoices } from '../sums/store.ts'
import { type Invoice, type InvoiceRow, invoiceRecord, type ReadInvoice, SHAPE } from './record.ts'
import { keptText } from './text.ts'

/** The seal of a finalized invoice: a digest of its frozen content, stored with the event of finalizing. */
export const sealOf = ({
  snapshot,
  derivation,
  due_date_set,
}: Pick<Invoice, 'snapshot' | 'derivation' | 'due_date_set'>): string =>
  digestOf({ snapshot, derivation, due_date_set })

type StoredLine = LineItem & { environment_id: number; invoice_id: string }

export const invoices: Table<Invoice> = {
  ...invoiceRecord,

  async lock(tx, keys, how) {
    // Sent at the same time: it runs once the rows are locked, and sees the lines as of then.
    const [rows, lines] = await Promise.all([
      invoiceRecord.lock(tx, keys, how),
      findLines(tx, keys),
    ])
    return withLines(rows, lines)
  },

  async findBy(tx, column, keys) {
    const rows = await invoiceRecord.findBy(tx, column, keys)
    return withLines(rows, await findLines(tx, rows))
  },

  async insert(tx, rows) {
    await Promise.all([
      sumInvoices(tx, rows),
      invoiceRecord.insert(tx, rows.map(withText)),
      insertLines(tx, rows),
    ])
  },

  async update(tx, rows) {
    const replaced = rows.filter((row) => row.lines_replaced)
    await Promise.all([
      sumInvoices(tx, rows),
      invoiceRecord.update(tx, rows.map(withText)),
      ...(replaced.length > 0 ? [deleteLines(tx, replaced), insertLines(tx, replaced)] : []),
    ])
  },
}

/** A row with its text, for later reads. */
const withText = (row: Invoice): Invoice & UnreadOf<typeof invoiceRecord.members> => ({
  ...row,
  shown: keptText(row),
  shown_of: row.updated_at,
  shown_shape: SHAPE,
})

/** The columns that reads return; the frozen columns are read only where they are used. */
const readColumns = invoiceRecord.columns('i', ['snapshot', 'derivation'])

const withLines = (
  rows: readonly InvoiceRow[],
  lines: ReadonlyMap<string, LineItem[]>,
): Invoice[] =>
  rows.map((row) => ({ ...row, line_items: lines.get(keyOf(row.environment_id, row.id)) ?? [] }))

function deleteLines(tx: Tx, rows: Invoice[]): Promise<number> {
  return execute(
    tx,
    sql`delete from invoice_lines l using ${wanted(rows, 'uuid')}
        where l.environment_id = wanted.environment_id and l.invoice_id = wanted.id`,
  )
}

function insertLines(tx: Tx, rows: Invoice[]): Promise<void> {
  const lines = rows.flatMap(({ environment_id, id, line_items }) =>
    line_items.map((line, index) => ({
      environment_id,
      invoice_id: id,
      position: index + 1,
      ...line,
    })),
  )
  return insertAll(
    tx,
    'invoice_lines',
    lines,
    sql`insert into invoice_lines (environment_id, invoice_id, position, description, quantity,
                                   unit_price, amount, product_id, id, price_id, pricing,
                                   discount, tax, taxing, discounts, taxes,
                                   subscription_item_id, period_start, period_end, supply_date,
                                   invoice_item_id)
        select v.* from ${toInsert('v', lines, {
          invoice_id: sql`${plain(lines.map((line) => line.invoice_id))}::uuid[]`,
          position: sql`${plain(lines.map((line) => line.position))}::smallint[]`,
          description: sql`${lines.map((line) => line.description)}::text[]`,
          quantity: sql`${plain(lines.map((line) => line.quantity))}::numeric[]`,
          unit_price: sql`${plain(lines.map((line) => line.unit_price))}::numeric[]`,
          amount: sql`${plain(lines.map((line) => line.amount))}::bigint[]`,
          product_id: sql`${plain(lines.map((line) => line.product_id))}::uuid[]`,
          id: sql`${plain(lines.map((line) => line.id))}::uuid[]`,
          price_id: sql`${plain(lines.map((line) => line.price_id))}::uuid[]`,
          pricing: sql`${lines.map(({ pricing }) => textOf(pricing))}::json[]`,
          discount: sql`${plain(lines.map(({ discount }) => discount))}::bigint[]`,
          tax: sql`${plain(lines.map(({ tax }) => tax))}::bigint[]`,
          taxing: sql`${lines.map(({ taxing }) => textOf(taxing))}::json[]`,
          discounts: sql`${lines.map(({ discounts }) => textOf(discounts))}::json[]`,
          taxes: sql`${lines.map(({ taxes }) => textOf(taxes))}::json[]`,
          subscription_item_id: sql`${plain(lines.map((line) => line.subscription_item_id ?? null))}::uuid[]`,
          period_start: sql`${instants(lines.map((line) => line.period_start ?? null))}::timestamptz[]`,
          period_end: sql`${instants(lines.map((line) => line.period_end ?? null))}::timestamptz[]`,
          supply_date: sql`${plain(lines.map((line) => line.supply_date ?? null))}::date[]`,
          invoice_item_id: sql`${plain(lines.map((line) => line.invoice_item_id ?? null))}::uuid[]`,
        })}`,
  )
}

const textOf = (value: unknown): string | null => (value ? JSON.stringify(value) : null)

async function findLines(db: Db, keys: readonly RowKey[]): Promise<Map<string, LineItem[]>> {
  const lines = await query<StoredLine>(
    db,
    sql`select l.environment_id, l.invoice_id, l.description, l.quantity::text as quantity,
               l.unit_price::text as unit_price, l.amount, l.product_id, l.id, l.price_id,
               l.pricing, l.discount, l.tax, l.taxing, l.discounts, l.taxes,
               l.subscription_item_id, l.period_start, l.period_end, l.supply_date, l.invoice_item_id
        from invoice_lines l
        join ${wanted(keys, 'uuid')} on l.environment_id = wanted.environment_id
          and l.invoice_id = wanted.id
        order by l.environment_id, l.invoice_id, l.position`,
  )
  const byInvoice = new Map<string, LineItem[]>()
  for (const { environment_id, invoice_id, ...line } of lines) {
    const key = keyOf(environment_id, invoice_id)
    const items = byInvoice.get(key)
    if (items) items.push(line)
    else byInvoice.set(key, [line])
  }
  return byInvoice
}

const keyOf = (environmentId: number, id: string) => `${environmentId}/${id}`

/** Invoices in the order of the keys; undefined if missing. */
export async function findInvoices(db: Db, keys: RowKey[]): Promise<(ReadInvoice | undefined)[]> {
  const rows = await query<ReadInvoice & { [column: string]: unknown }>(
    db,
    // One statement, so that an invoice and its lines are of the same snapshot.
    sql`select ${readColumns}, (
          select json_agg(json_build_object('description', l.description, 'quantity', l.quantity::text,
              'unit_price', l.unit_price::text, 'amount', l.amount, 'product_id', l.product_id,
              'id', l.id, 'price_id', l.price_id, 'pricing', l.pricing, 'discount', l.discount,
              'tax', l.tax, 'taxing', l.taxing, 'discounts', l.discounts, 'taxes', l.taxes,
              'subscription_item_id', l.subscription_item_id,
              'period_start', (extract(epoch from l.period_start) * 1000)::bigint,
              'period_end', (extract(epoch from l.period_end) * 1000)::bigint,
              'supply_date', l.supply_date, 'invoice_item_id', l.invoice_item_id)
            order by l.position)
          from invoice_lines l
          where l.environment_id = i.environment_id and l.invoice_id = i.id) as line_items
        from invoices i
        join ${wanted(keys, 'uuid')} on i.environment_id = wanted.environment_id and i.id = wanted.id`,
  )
  return inOrder(keys, rows)
}

/** Number of lines whose texts are measured to weigh an invoice; further lines count as the longest. */
const LINES_WEIGHED = 40
const LINE_BYTES = 150
const LINE_BYTES_MOST = 2_150

/** Approximate length of the texts of an invoice `t`: a lower bound, computed without reading all of it. */
export const invoiceWeight = sql`octet_length(t.notes) + octet_length(t.reference) + octet_length(t.metadata::text)
  + (select coalesce(sum(octet_length(l.description) + ${raw(String(LINE_BYTES))}), 0) from invoice_lines l
     where l.environment_id = t.environment_id and l.invoice_id = t.id
       and l.position <= ${raw(String(LINES_WEIGHED))})
  + ${raw(String(LINE_BYTES_MOST))} * greatest(0, (
     select coalesce(max(l.position), 0) from invoice_lines l
     where l.environment_id = t.environment_id and l.invoice_id = t.id) - ${raw(String(LINES_WEIGHED))})`

/** The invoice whose hosted page has this token; undefined if none has it (any more). */
export async function findHosted(
  db: Db,
  hosted: { environment_id: number; token: string },
): Promise<RowKey | undefined> {
  const rows = await query<RowKey & { [column: string]: unknown }>(
    db,
    sql`select environment_id, id from invoices
        where environment_id = ${hosted.environment_id} and hosted_token = ${hosted.token}`,
  )
  return rows[0]
}

/** Frozen seller and customer, in the order of the keys; undefined for drafts and missing invoices. */
export async function findSnapshots(db: Db, keys: RowKey[]): Promise<(Snapshot | undefined)[]> {
  const rows = await query<RowKey & { snapshot: unknown }>(
    db,
    sql`select i.environment_id, i.id, i.snapshot from invoices i
        join ${wanted(keys, 'uuid')} on i.environment_id = wanted.environment_id and i.id = wanted.id
        where i.snapshot is not null`,
  )
  const found = new Map(
    rows.map((row) => [`${row.environment_id}/${row.id}`, readSnapshot(row.snapshot)]),
  )
  return keys.map((key) => found.get(`${key.environment_id}/${key.id}`))
}

/** How the amounts of a finalized invoice were computed, as frozen; null for a draft. */
export async function findDerivation(
  db: Db,
  { environment_id, id }: RowKey,
): Promise<Invoice['derivation']> {
  const rows = await query<{ derivation: Invoice['derivation'] }>(
    db,
    sql`select derivation from invoices where environment_id = ${environment_id} and id = ${id}`,
  )
  return rows[0]?.derivation ?? null
}

/** Invoices with one of these numbers. */
export async function findByNumber(
  db: Db,
  environmentId: number,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select i.id from invoices i
        where i.environment_id = ${environmentId} and i.number = any(${numbers}::text[])
        order by i.number`,
  )
  return rows.map(({ id }) => id)
}
