// The API routes of ledger reports: trial balance, aging of receivables, and the journal as CSV.

import { dateIn, timestamp } from '../../domain/calendar.ts'
import { currencyExponent } from '../../domain/currencies.ts'
import { customerRef, parseCustomerId } from '../../domain/customer.ts'
import type { LedgerAccount } from '../../domain/ledger.ts'
import { csvHeadings, csvLine, textCell } from '../../platform/csv.ts'
import type { Heavy } from '../../platform/db/heavy.ts'
import { type Db, join, type Sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { encodeId } from '../../platform/ids.ts'
import { validationError } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Service } from '../service.ts'
import { objectRef } from './object-ref.ts'
import {
  Aging,
  AgingQuery,
  agesOf,
  JournalQuery,
  sidesOf,
  TrialBalance,
  TrialBalanceQuery,
} from './schemas.ts'
import { readCalendar } from './store.ts'
import { readAging } from './store-aging.ts'
import { type BookDate, countedUntil, earliestOf, fromDay } from './store-days.ts'
import { type JournalEntry, type JournalPlace, readJournal } from './store-entries.ts'
import { type AccountSum, type Day, sumAccounts } from './store-reports.ts'

const tag = 'Ledger'
const permission = 'ledger:read'
/** The default date by which entries count. */
const BY: BookDate = 'value_date'

/** The requested day of a report, in the account's zone and by the environment's clock. */
async function dayOf(
  { db, wallNow }: { db: Db; wallNow(): number },
  environmentId: number,
  { requested, param }: { requested: string | undefined; param: string },
): Promise<Day> {
  const { time_zone, clock_ahead_ms } = await readCalendar(db, environmentId)
  const today = dateIn(wallNow() + clock_ahead_ms, time_zone)
  const as_of = requested ?? today
  if (as_of > today) {
    throw validationError(param, { kind: 'as_of_too_late', sent: as_of, max: today, time_zone })
  }
  return { as_of, isNow: as_of === today }
}

const balanceRoute = route({
  method: 'GET',
  path: '/ledger/trial_balance',
  operation: 'retrieveTrialBalance',
  summary: 'Retrieve the trial balance',
  description:
    'Debits and credits of each account up to the end of a day, with `tax_payable` by tax rate. In each currency, total debits equal total credits.',
  tag,
  permission,
  query: TrialBalanceQuery,
  response: TrialBalance,
  handle: ({ scope: { environment_id }, query, heavy }, service: Service) =>
    heavy.report(async (db) => {
      const requested = { requested: query.as_of, param: 'as_of' }
      const day = await dayOf({ ...service, db }, environment_id, requested)
      const sums = await sumAccounts(db, environment_id, { ...day, by: query.by ?? BY })
      const { as_of } = day
      const json = JSON.stringify({
        object: 'trial_balance',
        as_of,
        currencies: byCurrency(sums),
      })
      return { json, etag: true }
    }),
})

function byCurrency(sums: AccountSum[]) {
  const taxesIn = (currency: string, account: LedgerAccount | null) =>
    sums
      .filter((sum) => sum.currency === currency && sum.account === account && sum.tax_rate)
      .map(({ tax_rate, tax_name, debit, credit, balance }) => ({
        tax_rate,
        tax_name,
        debit,
        credit,
        balance,
      }))
  return sums
    .filter(({ account }) => account === null)
    .map(({ currency, debit, credit }) => ({
      currency,
      accounts: sums
        .filter((sum) => sum.currency === currency && sum.account && !sum.tax_rate)
        .map(({ account, debit, credit, balance }) => ({
          account,
          debit,
          credit,
          balance,
          taxes: taxesIn(currency, account),
        })),
      debit,
      credit,
    }))
}

const agingRoute = route({
  method: 'GET',
  path: '/ledger/receivables_aging',
  operation: 'retrieveReceivablesAging',
  summary: 'Retrieve receivables aging',
  description:
    'Outstanding amounts at the end of a day, by currency and customer, with the days past due. The totals equal the balance of the account `receivable`.',
  tag,
  permission,
  query: AgingQuery,
  response: Aging,
  handle: ({ scope: { environment_id }, query, heavy }, service: Service) =>
    heavy.report(async (db) => {
      const { limit = 20, starting_after } = query
      const day = await dayOf({ ...service, db }, environment_id, {
        requested: query.as_of,
        param: 'as_of',
      })
      const { currencies, customers } = await readAging(db, environment_id, {
        ...day,
        by: query.by ?? BY,
        after: starting_after === undefined ? 0 : (parseCustomerId(starting_after) as number),
        limit,
      })
      const ids = [...new Set(customers.map(({ customer_id }) => customer_id))].slice(0, limit)
      const shown = customers.filter(({ customer_id }) => ids.includes(customer_id))
      const json = JSON.stringify({
        object: 'receivables_aging',
        as_of: day.as_of,
        currencies: currencies.map(({ currency, customers, ...row }) => ({
          currency,
          customers,
          ...agesOf({ ...row, currency }),
        })),
        data: shown.map((row) => ({
          customer_id: customerRef(row.customer_id),
          customer_name: row.customer_name,
          currency: row.currency,
          ...agesOf(row),
        })),
        has_more: shown.length < customers.length,
      })
      return { json, etag: true }
    }),
})

const HEADINGS = [
  'date',
  'entry',
  'kind',
  'account',
  'debit_major',
  'credit_major',
  'currency',
  'customer',
  'customer_name',
  'invoice_number',
  'object',
  'created_at',
  'value_date',
  'tax_rate',
  'tax_name',
]
const ENTRIES_AT_ONCE = 1_000
const FIRST: JournalPlace = { created_at: 0, id: '00000000-0000-0000-0000-000000000000' }

const journalRoute = route({
  method: 'GET',
  path: '/ledger/journal.csv',
  operation: 'exportJournal',
  summary: 'Export the journal as CSV',
  description:
    'A line for each posting with a value date from `from` to `to`, in the order in which they were booked. Customers have the names on their invoices. Amounts are decimals of the major unit (`_major`); texts are escaped so that no spreadsheet runs them as formulas.',
  tag,
  permission,
  query: JournalQuery,
  produces: 'text/csv',
  untagged: true,
  async handle({ scope, query, heavy }, service: Service) {
    const { environment_id } = scope
    const { from } = query
    const requested = { requested: query.to, param: 'to' }
    const day = await dayOf({ ...service, db: service.pool }, environment_id, requested)
    if (from !== undefined && from > day.as_of) {
      throw validationError('from', { kind: 'from_after_to', sent: from, max: day.as_of })
    }
    const by = query.by ?? BY
    const since = from === undefined ? [] : [fromDay(from, by)]
    const parts = countedUntil(day.as_of, by).map((until) => join([until, ...since], ' and '))
    const first = from === undefined ? 0 : earliestOf(from).getTime()
    const after = { ...FIRST, created_at: first }
    return {
      body: await heavy.stream('csv', async () => journal(heavy, scope, { parts, after })),
      contentType: 'text/csv; charset=utf-8; header=present',
      headers: {
        'content-disposition': `attachment; filename="journal-${from ? `${from}-` : ''}${day.as_of}.csv"`,
        'cache-control': 'no-store',
      },
    }
  },
})

/**
 * The entries of one condition after another, in chunks: memory does not grow with the journal, and no connection is
 * held.
 */
async function* journal(
  { behind }: Heavy,
  scope: Pick<Scope, 'environment_id' | 'role'>,
  { parts, after }: { parts: Sql[]; after: JournalPlace },
): AsyncGenerator<string> {
  yield csvHeadings(HEADINGS, scope)
  for (const counted of parts) {
    let place: JournalPlace | undefined = after
    while (place) {
      const chunk = { after: place, counted, most: ENTRIES_AT_ONCE }
      const entries: JournalEntry[] = await behind((db) =>
        readJournal(db, scope.environment_id, chunk),
      )
      if (entries.length > 0) yield entries.map((entry) => journalLines(entry)).join('')
      place = entries.length === ENTRIES_AT_ONCE ? entries.at(-1) : undefined
    }
  }
}

/** A line for each side of an entry. */
function journalLines(entry: JournalEntry): string {
  const { kind, currency, created_at, day, value_date } = entry
  const before = [day, encodeId('led', entry.id), kind]
  const after = [
    currency,
    entry.customer_id === null ? '' : customerRef(entry.customer_id),
    textCell(entry.customer_name),
    textCell(entry.invoice_number),
    objectRef(kind, entry.object_id),
    timestamp(created_at),
  ]
  const lines = entry.postings.map(({ account, amount, tax_rate, tax_name }) => {
    const { debit, credit } = sidesOf(amount)
    const sides = [account, shortened(debit, currency), shortened(credit, currency)]
    const tax = [textCell(tax_rate), textCell(tax_name)]
    return csvLine([...before, ...sides, ...after, value_date, ...tax])
  })
  return lines.join('')
}

/** With the digits of the currency, or more if needed: 59.97, and 0.00000001. */
function shortened(decimal: string, currency: string): string {
  const point = decimal.indexOf('.')
  const kept = point + 1 + currencyExponent(currency)
  const more = decimal.slice(kept).replace(/0+$/, '')
  return more === '' && kept === point + 1 ? decimal.slice(0, point) : decimal.slice(0, kept) + more
}

export const reportRoutes: Route<Service>[] = [balanceRoute, agingRoute, journalRoute]
