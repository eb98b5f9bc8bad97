// Reads the tables from the PostgreSQL catalogue, with the rows of full books, for corruptions.

import type { Pool } from 'pg'

export interface Column {
  name: string
  type: string
  nullable: boolean
  /** The closed list of words that a check constraint allows; empty if it has no such list. */
  words: string[]
}

/** Every column as text; SQL null is null. */
export type Row = Record<string, string | null>

export interface Shape {
  table: string
  columns: Column[]
  primary: string[]
  /** The columns of each unique constraint, in addition to the primary key. */
  uniques: string[][]
  /** The rows with the most non-trivial columns first. */
  rows: Row[]
  /** Outcome of erasures of customers, by environment and customer number. */
  erasures: Map<string, 'kept' | 'erased'>
}

interface Described {
  tbl: string
  name: string
  type: string
  nullable: boolean
}

interface Indexed {
  tbl: string
  is_primary: boolean
  columns: string[]
}

const OURS = "(select oid from pg_namespace where nspname = 'public')"

/** Reads all tables except the named ones. */
export async function readShapes(pool: Pool, without: readonly string[]): Promise<Shape[]> {
  const columns = await pool.query<Described>(
    `select t.relname as tbl, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            not a.attnotnull as nullable
     from pg_attribute a join pg_class t on t.oid = a.attrelid and t.relkind in ('r', 'p') and not t.relispartition
     where t.relnamespace = ${OURS} and a.attnum > 0 and not a.attisdropped
     order by t.relname, a.attnum`,
  )
  const indexes = await pool.query<Indexed>(
    `select t.relname as tbl, i.indisprimary as is_primary,
            array(select a.attname::text from unnest(i.indkey) with ordinality k (number, place)
                  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
                  where k.place <= i.indnkeyatts order by k.place) as columns
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relnamespace = ${OURS} and i.indisunique order by i.indexrelid`,
  )
  const words = await readWords(pool)
  const erasures = await readErasures(pool)
  const tables = [...new Set(columns.rows.map(({ tbl }) => tbl))].filter(
    (t) => !without.includes(t),
  )
  return Promise.all(
    tables.map(async (table) => {
      const own = indexes.rows.filter(({ tbl }) => tbl === table)
      const shape: Shape = {
        table,
        columns: columns.rows
          .filter(({ tbl }) => tbl === table)
          .map((column) => ({ ...column, words: words.get(`${table}.${column.name}`) ?? [] })),
        primary: own.find(({ is_primary }) => is_primary)?.columns ?? [],
        uniques: own.filter(({ is_primary }) => !is_primary).map((index) => index.columns),
        rows: [],
        erasures,
      }
      return { ...shape, rows: await readRows(pool, shape) }
    }),
  )
}

async function readWords(pool: Pool): Promise<Map<string, string[]>> {
  const checks = await pool.query<{ tbl: string; definition: string }>(
    `select conrelid::regclass::text as tbl, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = ${OURS} and contype = 'c'`,
  )
  return new Map(
    checks.rows.flatMap(({ tbl, definition }) => {
      const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(definition)
      const found = [...(list?.[2] ?? '').matchAll(/'([^']*)'/g)].map(([, word]) => word as string)
      return list ? [[`${tbl}.${list[1]}`, found] as const] : []
    }),
  )
}

/** Documents of some customers are kept for as long as the law requires. */
async function readErasures(pool: Pool): Promise<Shape['erasures']> {
  const { rows } = await pool.query<Row>(
    'select environment_id, customer_id, documents_erased_at::text from customer_erasures',
  )
  return new Map(
    rows.map(({ environment_id, customer_id, documents_erased_at }) => [
      `${environment_id} ${customer_id}`,
      documents_erased_at === null ? 'kept' : 'erased',
    ]),
  )
}

/** Trivial values: a row with fewer of them is richer. */
const TRIVIAL: (string | null | undefined)[] = [null, '', '0', 'false', '{}', '[]', '0.00000000']

async function readRows(pool: Pool, { table, columns, primary }: Shape): Promise<Row[]> {
  const list = columns.map(({ name }) => `${name}::text`).join(', ')
  const order = primary.map((name) => `t.${name}`).join(', ')
  const { rows } = await pool.query<Row>(`select ${list} from ${table} t order by ${order}`)
  const wealth = (row: Row) => columns.filter(({ name }) => !TRIVIAL.includes(row[name])).length
  // The first environments are the full ones.
  const place = (row: Row) => Math.ceil(Number(row.environment_id ?? row.account_id ?? 1) / 2)
  return rows.toSorted((a, b) => place(a) - place(b) || wealth(b) - wealth(a))
}

/** The state of a row: words of its closed lists, the type of an event, a refund without a note, the erasure of its customer. */
export function stateOf(shape: Shape, row: Row): string {
  const { table, columns } = shape
  const distinguishing = columns.filter(
    ({ name, words }) => words.length > 0 || (table === 'events' && name === 'type'),
  )
  const isUnasked = table === 'refunds' && row.credit_note_id === null
  const words = [
    ...distinguishing.map(({ name }) => row[name]),
    ...(isUnasked ? ['unasked'] : []),
    erasureOf(shape, row),
  ]
  return words.filter((word) => word).join(' ')
}

/** Less is checked for rows of an erased customer. */
export function erasureOf({ table, erasures }: Shape, row: Row): string {
  const customer = table === 'customers' ? row.id : row.customer_id
  return erasures.get(`${row.environment_id} ${customer}`) ?? ''
}
