// Outstanding amounts by currency and age: of all customers for the home page, or of one for their page.

import { addDays, dateIn, daysBetween } from '../../domain/calendar.ts'
import { customerRef, parseCustomerId } from '../../domain/customer.ts'
import type { Db } from '../../platform/db/sql.ts'
import { route } from '../../platform/http/route.ts'
import { customerIds } from '../customers/record.ts'
import { findCustomers } from '../customers/store.ts'
import { invoiceIds } from '../invoices/record.ts'
import { readCalendar } from '../ledger/store.ts'
import type { Service } from '../service.ts'
import { AGES, CustomerReceivables, CustomerReceivablesPath } from './schemas.ts'
import { findOldestOverdue, type Owed, sumOwed } from './store.ts'
import { type LifetimeSum, sumBilled, sumPaid } from './store-lifetime.ts'

const { rawJSON } = JSON as unknown as { rawJSON(digits: string): unknown }

/**
 * A sum from its digits: as a JSON number, written digit by digit, and as a string for clients that parse numbers as
 * floats.
 */
export const amounts = (digits: string) => ({ amount: rawJSON(digits), amount_exact: digits })

export const listOf = (path: string, filters: Record<string, string>): string =>
  `/v1/${path}?${new URLSearchParams(filters)}`

interface Whose {
  /** The date on which the ages are computed. */
  today: string
  /** One customer, by number and as in filters; all customers if absent. */
  customer?: { id: number; ref: string }
}

/** Amounts in the currency's smallest unit, each with the URL of the list whose rows sum to it. */
export async function receivables(db: Db, environmentId: number, { today, customer }: Whose) {
  const owed = await sumOwed(db, environmentId, today, customer?.id)
  const currencies = [...new Set(owed.map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const open = { open: 'true', currency, ...(customer && { customer_id: customer.ref }) }
    const rows = owed.filter((row) => row.currency === currency)
    return {
      currency,
      open: figure(rows, open),
      overdue: figure(
        rows.filter(({ age }) => age > 0),
        { ...open, 'due_date[lte]': addDays(today, -1) },
      ),
      ages: AGES.map(({ age, from, to }, place) => ({
        age,
        ...figure(
          rows.filter((row) => row.age === place),
          {
            ...open,
            ...(to !== null && { 'due_date[gte]': addDays(today, -to) }),
            ...(from !== null && { 'due_date[lte]': addDays(today, -from) }),
          },
        ),
      })),
    }
  })
}

/** The number of oldest overdue invoices on the home page; the list has the others. */
const OLDEST = 5

export async function oldestOverdue(db: Db, environmentId: number, today: string) {
  const rows = await findOldestOverdue(db, environmentId, OLDEST)
  return rows.map(({ id, customer_id, ...row }) => ({
    invoice_id: invoiceIds.ref(id),
    ...row,
    customer_id: customerRef(customer_id),
    // Until the background job has processed a new day or time zone, an invoice can be overdue on its due date.
    days_overdue: Math.max(1, daysBetween(row.due_date, today)),
  }))
}

function figure(rows: readonly Owed[], filters: Record<string, string>) {
  const amount = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return { ...amounts(String(amount)), count, url: listOf('invoices', filters) }
}

/** Billed and paid since the first invoice; null for a customer with too many to sum here. */
async function lifetime(db: Db, environmentId: number, customer: number) {
  const billed = await sumBilled(db, environmentId, customer)
  const paid = await sumPaid(db, environmentId, customer)
  if (!billed || !paid) return null
  const customer_id = customerRef(customer)
  const currencies = [...new Set([...billed, ...paid].map(({ currency }) => currency))].sort()
  return currencies.map((currency) => {
    const of = (sums: readonly LifetimeSum[], path: string, status: string) => {
      const { amount = '0', count = 0 } = sums.find((each) => each.currency === currency) ?? {}
      return { ...amounts(amount), count, url: listOf(path, { customer_id, status, currency }) }
    }
    return {
      currency,
      billed: of(billed, 'invoices', 'posted,overdue,paid'),
      paid: of(paid, 'payments', 'settled'),
    }
  })
}

export const customerReceivablesRoute = route({
  method: 'GET',
  path: '/customers/:customer_id/receivables',
  params: CustomerReceivablesPath,
  operation: 'retrieveCustomerReceivables',
  summary: 'Retrieve the balance of a customer',
  description:
    'Outstanding and past due amounts, and the totals billed and paid, by currency. Each figure links to the list whose rows add up to it.',
  tag: 'Customers',
  permission: 'invoices:read',
  response: CustomerReceivables,
  errors: ['resource_missing'],
  untagged: true,
  handle: ({ scope: { environment_id }, params, heavy }, service: Service) =>
    heavy.report(async (db) => {
      const ref = String(params.customer_id)
      const id = parseCustomerId(ref) as number
      const [customer] = await findCustomers(db, [{ environment_id, id }])
      if (!customer) throw customerIds.missing(ref)
      const { time_zone, clock_ahead_ms } = await readCalendar(db, environment_id)
      const today = dateIn(service.wallNow() + clock_ahead_ms, time_zone)
      const json = JSON.stringify({
        object: 'customer_receivables',
        customer_id: customerRef(id),
        as_of: today,
        time_zone,
        receivables: await receivables(db, environment_id, {
          today,
          customer: { id, ref: customerRef(id) },
        }),
        lifetime: await lifetime(db, environment_id, id),
      })
      return { json }
    }),
})
