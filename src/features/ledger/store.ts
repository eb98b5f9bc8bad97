// All SQL that writes the ledger: entries, their postings, and the daily sums; and an environment's calendar.

import type { CalendarDate } from '../../domain/calendar.ts'
import { CURRENCIES } from '../../domain/currencies.ts'
import {
  LEDGER_SCALE,
  type LedgerAccount,
  type LedgerKind,
  ledgerDecimal,
  type Posting,
} from '../../domain/ledger.ts'
import { parseDecimal } from '../../domain/money.ts'
import type { Supply } from '../../domain/tax/supplies.ts'
import { invariant } from '../../invariant.ts'
import { given, insertAll, toInsert } from '../../platform/db/given.ts'
import { type Db, instants, plain, query, sql } from '../../platform/db/sql.ts'
import type { Table, Tx } from '../../platform/db/table.ts'

/** An entry as a row to write; entries are only inserted. */
export interface LedgerEntry {
  environment_id: number
  id: string
  kind: LedgerKind
  /** The invoice, payment, credit transaction or payout that moved the money. */
  object_id: string
  /** Null for payouts. */
  customer_id: number | null
  invoice_id: string | null
  currency: string
  created_at: number
  /** The booking date, in the account's time zone at that moment. */
  day: CalendarDate
  /** The value date; never after `day`. */
  value_date: CalendarDate
  postings: Posting[]
  /** Only for invoices with taxes. */
  supplies?: readonly Supply[]
}

export const ledgerEntries: Table<LedgerEntry> = {
  name: 'ledger_entries',
  count: { counter: 'ledger_entries_count', counts: () => true },
  lock: () => Promise.resolve([]),
  update: async () => invariant(false, 'Ledger entries never change.'),

  async insert(tx, rows) {
    await Promise.all([
      insertEntries(tx, rows),
      insertPostings(tx, rows),
      insertSupplies(tx, rows),
      addToDays(tx, rows),
    ])
  },
}

function insertEntries(tx: Tx, rows: LedgerEntry[]): Promise<void> {
  return insertAll(
    tx,
    'ledger_entries',
    rows,
    sql`insert into ledger_entries (environment_id, id, kind, object_id, customer_id, invoice_id,
                                    currency, created_at, day, value_date)
        select v.* from ${toInsert('v', rows, {
          id: sql`${plain(rows.map((row) => row.id))}::uuid[]`,
          kind: sql`${plain(rows.map((row) => row.kind))}::text[]`,
          object_id: sql`${plain(rows.map((row) => row.object_id))}::uuid[]`,
          customer_id: sql`${plain(rows.map((row) => row.customer_id))}::bigint[]`,
          invoice_id: sql`${plain(rows.map((row) => row.invoice_id))}::uuid[]`,
          currency: sql`${plain(rows.map((row) => row.currency))}::text[]`,
          created_at: sql`${instants(rows.map((row) => row.created_at))}::timestamptz[]`,
          day: sql`${plain(rows.map((row) => row.day))}::date[]`,
          value_date: sql`${plain(rows.map((row) => row.value_date))}::date[]`,
        })}`,
  )
}

function insertPostings(tx: Tx, rows: LedgerEntry[]): Promise<void> {
  const postings = rows.flatMap(({ environment_id, id, postings }) =>
    postings.map((posting) => ({ environment_id, id, ...posting })),
  )
  return insertAll(
    tx,
    'ledger_postings',
    postings,
    sql`insert into ledger_postings (environment_id, entry_id, account, amount, dimension)
        select v.* from ${toInsert('v', postings, {
          entry_id: sql`${plain(postings.map((posting) => posting.id))}::uuid[]`,
          account: sql`${plain(postings.map((posting) => posting.account))}::text[]`,
          amount: sql`${plain(postings.map(({ amount }) => ledgerDecimal(amount)))}::numeric[]`,
          dimension: sql`${postings.map(({ dimension = '' }) => dimension)}::text[]`,
        })}`,
  )
}

function insertSupplies(tx: Tx, rows: LedgerEntry[]): Promise<void> {
  const taxes = rows.flatMap(({ environment_id, id, invoice_id, day, currency, supplies = [] }) =>
    supplies.map((each) => ({ environment_id, entry_id: id, invoice_id, day, currency, ...each })),
  )
  // Most entries have none and need no statement.
  if (taxes.length === 0) return Promise.resolve()
  return insertAll(
    tx,
    'invoice_taxes',
    taxes,
    sql`insert into invoice_taxes (environment_id, entry_id, rate, inclusive, invoice_id, day,
                                   currency, taxable, amount, revenue, category, name, percentage,
                                   country, region, reason)
        select v.* from ${toInsert('v', taxes, {
          entry_id: sql`${plain(taxes.map((tax) => tax.entry_id))}::uuid[]`,
          rate: sql`${taxes.map((tax) => tax.rate)}::text[]`,
          inclusive: sql`${plain(taxes.map((tax) => tax.inclusive))}::boolean[]`,
          invoice_id: sql`${plain(taxes.map((tax) => tax.invoice_id))}::uuid[]`,
          day: sql`${plain(taxes.map((tax) => tax.day))}::date[]`,
          currency: sql`${plain(taxes.map((tax) => tax.currency))}::text[]`,
          taxable: sql`${plain(taxes.map((tax) => tax.taxable))}::bigint[]`,
          amount: sql`${plain(taxes.map((tax) => tax.amount))}::bigint[]`,
          revenue: sql`${plain(taxes.map((tax) => tax.revenue))}::bigint[]`,
          category: sql`${plain(taxes.map((tax) => tax.category))}::text[]`,
          name: sql`${taxes.map((tax) => tax.name)}::text[]`,
          percentage: sql`${plain(taxes.map((tax) => tax.percentage))}::text[]`,
          country: sql`${taxes.map((tax) => tax.country)}::text[]`,
          region: sql`${taxes.map((tax) => tax.region)}::text[]`,
          reason: sql`${plain(taxes.map((tax) => tax.reason))}::text[]`,
        })}`,
  )
}

/** The key of a posted entry: its cause. */
export type PostedEntry = Pick<LedgerEntry, 'environment_id' | 'kind' | 'object_id'>

/** The postings of an entry, and its supplies. */
export interface Posted {
  postings: Posting[]
  supplies: Supply[]
}

/** For actions that reverse entries exactly as they were posted. */
export const postedFacts = (kind: LedgerKind) => ({
  about: ['ledger_entries'],
  load: (tx: Tx, requests: readonly { environment_id: number; input: { id: string } }[]) =>
    findPosted(
      tx,
      requests.map(({ environment_id, input }) => ({ environment_id, kind, object_id: input.id })),
    ),
})

/** The postings of entries, in the order of the keys; empty for an entry that does not exist. */
async function findPosted(db: Db, entries: readonly PostedEntry[]): Promise<Posted[]> {
  const wanted = given('asked', entries, {
    kind: sql`${plain(entries.map(({ kind }) => kind))}::text[]`,
    object_id: sql`${plain(entries.map(({ object_id }) => object_id))}::uuid[]`,
  })
  const found = sql`${wanted}
        join ledger_entries e on e.environment_id = asked.environment_id
          and e.object_id = asked.object_id and e.kind = asked.kind`
  // Read entry by entry: without statistics, the planner may pair all entries with all of their rows.
  const [postings, supplies] = await Promise.all([
    query<PostedEntry & { account: LedgerAccount; amount: string; dimension: string }>(
      db,
      sql`select e.environment_id, e.kind, e.object_id, p.account, p.amount::text as amount,
                 p.dimension
          from ${found}
          cross join lateral (
            select p.account, p.amount, p.dimension from ledger_postings p
            where p.environment_id = asked.environment_id and p.entry_id = e.id offset 0) p
          order by p.account, p.dimension`,
    ),
    query<PostedEntry & Supply & Record<string, unknown>>(
      db,
      sql`select e.environment_id, e.kind, e.object_id, t.rate, t.inclusive, t.taxable, t.amount,
                 t.revenue, t.category, t.name, t.percentage, t.country, t.region, t.reason
          from ${found}
          cross join lateral (
            select t.* from invoice_taxes t
            where t.environment_id = asked.environment_id and t.entry_id = e.id offset 0) t
          order by t.rate, t.inclusive, t.reason`,
    ),
  ])
  return entries.map((entry) => ({
    postings: postings.filter(isOf(entry)).map(({ account, amount, dimension }) => ({
      account,
      amount: parseDecimal(amount, LEDGER_SCALE),
      dimension,
    })),
    supplies: supplies
      .filter(isOf(entry))
      .map(({ environment_id: _, kind: __, object_id: ___, ...supply }) => supply),
  }))
}

const isOf = (entry: PostedEntry) => (row: PostedEntry) =>
  row.environment_id === entry.environment_id &&
  row.object_id === entry.object_id &&
  row.kind === entry.kind

interface DaySum {
  environment_id: number
  day: string
  account: LedgerAccount
  currency: string
  dimension: string
  debit: bigint
  credit: bigint
}

/**
 * Adds to the sums of the day. These rows are locked after the counters, which is forbidden elsewhere; here every
 * transaction holds its environment's counter row, so none waits.
 */
function addToDays(tx: Tx, rows: LedgerEntry[]): Promise<void> {
  const days = sumsOf(rows)
  return insertAll(
    tx,
    'ledger_days',
    days,
    sql`insert into ledger_days (environment_id, day, account, currency, dimension, debit, credit)
        select v.* from ${toInsert('v', days, {
          day: sql`${plain(days.map(({ day }) => day))}::date[]`,
          account: sql`${plain(days.map(({ account }) => account))}::text[]`,
          currency: sql`${plain(days.map(({ currency }) => currency))}::text[]`,
          dimension: sql`${days.map(({ dimension }) => dimension)}::text[]`,
          debit: sql`${plain(days.map(({ debit }) => ledgerDecimal(debit)))}::numeric[]`,
          credit: sql`${plain(days.map(({ credit }) => ledgerDecimal(credit)))}::numeric[]`,
        })}
        on conflict (environment_id, day, account, currency, dimension) do update
          set debit = ledger_days.debit + excluded.debit,
              credit = ledger_days.credit + excluded.credit`,
  )
}

function sumsOf(rows: LedgerEntry[]): DaySum[] {
  const sums = new Map<string, DaySum>()
  for (const { environment_id, created_at, currency, postings } of rows) {
    const day = new Date(created_at).toISOString().slice(0, 10)
    for (const { account, amount, dimension = '' } of postings) {
      const key = `${environment_id}/${day}/${account}/${currency}/${dimension}`
      const of = { environment_id, day, account, currency, dimension }
      const sum = sums.get(key) ?? { ...of, debit: 0n, credit: 0n }
      if (amount > 0n) sum.debit += amount
      else sum.credit -= amount
      sums.set(key, sum)
    }
  }
  return [...sums.values()]
}

/** The time settings of an environment. */
export interface Calendar {
  time_zone: string
  clock_ahead_ms: number
}

export async function readCalendar(db: Db, environmentId: number): Promise<Calendar> {
  const rows = await query<Calendar & Record<string, unknown>>(
    db,
    sql`select s.time_zone, c.clock_ahead_ms
        from environment_settings s
        join environment_counters c on c.environment_id = ${environmentId}
        where s.environment_id = ${environmentId}`,
  )
  const [calendar] = rows
  invariant(calendar, `Environment ${environmentId} has no settings.`)
  return calendar
}

const EXPONENTS = Object.entries(CURRENCIES)
/** The value of one smallest unit in the major unit. */
export const UNITS = sql`select code, power(10::numeric, -exponent)::numeric(5, 4) as unit
  from unnest(${EXPONENTS.map(([code]) => code)}::text[],
              ${plain(EXPONENTS.map(([, { exponent }]) => exponent))}::int[]) as given (code, exponent)`
