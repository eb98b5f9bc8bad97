// Random prices, subscriptions and commands for the model of subscriptions.

import type { Random } from './random.ts'
import {
  type AnchorSent,
  boundaryAfter,
  type Creation,
  type Item,
  type ItemChange,
  type Modeled,
  type Price,
  projected,
  startOf,
  type Unit,
  WEEKDAYS,
} from './subscriptions-model.ts'

export const DAY_MS = 86_400_000

/** A price with the request that creates it. */
export interface Listed extends Price {
  body: object
}

/** How frequent each interval is: a daily one is billed as often as thirty monthly ones. */
const FREQUENT = {
  ...{ 'day 1': 1, 'day 10': 2, 'week 1': 2, 'week 2': 3, 'month 1': 12, 'month 3': 4 },
  ...{ 'year 1': 4, 'year 2': 2 },
}

const INTERVALS = Object.entries(FREQUENT).flatMap(([each, times]) =>
  Array.from({ length: times }, () => each.split(' ') as [Price['interval'], string]),
)

export const PRICES: Listed[] = [...new Set(INTERVALS.map(String))].flatMap((each) => {
  const [interval, count] = each.split(',') as [Price['interval'], string]
  const of = { interval, count: Number(count) }
  const sent = { interval, interval_count: of.count }
  return [
    {
      ...of,
      name: `${each} per unit`,
      body: { ...sent, model: 'per_unit', unit_amount: 999 },
      amount: (quantity: number) => quantity * 999,
    },
    {
      ...of,
      name: `${each} in fives`,
      body: {
        ...{ ...sent, model: 'package', size: 5, unit_amount: 2501 },
        tax_behavior: 'inclusive',
      },
      amount: (quantity: number) => Math.ceil(quantity / 5) * 2501,
    },
    {
      ...of,
      name: `${each} free`,
      body: { ...sent, model: 'per_unit', unit_amount: 0 },
      amount: () => 0,
    },
  ]
})

/** Both hemispheres, +14, −11, half hours, and clocks that are changed at midnight or by half an hour. */
export const ZONES = [
  ...['Pacific/Auckland', 'America/Toronto', 'Pacific/Apia', 'Asia/Kolkata', 'Pacific/Kiritimati'],
  ...['Pacific/Pago_Pago', 'Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe', 'UTC'],
]

/** Before changes of clocks, the end of a leap February, and the day that Apia skipped. */
export const BEGINNINGS = [
  ...['2027-01-31T15:00:00.000Z', '2028-01-30T23:59:59.999Z', '2026-10-29T04:30:00.500Z'],
  ...['2026-03-06T07:15:00.000Z', '2011-12-20T10:00:00.000Z'],
]

const pricesOf = ([interval, count]: [string, string]) =>
  PRICES.filter((price) => price.interval === interval && price.count === Number(count))

/** Free prices are rare. */
const anyPrice = ({ below, pick }: Random, prices: Listed[]): Listed =>
  (below(6) === 0 ? pick(prices) : prices[below(2)]) as Listed

const quantityOf = ({ below }: Random) => 1 + below(12)

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/**
 * An instant within some days, often at the end of a month or on a day that others have as well, as a date or with a
 * time to the millisecond.
 */
function anyTime({ below, pick }: Random, from: number, days: number): string {
  let instant = from + below(days * 86_400) * 1000
  if (below(6) > 0) {
    const wanted = new Date(instant)
    wanted.setUTCDate(below(2) === 0 ? 29 + below(3) : pick([1, 12, 20]))
    const isWithin = wanted.getTime() > from && wanted.getTime() < from + days * DAY_MS
    if (isWithin) instant = wanted.getTime()
  }
  if (below(3) > 0) return dateOf(instant)
  // The hours in which clocks are changed are frequent.
  const hour = pick(['00', '01', '02', '06', '07', '12', '13', '14', '15', '22'])
  return `${dateOf(instant)}T${hour}:${pick(['00:00.000', '30:00.000', '59:59.999'])}Z`
}

/** An anchor that fits the interval: the last days of months are frequent, and so are days in changes of clocks. */
function anyAnchor(random: Random, interval: Price['interval'], start: number): AnchorSent {
  const { below, pick } = random
  const days = { day: 3, week: 20, month: 120, year: 900 }[interval]
  if (below(4) === 0) {
    const time = anyTime(random, start - days * DAY_MS, 2 * days)
    return time.length > 10 ? time : `${time}T10:00:00.999Z`
  }
  if (interval === 'day' || interval === 'week') return { day_of_week: pick(WEEKDAYS) }
  const day = pick(['last', 29, 30, 31, 15, 1 + below(28)] as const)
  if (below(interval === 'year' ? 2 : 4) > 0) return { day_of_month: day }
  const month = 1 + below(12)
  // Of a leap year.
  const most = new Date(Date.UTC(2028, month, 0)).getUTCDate()
  return { day_of_month: day === 'last' ? day : Math.min(day, most), month }
}

export function draw(random: Random, zone: string, unit: Unit, now: number): Creation {
  const { below, pick } = random
  const interval = pick(INTERVALS)
  const prices = pricesOf(interval)
  const items = Array.from({ length: 1 + below(3) }, (_, key) => ({
    key,
    price: anyPrice(random, prices),
    quantity: quantityOf(random),
  }))
  const creation: Creation = { zone, unit, items }
  const days = { day: 40, week: 200, month: 900, year: 2000 }[interval[0]]
  const when = below(10)
  if (when < 4) creation.start = anyTime(random, now - days * DAY_MS, days - 1)
  else if (when < 6) creation.start = anyTime(random, now + 2 * DAY_MS, 60)
  if (when < 4 && below(4) === 0) creation.bill_past = false
  const start = creation.start === undefined ? now : startOf(creation.start, zone)
  if (below(3) > 0) creation.anchor = anyAnchor(random, interval[0], start)
  if (below(2) === 0) creation.first_period = pick(['prorate', 'full', 'free', 'free'] as const)
  if (below(3) > 0) return creation
  if (start >= now && below(2) === 0) return { ...creation, trial_days: 1 + below(45) }
  const ends = Math.max(now, start) + 1000 + below(45 * DAY_MS)
  const trial_end = below(3) === 0 ? ends : Math.ceil(ends / DAY_MS) * DAY_MS
  return { ...creation, trial_end: new Date(trial_end).toISOString() }
}

/** The fate of the newest invoice before its unused time is returned. */
export interface Ending {
  credit_to?: 'balance' | 'refund'
  isVoid: boolean
  /** Percentages of the total, or of what remains by then; 0 leaves the act out. */
  goodwill: number
  credit: number
  paid: number
}

function drawEnding({ below, pick }: Random): Ending {
  const credit_to = pick([undefined, 'balance', 'refund', 'refund'] as const)
  return {
    ...(credit_to && { credit_to }),
    isVoid: below(12) === 0,
    goodwill: below(3) === 0 ? 1 + below(99) : 0,
    credit: below(4) === 0 ? 1 + below(60) : 0,
    paid: pick([0, 0, 1 + below(99), 100, 100]),
  }
}

export type Command =
  | { verb: 'cancel'; at: 'period_end' }
  | { verb: 'cancel'; at: 'now'; ending: Ending | undefined }
  | { verb: 'keep' }
  | { verb: 'withdraw' }
  | { verb: 'change'; at: number; isNext: boolean; items: ItemChange[] }

/** An end that often returns unused time. */
export const drawEnd = (random: Random): Command => ({
  ...{ verb: 'cancel', at: 'now' },
  ending: random.below(4) > 0 ? drawEnding(random) : undefined,
})

/** A command that the state allows; `isLong` if the clock then moves so far that short periods would be too many. */
export function drawCommand(
  random: Random,
  sub: Modeled,
  key: number,
  isLong: boolean,
): Command | undefined {
  const { below } = random
  if (sub.status === 'canceled') return
  if (isLong) {
    const { interval, count } = projected(sub).grid
    const isShort = interval === 'day' || (interval === 'week' && count === 1 && below(4) > 0)
    if (isShort) return drawEnd(random)
  }
  if (sub.cancelAt !== null) return below(2) === 0 ? { verb: 'keep' } : undefined
  switch (below(10)) {
    case 0:
      return drawEnd(random)
    case 1:
    case 2:
      return sub.status === 'scheduled' ? undefined : { verb: 'cancel', at: 'period_end' }
    case 3:
      return sub.changes.length > 0 ? { verb: 'withdraw' } : undefined
    case 4:
    case 5:
      return
    default:
      return drawChange(random, sub, key)
  }
}

function drawChange(random: Random, sub: Modeled, key: number): Command {
  const { below, pick } = random
  const then = projected(sub)
  // Before the start, the end of a trial that is no boundary is refused.
  const first = sub.trialEnd === null ? sub.start : sub.trialEnd - 1
  const next = sub.period?.end ?? boundaryAfter(sub, first)
  let at = sub.changes.at(-1)?.at ?? next
  // After a scheduled change of the interval, only that change can be extended.
  const isMoved = then.grid.interval !== sub.grid.interval || then.grid.count !== sub.grid.count
  for (let more = isMoved ? 0 : pick([0, 0, 1, 2, 3]); more > 0; more--) {
    const following = boundaryAfter(then, at)
    // At most ten years ahead.
    if (following < next + 2000 * DAY_MS) at = following
  }
  const { interval, count } = then.grid
  const prices = pricesOf([interval, String(count)])
  const item = pick(then.items)
  const change = (items: ItemChange[]): Command => ({
    ...{ verb: 'change', at, items },
    isNext: sub.status !== 'scheduled' && at === next && below(2) === 0,
  })
  const added = (of: Listed[]): Item => ({
    ...{ key, price: anyPrice(random, of), quantity: quantityOf(random) },
  })
  switch (below(5)) {
    case 0:
      return change([{ ...item, quantity: quantityOf(random) }])
    case 1:
      return change([{ ...item, price: anyPrice(random, prices) }])
    case 2:
      if (then.items.length < 4) return change([added(prices)])
      return change([{ key: item.key, remove: true }])
    case 3:
      if (then.items.length > 1) return change([{ key: item.key, remove: true }])
      return change([added(prices)])
    default: {
      // The guide does not say how an interval that begins within a period keeps the anchor.
      const isWithin = boundaryAfter(then, at - 1) !== at
      const others = isWithin ? prices : pricesOf(pick(INTERVALS))
      const moved = then.items.map((each, index) =>
        index > 0 && below(3) === 0
          ? ({ key: each.key, remove: true } as const)
          : { ...each, price: anyPrice(random, others) },
      )
      return change(below(3) === 0 ? [...moved, added(others)] : moved)
    }
  }
}
