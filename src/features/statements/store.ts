// All SQL of statements: a customer's ledger entries until a day, and the parties of the document.

import type { CalendarDate } from '../../domain/calendar.ts'
import { LEDGER_SCALE } from '../../domain/ledger.ts'
import { parseDecimal } from '../../domain/money.ts'
import type { PaymentMethod } from '../../domain/payment.ts'
import { readSnapshot, type Snapshot, snapshotOf } from '../../domain/snapshot.ts'
import {
  isWorthShowing,
  type Movement,
  NOTHING,
  type Span,
  STATED_KINDS,
  type Standing,
  type StatedKind,
  type Statement,
  statementOf,
} from '../../domain/statement.ts'
import { invariant } from '../../invariant.ts'
import { type Db, query, queryPlanned, raw, sql } from '../../platform/db/sql.ts'
import type { Calendar } from '../ledger/store.ts'

/** The date by which an entry belongs to a statement. */
export type StatementDate = 'value_date' | 'date'

const COLUMN = { value_date: raw('e.value_date'), date: raw('e.day') } as const

/** The account properties that a statement needs. */
interface Account extends Calendar {
  default_currency: string
}

/**
 * The account of a customer; undefined if there is no such customer. Deleted and erased customers have statements, since
 * the books keep their entries.
 */
export async function findAccount(
  db: Db,
  environmentId: number,
  customer: number,
): Promise<Account | undefined> {
  const [account] = await query<Account & Record<string, unknown>>(
    db,
    sql`select s.default_currency, s.time_zone, n.clock_ahead_ms
        from customers c
        join environment_settings s on s.environment_id = ${environmentId}
        join environment_counters n on n.environment_id = ${environmentId}
        where c.environment_id = ${environmentId} and c.id = ${customer}`,
  )
  return account
}

export interface StatementRequest extends Span {
  customer: number
  by: StatementDate
  /** Lower case; all currencies of the customer if undefined. */
  currency: string | undefined
  /** The currency of an empty statement. */
  usual: string
  /** The largest number of movements. */
  most: number
}

/** A sum of earlier entries if `id` is null, otherwise an entry; amounts are decimals of the major unit. */
interface Row extends Record<string, unknown> {
  currency: string
  id: string | null
  kind: StatedKind
  object_id: string
  invoice_id: string | null
  invoice_number: string | null
  credit_note_number: string | null
  method: PaymentMethod | null
  date: CalendarDate
  created_at: number
  balance: string
  credit: string
  refunds: string
}

/**
 * Reads statements by currency; undefined if there are more movements than allowed. One SQL statement, so that opening
 * balances and movements are from the same moment. It reads the customer's entries alone, with the postings of each.
 */
export async function readStatements(
  db: Db,
  environmentId: number,
  { customer, from, to, by, currency, usual, most }: StatementRequest,
): Promise<Statement[] | undefined> {
  const rows = await queryPlanned<Row>(
    db,
    sql`with posted as (
          select e.id, e.kind, e.object_id, e.invoice_id, e.currency, e.created_at,
                 ${COLUMN[by]} as date, p.*
          from ledger_entries e
          cross join lateral (
            select count(*) as postings, coalesce(sum(p.amount) filter (where p.account in ('receivable', 'unallocated_payments')), 0)
                     as balance,
                   coalesce(-sum(p.amount) filter (where p.account = 'customer_credit'), 0) as credit,
                   coalesce(-sum(p.amount) filter (where p.account = 'refunds_payable'), 0) as refunds,
                   substr(max(p.account) filter (where p.account like 'cash\\_%'), 6) as method
            from ledger_postings p
            where p.environment_id = ${environmentId} and p.entry_id = e.id) p
          where e.environment_id = ${environmentId} and e.customer_id = ${customer}
            and ${COLUMN[by]} <= ${to}::date
            and e.kind = any(${STATED_KINDS}::text[])
            and (${currency ?? null}::text is null or e.currency = ${currency ?? null})
            -- A free invoice with taxes has an entry, but moves nothing. Nor does money that is allocated to an invoice.
            and p.postings > 0
            and (e.kind not in ('payment_allocated', 'payment_deallocated') or p.balance <> 0 or p.credit <> 0)),
        within as (
          select * from posted where date >= ${from}::date
          order by date, created_at, id limit ${most + 1})
        select currency, null::uuid as id, null as kind, null::uuid as object_id,
               null::uuid as invoice_id, null as invoice_number, null as credit_note_number,
               null as method, null::date as date, null::timestamptz as created_at,
               sum(balance)::text as balance, sum(credit)::text as credit,
               sum(refunds)::text as refunds
        from posted where date < ${from}::date group by currency
        union all
        select m.currency, m.id, m.kind, m.object_id, m.invoice_id, (
                 select i.number from invoices i
                 where i.environment_id = ${environmentId} and i.id = m.invoice_id), (
                 select n.number from credit_notes n
                 where n.environment_id = ${environmentId} and n.id = m.object_id
                   and m.kind in ('credit_note_issued', 'credit_note_voided')),
               case when m.kind ~ '^(payment|refund)_' then m.method end, m.date, m.created_at,
               m.balance::text, m.credit::text, m.refunds::text
        from within m
        order by date, created_at, id`,
  )
  const moved = rows.filter(({ id }) => id !== null)
  if (moved.length > most) return undefined
  const codes = [...new Set(rows.map((row) => row.currency))].sort()
  const statements = codes.map((code) => {
    const opening = rows.find((row) => row.id === null && row.currency === code)
    const own = moved.filter((row) => row.currency === code)
    return statementOf(code, opening ? standingOf(opening) : NOTHING, own.map(movementOf))
  })
  const shown = statements.filter(isWorthShowing)
  return shown.length > 0 ? shown : [statementOf(currency ?? usual, NOTHING, [])]
}

const standingOf = ({ balance, credit, refunds }: Row): Standing => ({
  balance: parseDecimal(balance, LEDGER_SCALE),
  credit: parseDecimal(credit, LEDGER_SCALE),
  refunds: parseDecimal(refunds, LEDGER_SCALE),
})

const movementOf = (row: Row): Movement => ({
  id: String(row.id),
  kind: row.kind,
  object_id: row.object_id,
  invoice_id: row.invoice_id,
  invoice_number: row.invoice_number,
  credit_note_number: row.credit_note_number,
  method: row.method,
  date: row.date,
  created_at: row.created_at,
  change: standingOf(row),
})

export interface StatementParties extends Snapshot {
  mode: 'test' | 'live'
}

type PartiesRow = Parameters<typeof snapshotOf>[0] & {
  mode: 'test' | 'live'
  customer: Parameters<typeof snapshotOf>[1]
}

/** The seller and the customer as they are now. The customer exists. */
export async function findStatementParties(
  db: Db,
  environmentId: number,
  customer: number,
): Promise<StatementParties> {
  const [row] = await query<PartiesRow & Record<string, unknown>>(
    db,
    sql`select s.mode, s.name as account_name, s.language, s.time_zone, s.profile::text as profile,
               row_to_json(c) as customer
        from customers c
        join environment_settings s on s.environment_id = ${environmentId}
        where c.environment_id = ${environmentId} and c.id = ${customer}`,
  )
  invariant(row, `Customer ${customer} has gone.`)
  return { mode: row.mode, ...readSnapshot(snapshotOf(row, row.customer)) }
}
