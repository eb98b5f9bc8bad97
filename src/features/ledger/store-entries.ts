// All SQL that reads ledger entries: by ID, the filters of their list, and the journal.

import type { CalendarDate } from '../../domain/calendar.ts'
import { LEDGER_ACCOUNTS, type LedgerAccount, type LedgerKind } from '../../domain/ledger.ts'
import { inOrder } from '../../platform/db/keyed.ts'
import { among, type Db, plain, query, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'

/** One side of an entry as read: an exact decimal of the major unit, debits positive. */
export interface ReadPosting {
  account: LedgerAccount
  amount: string
  /** The tax rate of the posting and its name on the invoice; null in accounts without taxes. */
  tax_rate: string | null
  tax_name: string | null
}

export interface ReadEntry {
  environment_id: number
  id: string
  kind: LedgerKind
  object_id: string
  /** Null for payouts. */
  customer_id: number | null
  invoice_id: string | null
  currency: string
  created_at: number
  /** The civil day in the account's time zone when it was posted. */
  day: CalendarDate
  value_date: CalendarDate
  postings: ReadPosting[]
}

/** The postings of an entry `e`: debits first, in the order of the accounts. */
const postingsOf = (environmentId: Sql) => sql`(
  select json_agg(json_build_object('account', p.account, 'amount', p.amount::text,
      'tax_rate', nullif(p.dimension, ''), 'tax_name', case when p.dimension <> '' then (
        select max(t.name) from invoice_taxes t where t.environment_id = ${environmentId}
          and t.entry_id = e.id and t.rate = p.dimension) end)
    order by p.amount < 0, array_position(${raw(`array['${LEDGER_ACCOUNTS.join("','")}']`)}, p.account),
      p.dimension)
  from ledger_postings p where p.environment_id = ${environmentId} and p.entry_id = e.id)`

/** The entries of the keys, in the same order. */
export async function findEntries(
  db: Db,
  keys: readonly RowKey[],
): Promise<(ReadEntry | undefined)[]> {
  const rows = await query<ReadEntry & Record<string, unknown>>(
    db,
    sql`select e.environment_id, e.id, e.kind, e.object_id, e.customer_id, e.invoice_id, e.currency,
               e.created_at, e.day, e.value_date,
               ${postingsOf(sql`w.environment_id`)} as postings
        from unnest(${plain(keys.map((key) => key.environment_id))}::int[],
                    ${plain(keys.map((key) => String(key.id)))}::uuid[]) as w (environment_id, id)
        join ledger_entries e on e.environment_id = w.environment_id and e.id = w.id`,
  )
  return inOrder(keys, rows)
}

const REFUNDS = ['refund_succeeded', 'refund_failed'] as const
const PAYMENTS = ['payment_settled', 'payment_reversed'] as const
const ALLOCATIONS = ['payment_allocated', 'payment_deallocated'] as const
const WRITE_OFFS = ['invoice_written_off', 'write_off_reversed'] as const
const PAYOUTS = ['payout_arrived', 'payout_reversed'] as const
const NOTES = ['credit_note_issued', 'credit_note_voided'] as const

/** The kinds of entry that touch an account (billing rules: the ledger). */
const KINDS_OF: Record<LedgerAccount, readonly LedgerKind[]> = {
  receivable: [
    'invoice_finalized',
    'invoice_voided',
    'credit_applied',
    'credit_restored',
    ...PAYMENTS,
    ...ALLOCATIONS,
    ...NOTES,
    ...WRITE_OFFS,
  ],
  revenue: ['invoice_finalized', 'invoice_voided', ...NOTES],
  tax_payable: ['invoice_finalized', 'invoice_voided', ...NOTES],
  customer_credit: [
    'credit_granted',
    'credit_expired',
    'credit_applied',
    'credit_restored',
    'refund_moved',
    ...PAYMENTS,
    ...ALLOCATIONS,
    ...NOTES,
  ],
  credit_granted: ['credit_granted', 'credit_expired'],
  bad_debt: WRITE_OFFS,
  unallocated_payments: [...PAYMENTS, ...ALLOCATIONS],
  refunds_payable: ['refund_moved', ...REFUNDS, ...NOTES],
  cash_card: [...PAYMENTS, ...REFUNDS],
  cash_bank_transfer: [...PAYMENTS, ...REFUNDS, ...PAYOUTS],
  cash_cheque: [...PAYMENTS, ...REFUNDS],
  cash_cash: [...PAYMENTS, ...REFUNDS],
  cash_other: [...PAYMENTS, ...REFUNDS, ...NOTES],
  cash_gateway: [...PAYMENTS, ...REFUNDS, ...PAYOUTS, 'gateway_fee_charged'],
  gateway_fees: ['gateway_fee_charged'],
}

/** From this number on, the kinds cover nearly all entries. */
const KINDS_MANY = 7

/** The conditions that find the entries of an account or a currency: filters, and a range of days. */
export interface Touching {
  filters: Sql[]
  /** The UTC date of the first entry and the day after the last; null if there are no entries. */
  days: { first: string; beyond: string } | null
}

/**
 * Entries that touch an account or are in a currency. The kinds select an index; the days with entries limit the
 * search, so that a search without results is fast.
 */
export async function touching(
  db: Db,
  environmentId: number,
  { accounts, currencies }: { accounts?: readonly LedgerAccount[]; currencies?: readonly string[] },
): Promise<Touching> {
  const rows = await query<{ first: string | null; beyond: string | null }>(
    db,
    sql`select min(day) as first, max(day) + 1 as beyond from ledger_days
        where environment_id = ${environmentId}
          and (${accounts ?? null}::text[] is null or account = any(${accounts ?? null}))
          and (${currencies ?? null}::text[] is null or currency = any(${currencies ?? null}))`,
  )
  const { first = null, beyond = null } = rows[0] ?? {}
  if (first === null || beyond === null) return { filters: [sql`false`], days: null }
  const filters = currencies === undefined ? [] : [among('currency', currencies)]
  if (accounts === undefined) return { filters, days: { first, beyond } }
  const kinds = [...new Set(accounts.flatMap((account) => KINDS_OF[account]))]
  filters.push(
    // A filter by nearly all kinds would only keep the planner from the index by age.
    ...(kinds.length > KINDS_MANY ? [] : [sql`kind = any(${plain(kinds)}::text[])`]),
    // Not "exists", which the planner can turn into a join with all postings.
    sql`(select min(p.account) from ledger_postings p
         where p.environment_id = ${environmentId} and p.entry_id = ledger_entries.id
           and ${among('p.account', accounts)}) is not null`,
  )
  return { filters, days: { first, beyond } }
}

/** An entry with additional fields for the journal. */
export interface JournalEntry extends Omit<ReadEntry, 'environment_id' | 'invoice_id'> {
  customer_name: string | null
  invoice_number: string | null
}

/** The entry after which a chunk of the journal begins. */
export type JournalPlace = Pick<ReadEntry, 'created_at' | 'id'>

/**
 * The customer's name when entry `e` was booked: from its invoice, otherwise from the last event that has it, as for a
 * credit without an invoice. An erased customer has no name anywhere.
 */
const nameOf = (environmentId: number) => sql`(
  select case when exists (select from customer_erasures x
      where x.environment_id = ${environmentId} and x.customer_id = c.id) then c.name
    else coalesce(
      (select i.snapshot -> 'customer' ->> 'name' from invoices i
       where i.environment_id = ${environmentId} and i.id = e.invoice_id),
      (select v.object ->> 'name' from events v
       where v.environment_id = ${environmentId} and v.object_id = 'cus_' || c.id
         and v.type in ('customer.created', 'customer.updated') and v.created_at <= e.created_at
       order by v.sequence desc limit 1),
      c.name) end
  from customers c where c.environment_id = ${environmentId} and c.id = e.customer_id)`

/** The next entries of the journal that meet a condition, oldest first, up to a limit. */
export function readJournal(
  db: Db,
  environmentId: number,
  { after, counted, most }: { after: JournalPlace; counted: Sql; most: number },
): Promise<JournalEntry[]> {
  return query<JournalEntry & Record<string, unknown>>(
    db,
    // Subqueries by key: a join could be planned for all rows instead of for a chunk.
    sql`select e.id, e.created_at, e.day, e.value_date, e.kind, e.object_id, e.customer_id, e.currency,
               ${nameOf(environmentId)} as customer_name,
               (select i.number from invoices i
                where i.environment_id = ${environmentId} and i.id = e.invoice_id) as invoice_number,
               ${postingsOf(sql`${environmentId}`)} as postings
        from ledger_entries e
        where e.environment_id = ${environmentId}
          and (e.created_at, e.id) > (${new Date(after.created_at)}::timestamptz, ${after.id}::uuid)
          and ${counted}
        order by e.created_at, e.id limit ${most}`,
  )
}
