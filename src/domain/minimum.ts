// Minimums of prices and of subscriptions: the amounts billed of an item in each period, and the shortfall once it is over
// (recurring billing, section 8).

import { timestamp } from './calendar.ts'
import { priceBefore } from './invoice-lines.ts'
import { allocate } from './money.ts'
import { type Pricing, priceOf } from './pricing.ts'
import {
  amountOfRests,
  type Counting,
  countedFrom,
  type PartOfMinimum,
  type PeriodPart,
  partOf,
  restsOf,
  secondsBetween,
} from './rest.ts'
import type { BilledSpan, Charge } from './subscription.ts'
import type { Returned } from './subscription-change.ts'
import type { MinimumPeriod, MinimumSpan } from './subscription-state.ts'

/** Adds lines to the periods of their items. */
export function withBilled(
  periods: readonly MinimumPeriod[],
  lines: Charge['lines'],
): MinimumPeriod[] {
  const all = periods.map((period) => ({ ...period, spans: [...period.spans] }))
  for (const { item, part = {}, whole, start: from, end: to, once } of lines) {
    const { id, price_id, quantity } = item
    const [start, end] = [timestamp(whole?.start ?? from), timestamp(whole?.end ?? to)]
    const { quantity_before, amount_before }: Partial<PeriodPart> = part
    const span: MinimumSpan = {
      ...{ from: timestamp(from), to: timestamp(to), quantity },
      ...(quantity_before !== undefined && { quantity_before }),
      ...(amount_before !== undefined && { amount_before }),
      ...(once && { once }),
    }
    const isOne = (each: MinimumPeriod) =>
      each.id === id && each.price_id === price_id && each.start === start && each.end === end
    const found = all.find(isOne)
    if (found) found.spans.push(span)
    else all.push({ id, price_id, start, end, spans: [span] })
  }
  return all
}

/** The periods without time that is returned. */
export function withReturned(
  periods: readonly MinimumPeriod[],
  { items, others, until = Number.POSITIVE_INFINITY }: Returned,
  counting: Counting,
): MinimumPeriod[] {
  return periods.flatMap((period) => {
    const at = items.get(period.id) ?? others
    if (at === undefined) return [period]
    const from = countedFrom(at, counting)
    const spans = period.spans.flatMap((span) => {
      const [start, end] = [Date.parse(span.from), Date.parse(span.to)]
      if (end <= from || start >= until) return [span]
      return [
        ...(start < from ? [{ ...span, to: timestamp(from) }] : []),
        ...(until < end ? [{ ...span, from: timestamp(until) }] : []),
      ]
    })
    return spans.length > 0 ? [{ ...period, spans }] : []
  })
}

interface Minimum extends Counting {
  terms: Pricing
  /** For a full period, in the currency's smallest unit. */
  minimum: number
}

export type Missing = Required<Pick<BilledSpan, 'start' | 'end' | 'part'>> & {
  /** The minimum for the billed time, and what is missing of it. */
  share: number
  amount: number
}

/** The shortfall of a period: the share of the minimum for the billed time, less the billed amount. */
export function missingOf(
  period: MinimumPeriod,
  { terms, minimum, ...counting }: Minimum,
): Missing | undefined {
  const { parts, billed } = countedOf(period, { terms, ...counting })
  const seconds = parts.reduce(
    (sum, { part, isTime }) => sum + (isTime ? secondsBetween(part.from, part.to) : 0),
    0,
  )
  return shortfallOf(parts, { ...counting, period, minimum, billed: { seconds, billed } })
}

/** What is counted of one item in a period of its subscription. */
export interface CountedItem {
  period: MinimumPeriod
  terms: Pricing
  /** The shortfall of the minimum of its price, which is billed as well. */
  more: number
  /** Items with the same key are taxed alike. */
  taxed: string
}

/** The shortfall of a whole subscription in one of its periods, divided by what was billed of each product. */
export function missingOfAll(
  counted: readonly CountedItem[],
  { minimum, ...counting }: Omit<Minimum, 'terms'>,
): (Missing & { of: MinimumPeriod })[] {
  const [first] = counted
  if (!first) return []
  const all = counted.map(({ more, ...each }) => {
    const { parts, billed } = countedOf(each.period, { terms: each.terms, ...counting })
    return { ...each, parts, billed: billed + more }
  })
  const parts = all.flatMap((each) => each.parts)
  const billed = all.reduce((sum, each) => sum + each.billed, 0)
  const missing = shortfallOf(parts, {
    ...{ ...counting, minimum, period: first.period },
    billed: { seconds: secondsOf(parts), billed, whole: true },
  })
  if (!missing) return []
  const groups = [...Map.groupBy(all, ({ taxed }) => taxed).values()]
    .map((items) => ({
      billed: items.reduce((sum, each) => sum + each.billed, 0),
      of: items.reduce((most, each) => (each.billed > most.billed ? each : most)).period,
    }))
    .filter((group) => group.billed > 0)
  if (groups.length < 2) return [{ ...missing, of: groups[0]?.of ?? first.period }]
  const products = groups.map((group) => group.billed)
  const amounts = allocate(missing.amount, products)
  return groups.flatMap(({ of }, product) => {
    const amount = amounts[product] ?? 0
    const part = { ...missing.part, minimum: { ...missing.part.minimum, products, product } }
    return amount > 0 ? [{ ...missing, part: part as PeriodPart, amount, of }] : []
  })
}

interface CountedPart {
  span: { start: number; end: number }
  part: PeriodPart
  isTime: boolean
}

/** The spans of a period as parts of it, and what they cost. */
function countedOf(
  { start, end, spans }: MinimumPeriod,
  { terms, ...counting }: Omit<Minimum, 'minimum'>,
): { parts: CountedPart[]; billed: number } {
  const whole = { start: Date.parse(start), end: Date.parse(end) }
  const parts = spans.map(({ from, to, quantity, once, ...before }) => {
    const span = { start: Date.parse(from), end: Date.parse(to) }
    const part = { ...partOf(span, whole, counting), ...before }
    const isTime = !once && before.quantity_before === undefined
    return { span, part, quantity: String(quantity), isTime }
  })
  const billed = parts.reduce((sum, { part, quantity }) => sum + amountOf(terms, part, quantity), 0)
  return { parts, billed }
}

/** The time in which at least one item is billed, in seconds. */
function secondsOf(parts: readonly CountedPart[]): number {
  const times = parts
    .filter(({ isTime }) => isTime)
    .map(({ part }) => part)
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))
  let until = times[0]?.from ?? ''
  return times.reduce((sum, { from, to }) => {
    const begins = Date.parse(from) < Date.parse(until) ? until : from
    if (Date.parse(to) <= Date.parse(begins)) return sum
    until = to
    return sum + secondsBetween(begins, to)
  }, 0)
}

function shortfallOf(
  parts: readonly CountedPart[],
  {
    period: { start, end },
    minimum,
    billed,
    ...counting
  }: Counting & { period: MinimumPeriod; minimum: number; billed: PartOfMinimum },
): Missing | undefined {
  const whole = { start: Date.parse(start), end: Date.parse(end) }
  const span = {
    start: Math.min(...parts.map((each) => each.span.start)),
    end: Math.max(...parts.map((each) => each.span.end)),
  }
  const part = { ...partOf(span, whole, counting), minimum: billed }
  const rests = restsOf({ digits: BigInt(minimum), scale: 0 }, part)
  const [share] = rests.rests
  const amount = amountOfRests(rests)
  return amount > 0 ? { ...span, part, share, amount } : undefined
}

/** The price of a part of a period. */
function amountOf(terms: Pricing, part: PeriodPart, quantity: string): number {
  const events = terms.model === 'percentage' ? [quantity] : undefined
  const { exact } = priceOf(terms, { quantity, events })
  return amountOfRests(restsOf(exact, part, priceBefore({ ...terms, part })))
}
