// Amounts billed, credited, received and refunded in a period, compared with the same number of days of the previous period.

import { endOfDate, startOfDate, timestamp } from '../../domain/calendar.ts'
import { formatDecimal, roundHalfAwayFromZero } from '../../domain/money.ts'
import { type Interval, type Period, spansUntil } from '../../domain/periods.ts'
import type { Db } from '../../platform/db/sql.ts'
import { allows, type Scope } from '../../platform/scope.ts'
import type { PeriodSum } from '../sums/store.ts'
import { amounts, listOf } from './routes-owed.ts'
import { countWarned, sumBilled, sumCredited, sumReceived, sumRefunded } from './store.ts'

/** The statuses that count as billed: finalized and not void. */
const BILLED = 'posted,overdue,paid'

interface SummaryQuery {
  scope: Scope
  today: string
  time_zone: string
  interval: Interval
}

export async function comparison(db: Db, { scope, today, time_zone, interval }: SummaryQuery) {
  const { current, previous } = spansUntil(today, interval)
  const spans = [current, previous]
  const instants = spans.map(({ from, to }) => ({
    after: startOfDate(from, time_zone),
    before: endOfDate(to, time_zone),
  }))
  const { environment_id, scopes } = scope
  const billed = await sumBilled(db, environment_id, instants)
  const billedUrl = (span: Period, currency: string) =>
    listOf('invoices', { status: BILLED, currency, ...within('finalized_at', span, time_zone) })
  const creditedUrl = (span: Period, currency: string) =>
    listOf('credit_notes', { status: 'issued', currency, ...within('created_at', span, time_zone) })
  const receivedUrl = ({ from, to }: Period, currency: string) => {
    const days = { 'received_on[gte]': from, 'received_on[lte]': to }
    return listOf('payments', { status: 'settled', currency, ...days })
  }
  const refundedUrl = ({ from, to }: Period, currency: string) => {
    const days = { 'paid_on[gte]': from, 'paid_on[lte]': to }
    return listOf('refunds', { status: 'succeeded', currency, ...days })
  }
  return {
    current,
    previous,
    billed: compare(billed, spans, billedUrl),
    credited: allows(scopes, 'credit_notes:read')
      ? compare(await sumCredited(db, environment_id, instants), spans, creditedUrl)
      : null,
    received: allows(scopes, 'payments:read')
      ? compare(await sumReceived(db, environment_id, spans), spans, receivedUrl)
      : null,
    refunded: allows(scopes, 'refunds:read')
      ? compare(await sumRefunded(db, environment_id, spans), spans, refundedUrl)
      : null,
  }
}

/** The filters of a list for what happened in a period. */
const within = (property: 'finalized_at' | 'created_at', { from, to }: Period, zone: string) => ({
  [`${property}[gte]`]: timestamp(startOfDate(from, zone)),
  [`${property}[lt]`]: timestamp(endOfDate(to, zone)),
})

/** Invoices finalized with warnings in the current period, by warning code. */
export async function warned(db: Db, { scope, today, time_zone, interval }: SummaryQuery) {
  const { current } = spansUntil(today, interval)
  const period = {
    after: startOfDate(current.from, time_zone),
    before: endOfDate(current.to, time_zone),
  }
  const counts = await countWarned(db, scope.environment_id, period)
  return counts.map(({ key: code, count }) => ({
    code,
    count,
    url: listOf('invoices', {
      ...{ status: BILLED, warning: code },
      ...within('finalized_at', current, time_zone),
    }),
  }))
}

function compare(
  sums: readonly PeriodSum[],
  spans: readonly Period[],
  urlOf: (span: Period, currency: string) => string,
) {
  const currencies = [...new Set(sums.map(({ key }) => key))].sort()
  return currencies.map((currency) => {
    const [now, before] = spans.map((span, index) => {
      const sum = sums.find((each) => each.period === index + 1 && each.key === currency)
      const { amount = '0', count = 0 } = sum ?? {}
      return { ...amounts(amount), count, url: urlOf(span, currency) }
    }) as [Compared, Compared]
    const [to, from] = [BigInt(now.amount_exact), BigInt(before.amount_exact)]
    const percent =
      from === 0n ? null : formatDecimal(roundHalfAwayFromZero((to - from) * 1000n, from), 1)
    const change = { ...amounts(String(to - from)), percent }
    return { currency, current: now, previous: before, change }
  })
}

type Compared = ReturnType<typeof amounts> & { count: number; url: string }
