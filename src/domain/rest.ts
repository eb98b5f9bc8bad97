// The price of a part of a period, as the difference of two remainders (recurring billing, section 4). However a period
// is split, the prices of its parts add up to its price.

import { dateIn, startOfDate, timestamp } from './calendar.ts'
import { type Decimal, exactText, times, whole } from './decimal.ts'
import { allocate, roundHalfAwayFromZero } from './money.ts'

/** A part of a period as clients see it, between two instants or two dates; the end is exclusive. */
export interface PeriodPart {
  from: string
  to: string
  /** The whole period, whose price is shared. */
  start: string
  end: string
  /** The units billed before, as a decimal: only the price of the units beyond them is charged. */
  quantity_before?: string
  /** The amount billed before for the whole period, as a decimal: only the difference is charged. */
  amount_before?: string
  minimum?: PartOfMinimum
}

/** A minimum as a price: the time that was billed, in seconds, and the amount, which is subtracted. */
export interface PartOfMinimum {
  seconds: number
  billed: number
  /** Set if it is the minimum of a whole subscription. */
  whole?: true
  /** The amounts billed of each product, if the shortfall is divided by them, and which of them this is. */
  products?: number[]
  product?: number
}

/** The unit of a part's length: seconds, or civil dates of the zone. */
export const PRORATION_UNITS = ['second', 'day'] as const
export type ProrationUnit = (typeof PRORATION_UNITS)[number]

interface Span {
  start: number
  end: number
}

/** How the time of a subscription is counted. */
export interface Counting {
  unit: ProrationUnit
  zone: string
}

/** When a change at an instant counts from: that instant, or the beginning of its day. */
export const countedFrom = (at: number, { unit, zone }: Counting): number =>
  unit === 'day' ? startOfDate(dateIn(at, zone), zone) : at

/** A span as a part of the period that contains it. */
export function partOf(span: Span, whole: Span, { unit, zone }: Counting): PeriodPart {
  const point = (at: number) => (unit === 'day' ? dateIn(at, zone) : timestamp(at))
  return {
    ...{ from: point(span.start), to: point(span.end) },
    ...{ start: point(whole.start), end: point(whole.end) },
  }
}

/** How the price of a part is computed from the price of the period. */
export interface Rests {
  /** The exact price of the whole period. */
  price: string
  /** The length of the period, and its remainder at the start and at the end of the part, in seconds. */
  seconds: number
  left: readonly [number, number]
  /** The price of each remainder, rounded once, halves away from zero. */
  rests: readonly [number, number]
  /** The same values of the state billed before, which are subtracted. */
  before?: Pick<Rests, 'price' | 'rests'>
}

/** Between two instants or two dates. A day between dates has 86 400 seconds, also where clocks change. */
export const secondsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 1_000

/** The remainders of a period at both ends of a part. `before` is the price of the amount billed before. */
export function restsOf(
  price: Decimal,
  { from, to, start, end, minimum }: PeriodPart,
  before?: Decimal,
): Rests {
  const seconds = secondsBetween(start, end)
  const left = minimum
    ? ([minimum.seconds, 0] as const)
    : ([secondsBetween(from, end), secondsBetween(to, end)] as const)
  const restAt = (of: Decimal, rest: number): number => {
    const { digits, scale } = times(of, whole(rest))
    return Number(roundHalfAwayFromZero(digits, BigInt(seconds) * 10n ** BigInt(scale)))
  }
  const restsFor = (of: Decimal) => ({
    price: exactText(of),
    rests: [restAt(of, left[0]), restAt(of, left[1])] as const,
  })
  const { price: spelled, rests } = restsFor(price)
  const shown = { price: spelled, seconds, left, rests }
  if (minimum) {
    const { billed } = minimum
    return { ...shown, before: { price: String(billed), rests: [billed, 0] } }
  }
  return { ...shown, ...(before && { before: restsFor(before) }) }
}

/** The price of a part: the difference of its remainders, less the price of the amount billed before. */
export const amountOfRests = ({ rests, before }: Rests): number =>
  rests[0] - rests[1] - (before ? before.rests[0] - before.rests[1] : 0)

/** The price of a part; of a shortfall that is divided by products, the share of one. */
export function amountOfPart(rests: Rests, { minimum }: PeriodPart): number {
  const amount = amountOfRests(rests)
  const { products, product = 0 } = minimum ?? {}
  return products ? (allocate(amount, products)[product] ?? 0) : amount
}
