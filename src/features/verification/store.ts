// Reads the books for verification: everything once, in one snapshot, in memory that stays the same.

import type { Pool } from 'pg'
import type { Tx } from '../../platform/db/action.ts'
import { connectBeside } from '../../platform/db/pool.ts'
import { query, type Sql, sql } from '../../platform/db/sql.ts'

export interface BooksEnvironment {
  id: number
  account_id: number
  mode: 'test' | 'live'
}

/** A line as stored; amounts as exact text. */
export interface BooksLine {
  position: number
  description: string
  quantity: string
  unit_amount: string
  amount: string
  product_id: string | null
}

/** An invoice as stored; times as the API spells them, amounts as exact text. */
export interface BooksInvoice {
  id: string
  customer_id: string
  status: string
  number: string
  currency: string
  due_date: string
  notes: string
  metadata: unknown
  subtotal: string
  tax: string
  total: string
  amount_due: string
  amount_paid: string
  credit_applied: string
  hosted_token: string | null
  email_status: string | null
  sent_at: string | null
  created_at: string
  updated_at: string
  finalized_at: string | null
  voided_at: string | null
  overdue_at: string | null
  billed_customer_id: string | null
  has_snapshot: boolean
  derivation: unknown
  lines: BooksLine[]
}

/** What the feed tells of one object: how often each thing happened, and the object as last told. */
export interface Trail {
  object_id: string
  first_type: string
  created: number
  finalized: number
  paid: number
  overdue: number
  voided: number
  deleted: number
  object: Record<string, unknown>
}

/** A customer or product: the members that its latest event must tell alike. */
export interface BooksRecord {
  ref: string
  deleted: boolean
  members: Record<string, unknown>
}

/**
 * One snapshot of the whole database: writers are not held up, and are not seen. When `signal` is
 * aborted the connection is dropped, whatever it is doing, and `read` fails.
 */
export async function inSnapshot<T>(
  pool: Pool,
  read: (tx: Tx) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await connectBeside(pool)
  const drop = () => void client.end()
  signal?.addEventListener('abort', drop)
  try {
    await client.query('begin isolation level repeatable read read only')
    // Whatever the database or the role has for others.
    await client.query('set local statement_timeout = 0')
    await client.query('set local lock_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('set local cursor_tuple_fraction = 1') // all of it will be read
    // It does all that a transaction's connection does, but for going back to a pool.
    return await read(client as unknown as Tx)
  } finally {
    signal?.removeEventListener('abort', drop)
    // Nothing was written, so giving the snapshot up is all there is to do.
    await client.end()
  }
}

export function listEnvironments(tx: Tx): Promise<BooksEnvironment[]> {
  return query<BooksEnvironment & Record<string, unknown>>(
    tx,
    sql`select e.id, e.account_id, e.mode from environments e
        -- One that is being erased holds what is left of its books.
        where not exists (
          select from environment_counters c where c.environment_id = e.id and c.resetting)
        order by e.id`,
  )
}

const CHUNK = 500
let cursors = 0

/** Rows through a cursor, a chunk at a time. */
async function* stream<Row>(tx: Tx, { text, values }: Sql): AsyncGenerator<Row> {
  const cursor = `books_${++cursors}`
  await tx.query(`declare ${cursor} no scroll cursor for ${text}`, values)
  for (;;) {
    const { rows } = await tx.query(`fetch ${CHUNK} from ${cursor}`)
    yield* rows as Row[]
    if (rows.length < CHUNK) break
  }
  await tx.query(`close ${cursor}`)
}

const time = (column: Sql) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Invoices with their lines, ordered by id. */
export function streamInvoices(tx: Tx, environmentId: number): AsyncGenerator<BooksInvoice> {
  return stream(
    tx,
    sql`select i.id, 'cus_' || i.customer_id as customer_id, i.status, i.number, i.currency,
          i.due_date::text as due_date, i.notes, i.metadata, i.subtotal::text as subtotal,
          i.tax::text as tax, i.total::text as total, i.amount_due::text as amount_due,
          i.amount_paid::text as amount_paid, i.credit_applied::text as credit_applied,
          i.hosted_token, i.email_status, ${time(sql`i.sent_at`)} as sent_at,
          ${time(sql`i.created_at`)} as created_at,
          ${time(sql`i.updated_at`)} as updated_at, ${time(sql`i.finalized_at`)} as finalized_at,
          ${time(sql`i.voided_at`)} as voided_at, ${time(sql`i.overdue_at`)} as overdue_at,
          'cus_' || (i.snapshot #>> '{customer,id}') as billed_customer_id,
          i.snapshot is not null as has_snapshot, i.derivation,
          coalesce((
            select json_agg(json_build_object('position', l.position,
                'description', l.description, 'quantity', l.quantity::text,
                'unit_amount', l.unit_amount::text, 'amount', l.amount::text,
                'product_id', l.product_id) order by l.position)
            from invoice_lines l
            where l.environment_id = ${environmentId} and l.invoice_id = i.id), '[]') as lines
        from invoices i where i.environment_id = ${environmentId} order by i.id`,
  )
}

export function streamProducts(
  tx: Tx,
  environmentId: number,
): AsyncGenerator<Omit<BooksRecord, 'ref'> & { id: string }> {
  return stream(
    tx,
    sql`select p.id, false as deleted, json_build_object('name', p.name,
          'description', p.description, 'status', p.status, 'metadata', p.metadata,
          'created_at', ${time(sql`p.created_at`)},
          'updated_at', ${time(sql`p.updated_at`)}) as members
        from products p where p.environment_id = ${environmentId} order by p.id`,
  )
}

export function streamPayments(
  tx: Tx,
  environmentId: number,
): AsyncGenerator<Omit<BooksRecord, 'ref'> & { id: string }> {
  return stream(
    tx,
    sql`select p.id, false as deleted, json_build_object('customer_id', 'cus_' || p.customer_id,
          'amount', p.amount, 'currency', p.currency, 'method', p.method, 'status', p.status,
          'received_on', p.received_on, 'reference', p.reference, 'note', p.note,
          'reversal_reason', p.reversal_reason, 'reversed_at', ${time(sql`p.reversed_at`)},
          'metadata', p.metadata, 'created_at', ${time(sql`p.created_at`)},
          'updated_at', ${time(sql`p.updated_at`)}) as members
        from payments p where p.environment_id = ${environmentId} order by p.id`,
  )
}

export function streamCredit(
  tx: Tx,
  environmentId: number,
): AsyncGenerator<Omit<BooksRecord, 'ref'> & { id: string }> {
  return stream(
    tx,
    sql`select t.id, false as deleted, json_build_object('customer_id', 'cus_' || t.customer_id,
          'type', t.type, 'amount', t.amount::text, 'currency', t.currency, 'reason', t.reason,
          'metadata', t.metadata, 'created_at', ${time(sql`t.created_at`)}) as members
        from credit_transactions t where t.environment_id = ${environmentId} order by t.id`,
  )
}

export function streamCustomers(tx: Tx, environmentId: number): AsyncGenerator<BooksRecord> {
  return stream(
    tx,
    // The last event of a deleted customer tells it as it was before.
    sql`select 'cus_' || c.id as ref, c.deleted_at is not null as deleted,
          json_build_object('id', c.id, 'name', c.name, 'email', c.email, 'phone', c.phone,
            'address_line1', c.address_line1, 'address_line2', c.address_line2, 'city', c.city,
            'state_province', c.state_province, 'postal_code', c.postal_code,
            'country', c.country, 'tax_exempt', c.tax_exempt, 'tax_id', c.tax_id,
            'auto_pay_enabled', c.auto_pay_enabled, 'language', c.language,
            'metadata', c.metadata, 'created_at', ${time(sql`c.created_at`)}) as members
        from customers c where c.environment_id = ${environmentId}
        order by ('cus_' || c.id) collate "C"`,
  )
}

export type TrailPrefix = 'cus' | 'prod' | 'inv' | 'pay' | 'cbt'

/** What the feed tells of all objects with this prefix, ordered by their ids as text. */
export function streamTrails(
  tx: Tx,
  environmentId: number,
  prefix: TrailPrefix,
): AsyncGenerator<Trail> {
  const count = (verb: string) => sql`count(*) filter (where type like ${`%.${verb}`})::int`
  return stream(
    tx,
    sql`with trails as (
          select object_id, min(sequence) as first, max(sequence) as last,
            ${count('created')} as created, ${count('finalized')} as finalized,
            ${count('paid')} as paid, ${count('overdue')} as overdue,
            ${count('voided')} as voided, ${count('deleted')} as deleted
          from events
          where environment_id = ${environmentId} and starts_with(object_id, ${`${prefix}_`})
          group by object_id)
        select t.*, f.type as first_type, l.object
        from trails t
        join events f on f.environment_id = ${environmentId} and f.sequence = t.first
        join events l on l.environment_id = ${environmentId} and l.sequence = t.last
        order by t.object_id collate "C"`,
  )
}

/** The texts that a statement finds, at most so many of them, and how many there are in all. */
export async function findDifferences(
  tx: Tx,
  statement: Sql,
  most: number,
): Promise<{ differences: number; examples: string[] }> {
  const rows = await query<{ message: string; total: number }>(
    tx,
    sql`select message, count(*) over () as total from (${statement}) found limit ${most}`,
  )
  return { differences: rows[0]?.total ?? 0, examples: rows.map((row) => row.message) }
}

export async function countRows(tx: Tx, from: Sql): Promise<number> {
  const rows = await query<{ count: number }>(tx, sql`select count(*) as count from ${from}`)
  return rows[0]?.count ?? 0
}
