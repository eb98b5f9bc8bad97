// Amounts billed and received in a period, compared with the same number of days of the previous period.

import { endOfDate, startOfDate, timestamp } from '../../domain/calendar.ts'
import { formatDecimal, roundHalfAwayFromZero } from '../../domain/money.ts'
import { type Interval, type Period, spansUntil } from '../../domain/periods.ts'
import type { Db } from '../../platform/db/sql.ts'
import { allows, type Scope } from '../../platform/scope.ts'
import type { PeriodSum } from '../sums/store.ts'
import { amounts, listOf } from './routes-owed.ts'
import { countWarned, sumBilled, sumReceived } from './store.ts'

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
  const billed = await sumBilled(db, scope.environment_id, instants)
  const billedUrl = (span: Period, currency: string) =>
    listOf('invoices', { status: BILLED, currency, ...finalizedIn(span, time_zone) })
  const receivedUrl = ({ from, to }: Period, currency: string) => {
    const days = { 'received_on[gte]': from, 'received_on[lte]': to }
    return listOf('payments', { status: 'settled', currency, ...days })
  }
  return {
    current,
    previous,
    billed: compare(billed, spans, billedUrl),
    received: allows(scope.scopes, 'payments:read')
      ? compare(await sumReceived(db, scope.environment_id, spans), spans, receivedUrl)
      : null,
  }
}

const finalizedIn = ({ from, to }: Period, time_zone: string) => ({
  'finalized_at[gte]': timestamp(startOfDate(from, time_zone)),
  'finalized_at[lt]': timestamp(endOfDate(to, time_zone)),
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
    url: listOf('invoices', { status: BILLED, warning: code, ...finalizedIn(current, time_zone) }),
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
