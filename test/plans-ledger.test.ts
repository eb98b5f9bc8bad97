// The plans of ledger queries with 100 000 entries: lists and chunks of the journal read only their rows, a trial
// balance reads days, and receivables aging reads open invoices and later postings.

import { after, test } from 'node:test'
import type pg from 'pg'
import { pageOf } from '../src/features/ledger/routes.ts'
import type { EntryList } from '../src/features/ledger/schemas.ts'
import { readCalendar } from '../src/features/ledger/store.ts'
import { readAging } from '../src/features/ledger/store-aging.ts'
import { countedUntil } from '../src/features/ledger/store-days.ts'
import { findEntries, readJournal } from '../src/features/ledger/store-entries.ts'
import { sumAccounts } from '../src/features/ledger/store-reports.ts'
import { readStatements } from '../src/features/statements/store.ts'
import { readPage } from '../src/platform/db/page.ts'
import type { Db, Sql } from '../src/platform/db/sql.ts'
import { look, START, seeded, sumAll } from './plans.ts'

const COUNT = 100_000
const STEP_MS = 600_000
const by = 'value_date'

const uuidOf = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const entryId = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const client = await seeded({ after }, seed)

/**
 * One entry every ten minutes: half finalize an invoice, half settle it, every second of these with money received
 * three days before; one invoice in 50 is left unpaid.
 */
async function seed(db: pg.ClientBase): Promise<void> {
  await db.query(`
    insert into customers select 1, n, 'Customer ' || n, null, 'c' || n || '@example.com', '', '', null,
      '', '', '', 'CA', false, null, false, null, '{}', to_timestamp(0), to_timestamp(0), null
    from generate_series(1, 1000) n`)
  await db.query(`
    insert into invoices (environment_id, id, customer_id, status, number, currency, due_date,
      due_date_set, notes, metadata, subtotal, tax, total, amount_due, amount_paid, created_at,
      updated_at, finalized_at, overdue_at, snapshot, derivation)
    select 1, ${uuidOf('n')}, 1 + n % 1000, case when n % 50 = 0 then 'posted' else 'paid' end,
      'INV-' || n, 'cad', date '2026-01-01' + n % 1000, false, '', '{}', 300, 0, 300, 300,
      case when n % 50 = 0 then 0 else 300 end, at, at, at,
      case when n % 50 = 0 then at + interval '2 years' end, '{}', '{}'
    from (select n, timestamptz '2026-01-01Z' + n * interval '20 minutes' as at
          from generate_series(1, ${COUNT / 2}) n) series`)
  await db.query(`
    insert into ledger_entries
    select 1, ${uuidOf('n')}, case n % 2 when 0 then 'invoice_finalized' else 'payment_settled' end,
      ${uuidOf('n')}, 1 + n / 2 % 1000, ${uuidOf('greatest(n / 2, 1)')}, 'cad', at, day,
      case n % 4 when 1 then greatest(day - 3, '2026-01-01') else day end
    from (select n, at, (at at time zone 'UTC')::date as day
          from (select n, timestamptz '2026-01-01Z' + n * interval '10 minutes' as at
                from generate_series(1, ${COUNT}) n) timed) series`)
  await db.query(`
    insert into ledger_postings
    select 1, ${uuidOf('n')}, side.account, side.amount
    from generate_series(1, ${COUNT}) n, lateral (values
      (case n % 2 when 0 then 'receivable' else 'cash_card' end, 3.00),
      (case n % 2 when 0 then 'revenue' else 'receivable' end, -3.00)) as side (account, amount)`)
  await db.query(`
    insert into ledger_days
    select 1, created_at::date, p.account, e.currency,
      coalesce(sum(amount) filter (where amount > 0), 0),
      coalesce(-sum(amount) filter (where amount < 0), 0)
    from ledger_entries e join ledger_postings p on p.entry_id = e.id group by 1, 2, 3, 4`)
  await db.query(
    `update environment_counters set ledger_entries_count = ${COUNT} where environment_id = 1`,
  )
  await sumAll(db)
  await db.query('vacuum analyze')
}

const page = (query: EntryList) => async (db: Db) => {
  const { filters, request } = await pageOf(db, 1, query)
  const source = {
    table: 'ledger_entries',
    environmentId: 1,
    filters,
    counter: 'ledger_entries_count',
    decodeCursor: (cursor: string) => cursor,
  }
  return readPage(db, source, request)
}

const pages: [string, EntryList][] = [
  ['the first page', {}],
  ['a page by cursor', { starting_after: entryId(50_000) }],
  ['the last page by offset', { offset: COUNT - 20 }],
  ['payments', { kind: 'payment_settled' }],
  ['what never happened', { kind: 'credit_expired' }],
  ['of an invoice', { invoice_id: 'inv_00000000003g00400000000000' }],
  ['of an object', { object_id: 'inv_00000000003g00400000000000' }],
  ['of a customer', { customer_id: 'cus_7' }],
  ['of an account', { account: 'revenue' }],
  ['of an account that payments touch', { account: 'cash_card' }],
  ['of an account that was never touched', { account: 'tax_payable' }],
  ['of a day', { 'date[gte]': '2026-02-01', 'date[lte]': '2026-02-01' }],
  ['of a value date', { 'value_date[gte]': '2026-02-01', 'value_date[lte]': '2026-02-01' }],
  ['in one currency', { currency: 'cad' }],
  ['in two currencies', { currency: 'cad,usd' }],
  ['of two accounts', { account: 'revenue,cash_card' }],
  ['of two kinds', { kind: 'payment_settled,credit_expired' }],
]
for (const [what, query] of pages) {
  test(`the list of entries reads few rows: ${what}`, () => look(client, what, page(query)))
}

test('entries by their IDs read only these entries', () =>
  look(client, 'ids', (db) => findEntries(db, [{ environment_id: 1, id: entryId(77) }]), 100))

test('a chunk of the journal reads only its entries', async () => {
  const after = { created_at: START + 50_000 * STEP_MS, id: entryId(50_000) }
  const [counted, late] = countedUntil('2027-11-26', 'value_date') as [Sql, Sql]
  const chunk = { after, counted, most: 1_000 }
  await look(client, 'journal', (db) => readJournal(db, 1, chunk), 2_100)
  await look(client, 'late', (db) => readJournal(db, 1, { ...chunk, counted: late }), 2_100)
})

test('a trial balance reads days, and the entries of two days at most', async () => {
  const now = { as_of: '2027-11-26', isNow: true, by } as const
  await look(client, 'now', (db) => sumAccounts(db, 1, now), 2_100)
  const past = { ...now, as_of: '2027-11-20', isNow: false }
  await look(client, 'past', (db) => sumAccounts(db, 1, past), 6_000)
  await look(client, 'calendar', (db) => readCalendar(db, 1), 10)
})

test('receivables aging reads open invoices and later postings', async () => {
  const request = { as_of: '2027-11-26', isNow: true, by, after: 0, limit: 20 } as const
  await look(client, 'now', (db) => readAging(db, 1, request), 2_000)
  const past = { ...request, isNow: false }
  const late = { ...past, as_of: '2027-11-25' }
  await look(client, 'late', (db) => readAging(db, 1, late), 8_000)
  const early = { ...past, as_of: '2026-01-01' }
  await look(client, 'early', (db) => readAging(db, 1, early), 8_000)
})

test('a statement reads the entries of its customer and their postings', async () => {
  const span = { customer: 7, from: '2027-06-01', to: '2027-11-26', by } as const
  const request = { ...span, currency: undefined, usual: 'cad', most: 1_000 }
  // The customer has 100 of the 100 000 entries.
  await look(client, 'all', (db) => readStatements(db, 1, request), 100)
  await look(client, 'cad', (db) => readStatements(db, 1, { ...request, currency: 'cad' }), 100)
})
