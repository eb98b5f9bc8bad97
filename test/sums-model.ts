// The figures of the home page and the receivables aging, computed only from the lists.

import type { Made } from './fixtures.ts'

/** The content of the lists of an environment. */
export interface Books {
  invoices: Made[]
  payments: Made[]
  notes?: Made[]
  refunds?: Made[]
  /** By customer ID, including deleted customers. */
  names: Map<string, string>
}

export interface Day {
  today: string
  zone: string
}

interface Sum {
  amount_exact: string
  count: number
}

interface Span {
  from: string
  to: string
}

const DAY_MS = 86_400_000
const STATUSES = ['draft', 'posted', 'paid', 'overdue', 'void']
/** First and last day past due of each aging bucket. */
const AGES: [string, number, number][] = [
  ['current', Number.NEGATIVE_INFINITY, 0],
  ['days_1_30', 1, 30],
  ['days_31_60', 31, 60],
  ['days_61_90', 61, 90],
  ['days_over_90', 91, Number.POSITIVE_INFINITY],
]
/** Decimal places by ISO 4217. */
export const DIGITS: Record<string, number> = {
  ...{ bhd: 3, cad: 2, clp: 0, eur: 2, jpy: 0, kwd: 3, usd: 2 },
}
export const CURRENCIES = ['bhd', 'cad', 'jpy', 'usd']

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The local date in a time zone. */
export function dateThere(instant: string | number, timeZone: string): string {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const known = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, ...day })
  calendars.set(timeZone, known)
  return known.format(new Date(instant))
}

const numberOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const dateOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10)
export const plusDays = (date: string, days: number) => dateOf(numberOf(date) + days)

const sum = (amounts: bigint[]): Sum => ({
  amount_exact: String(amounts.reduce((all, each) => all + each, 0n)),
  count: amounts.length,
})
const isOpen = ({ status }: Made) => status === 'posted' || status === 'overdue'
const isBilled = ({ status }: Made) => isOpen({ status }) || status === 'paid'
const remainsOf = (row: Made) =>
  BigInt(row.amount_due) -
  BigInt(row.amount_paid) -
  BigInt(row.amount_credited ?? 0) -
  BigInt(row.credit_applied_later ?? 0) -
  BigInt(row.amount_written_off ?? 0)
/** True if an invoice has an amount left to collect. */
const isOwed = (row: Made) => isOpen(row) && remainsOf(row) > 0n
const currenciesOf = (rows: Made[]) => [...new Set(rows.map(({ currency }) => currency))].sort()
const ofCurrency = (rows: Made[], currency: string) =>
  rows.filter((row) => row.currency === currency)

/** The months or days up to today, oldest first. */
function periodsOf(today: string, interval: string): Span[] {
  if (interval === 'day') {
    return Array.from({ length: 30 }, (_, index) => {
      const day = plusDays(today, index - 29)
      return { from: day, to: day }
    })
  }
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  const first = (nth: number) =>
    `${Math.trunc(nth / 12)}-${String((nth % 12) + 1).padStart(2, '0')}-01`
  return Array.from({ length: 12 }, (_, index) => {
    const nth = month - 11 + index
    return { from: first(nth), to: plusDays(first(nth + 1), -1) }
  })
}

function spansOf(today: string, interval: string): { current: Span; previous: Span } {
  if (interval === 'day') {
    return {
      current: { from: plusDays(today, -29), to: today },
      previous: { from: plusDays(today, -59), to: plusDays(today, -30) },
    }
  }
  const [before, now] = periodsOf(today, 'month').slice(-2) as [Span, Span]
  const [to = ''] = [plusDays(before.from, Number(today.slice(8)) - 1), before.to].sort()
  return {
    current: { from: now.from, to: today },
    previous: { from: before.from, to },
  }
}

const isIn = ({ from, to }: Span, date: string) => from <= date && date <= to

/** With one decimal place, rounded half away from zero. */
function percentOf(from: bigint, to: bigint): string | null {
  if (from === 0n) return null
  const [size, sign] = to < from ? [from - to, '-'] : [to - from, '']
  const tenths = (2000n * size + from) / (2n * from)
  return `${tenths === 0n ? '' : sign}${tenths / 10n}.${tenths % 10n}`
}

/** The amounts billed or received in two periods. */
function compared(rows: Made[], spans: Span[], at: (row: Made) => string, amount: string) {
  const within = rows.filter((row) => spans.some((span) => isIn(span, at(row))))
  return currenciesOf(within).map((currency) => {
    const [current, previous] = spans.map((span) =>
      sum(
        ofCurrency(within, currency)
          .filter((row) => isIn(span, at(row)))
          .map((row) => BigInt(row[amount])),
      ),
    ) as [Sum, Sum]
    const [to, from] = [BigInt(current.amount_exact), BigInt(previous.amount_exact)]
    const change = { amount_exact: String(to - from), percent: percentOf(from, to) }
    return { currency, current, previous, change }
  })
}

function receivablesOf(invoices: Made[], today: string) {
  const open = invoices.filter(isOwed)
  return currenciesOf(open).map((currency) => {
    const between = (first: number, last: number) => {
      const days = ({ due_date }: Made) => numberOf(today) - numberOf(due_date)
      const some = ofCurrency(open, currency).filter(
        (row) => days(row) >= first && days(row) <= last,
      )
      return sum(some.map(remainsOf))
    }
    return {
      currency,
      open: between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
      overdue: between(1, Number.POSITIVE_INFINITY),
      ages: AGES.map(([age, first, last]) => ({ age, ...between(first, last) })),
    }
  })
}

/** `/v1/summary`, without addresses and without what invoices and payments do not contain. */
export function summaryOf(books: Books, { today, zone }: Day, interval: string) {
  const { invoices, payments, notes = [], refunds = [] } = books
  const periods = periodsOf(today, interval)
  const { current, previous } = spansOf(today, interval)
  const billed = invoices.filter(isBilled)
  const settled = payments.filter(({ status }) => status === 'settled')
  const finalized = ({ finalized_at }: Made) => dateThere(finalized_at, zone)
  const received = ({ received_on }: Made) => received_on
  const credited = notes.filter(({ status }) => status === 'issued')
  const issued = ({ created_at }: Made) => dateThere(created_at, zone)
  const refunded = refunds.filter(({ status }) => status === 'succeeded')
  const paid_on = (row: Made) => row.paid_on
  const spans = [current, previous]
  return {
    as_of: today,
    time_zone: zone,
    interval,
    comparison: {
      current,
      previous,
      billed: compared(billed, spans, finalized, 'total'),
      received: compared(settled, spans, received, 'amount'),
      credited: compared(credited, spans, issued, 'total'),
      refunded: compared(refunded, spans, paid_on, 'amount'),
    },
    cash_in: periods.map((period) => {
      const own = settled.filter(({ received_on }) => isIn(period, received_on))
      const currencies = currenciesOf(own).map((currency) => ({
        currency,
        ...sum(ofCurrency(own, currency).map(({ amount }) => BigInt(amount))),
      }))
      return { ...period, currencies }
    }),
    invoice_warnings: warningsOf(billed.filter((each) => isIn(current, finalized(each)))),
    receivables: receivablesOf(invoices, today),
    oldest_overdue: invoices
      .filter((row) => row.status === 'overdue' && isOwed(row))
      .map(({ due_date }) => due_date)
      .sort()
      .slice(0, 5),
    invoices: periods.map((period) => {
      const own = invoices.filter(({ created_at }) => isIn(period, dateThere(created_at, zone)))
      const statuses = STATUSES.map((status) => ({
        status,
        count: own.filter((each) => each.status === status).length,
      }))
      return { ...period, statuses: statuses.filter(({ count }) => count > 0) }
    }),
    attention: {
      invoices_overdue: invoices.filter((row) => row.status === 'overdue' && isOwed(row)).length,
      drafts_past_due: invoices.filter(
        ({ status, due_date }) => status === 'draft' && due_date !== null && due_date < today,
      ).length,
    },
  }
}

function warningsOf(invoices: Made[]) {
  const codes = invoices.flatMap(({ warnings }) => [
    ...new Set<string>(warnings.map(({ code }: Made) => code)),
  ])
  return [...new Set(codes)]
    .sort()
    .map((code) => ({ code, count: codes.filter((each) => each === code).length }))
}

/** `/v1/customers/:id/receivables`, without addresses. */
export function customerOf(books: Books, { today, zone }: Day, customer_id: string) {
  const theirs = (rows: Made[]) => rows.filter((row) => row.customer_id === customer_id)
  const invoices = theirs(books.invoices)
  const billed = invoices.filter(isBilled)
  const paid = theirs(books.payments).filter(({ status }) => status === 'settled')
  return {
    as_of: today,
    time_zone: zone,
    customer_id,
    receivables: receivablesOf(invoices, today),
    lifetime: currenciesOf([...billed, ...paid]).map((currency) => ({
      currency,
      billed: sum(ofCurrency(billed, currency).map(({ total }) => BigInt(total))),
      paid: sum(ofCurrency(paid, currency).map(({ amount }) => BigInt(amount))),
    })),
  }
}

/** A decimal in the major unit, as an integer of hundred-millionths. */
export function eighths(text: string): string {
  const [, sign, whole, rest = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? []
  if (whole === undefined) throw new Error(`${text} is no decimal`)
  return String(BigInt(`${sign}${whole}${rest.padEnd(8, '0')}`))
}

/** `/v1/ledger/receivables_aging`, decimals in hundred-millionths, with all pages as one. */
export function agingOf({ invoices, names }: Books, today: string) {
  const customers = [...new Set(invoices.map(({ customer_id }) => customer_id as string))]
  const nth = (id: string) => Number(id.slice('cus_'.length))
  const aged = (rows: Made[], currency: string) => {
    const [owed] = receivablesOf(ofCurrency(rows, currency), today)
    const major = ({ amount_exact }: Sum) =>
      String(BigInt(amount_exact) * 10n ** BigInt(8 - (DIGITS[currency] as number)))
    return (
      owed &&
      ages(
        owed.ages.map((age) => [age.age, major(age)]),
        major(owed.open),
      )
    )
  }
  const ages = (each: [string, string][], total: string) => ({ ...Object.fromEntries(each), total })
  const open = invoices.filter(isOwed)
  return {
    as_of: today,
    currencies: currenciesOf(open).map((currency) => ({
      currency,
      customers: new Set(ofCurrency(open, currency).map(({ customer_id }) => customer_id)).size,
      ...aged(open, currency),
    })),
    data: customers
      .toSorted((a, b) => nth(a) - nth(b))
      .flatMap((customer_id) => {
        const theirs = open.filter((each) => each.customer_id === customer_id)
        const customer_name = names.get(customer_id)
        return currenciesOf(theirs).map((currency) => ({
          customer_id,
          customer_name,
          currency,
          ...aged(theirs, currency),
        }))
      }),
  }
}
