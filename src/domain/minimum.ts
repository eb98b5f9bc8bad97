// Minimums of prices: the amounts billed of an item in each of its periods, and the shortfall once a period is over
// (recurring billing, section 8).

import { timestamp } from './calendar.ts'
import { priceBefore } from './invoice-lines.ts'
import { type Pricing, priceOf } from './pricing.ts'
import {
  amountOfRests,
  type Counting,
  countedFrom,
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

/** The shortfall of a period: the share of the minimum for the billed time, less the billed amount. */
export function missingOf(
  { start, end, spans }: MinimumPeriod,
  { terms, minimum, ...counting }: Minimum,
): (Required<Pick<BilledSpan, 'start' | 'end' | 'part'>> & { share: number }) | undefined {
  const whole = { start: Date.parse(start), end: Date.parse(end) }
  const parts = spans.map(({ from, to, quantity, once, ...before }) => {
    const span = { start: Date.parse(from), end: Date.parse(to) }
    const part = { ...partOf(span, whole, counting), ...before }
    const isTime = !once && before.quantity_before === undefined
    return { span, part, quantity: String(quantity), isTime }
  })
  const billed = parts.reduce((sum, { part, quantity }) => sum + amountOf(terms, part, quantity), 0)
  const seconds = parts.reduce(
    (sum, { part, isTime }) => sum + (isTime ? secondsBetween(part.from, part.to) : 0),
    0,
  )
  const span = {
    start: Math.min(...parts.map((each) => each.span.start)),
    end: Math.max(...parts.map((each) => each.span.end)),
  }
  const part = { ...partOf(span, whole, counting), minimum: { seconds, billed } }
  const rests = restsOf({ digits: BigInt(minimum), scale: 0 }, part)
  const [share] = rests.rests
  return amountOfRests(rests) > 0 ? { ...span, part, share } : undefined
}

/** The price of a part of a period. */
function amountOf(terms: Pricing, part: PeriodPart, quantity: string): number {
  const events = terms.model === 'percentage' ? [quantity] : undefined
  const { exact } = priceOf(terms, { quantity, events })
  return amountOfRests(restsOf(exact, part, priceBefore({ ...terms, part })))
}
