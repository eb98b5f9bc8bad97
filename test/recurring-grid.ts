// The calendar of the evaluator of recurring billing: wall times, grid periods, billing days and exact shares.
//
// It is written from the design alone and shares no code with the service.

export type Interval = 'day' | 'week' | 'month' | 'year'
export type Fraction = readonly [bigint, bigint]
export type Repeats = { interval: Interval; interval_count: number }
export type Anchor = { year: number; month: number; day: number; time: string }
/** A grid period; the price belongs to `[from, end)`. */
export type Period = { start: number; end: number; from: number }
/** A billing day: the first one at or after an instant, at local midnight. */
export type Day =
  | { day_of_month: number | 'last'; month?: number }
  | { day_of_week: (typeof WEEKDAYS)[number] }
export const WEEKDAYS = [
  ...(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const),
]
/** The terms that decide about periods. */
export interface Calendar extends Repeats {
  zone: string
  unit: 'second' | 'day'
  anchor: Anchor
  first_period: 'prorate' | 'full' | 'free'
  start: number
  trial_end?: number
  prices: Record<string, Partial<Repeats>>
}

const DAY = 86_400_000
export const second = (at: number) => Math.floor(at / 1000) * 1000

/** Rounds a share of a value once, half away from zero. */
export const share = ([n, d]: Fraction, part: bigint, whole: bigint) =>
  whole === 0n ? 0 : Number((2n * n * part + d * whole) / (2n * d * whole))

export function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}

function remembered<Key, Value>(compute: (key: Key) => Value) {
  const known = new Map<Key, Value>()
  return (key: Key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

/** Converts instants to wall times, written as if they were UTC, and back (RFC 5545, 3.3.5). */
const clockOf = remembered((timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const local = remembered((at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`))
  const instant = remembered((wall: number) => {
    const found = [wall - DAY, wall + DAY].map((at) => wall - (local(at) - at)) as [number, number]
    const valid = found.filter((at) => local(at) === wall)
    return valid.length > 0 ? Math.min(...valid) : found[0]
  })
  return { local, instant }
})

export function gridOf(life: Calendar) {
  const clock = clockOf(life.zone)
  const midnight = (at: number) => clock.instant(Math.floor(clock.local(at) / DAY) * DAY)
  const effective = (at: number) => (life.unit === 'day' ? midnight(at) : second(at))
  const first = effective(Math.max(life.start, life.trial_end ?? life.start))
  const length = (from: number, to: number) =>
    BigInt(Math.round((effective(to) - effective(from)) / (life.unit === 'day' ? DAY : 1000)))
  const boundary = ({ year, month, day, time }: Anchor, unit: Interval, step: number) => {
    const later = month + (unit === 'month' ? step : unit === 'year' ? 12 * step : 0)
    const last = new Date(Date.UTC(year, later, 0)).getUTCDate()
    const days = unit === 'day' ? step : unit === 'week' ? 7 * step : 0
    const date = Date.UTC(year, later - 1, Math.min(day, last) + days)
    return clock.instant(date + Date.parse(`1970-01-01T${time}Z`))
  }
  const period = (anchor: Anchor, price: string, at: number): Period => {
    const { interval, interval_count } = { ...life, ...life.prices[price] }
    const nth = (n: number) => boundary(anchor, interval, n * interval_count)
    const days = { day: 1, week: 7, month: 30.4, year: 365.2 }[interval] * interval_count
    let n = Math.floor((at - nth(0)) / DAY / days)
    while (nth(n) > at) n -= 1
    while (nth(n + 1) <= at) n += 1
    const [start, end] = [nth(n), nth(n + 1)]
    const full = life.first_period === 'full' && anchor === life.anchor
    return { start, end, from: full && start <= first && first < end ? first : start }
  }
  const anchorAt = (at: number): Anchor => {
    const [date, time = ''] = new Date(clock.local(at)).toISOString().slice(0, 19).split('T')
    const [year, month, day] = date!.split('-').map(Number) as [number, number, number]
    return { year, month, day, time }
  }
  /** The anchor of a billing day: a wanted day beyond the end of its month is the last one. */
  const anchorOf = (wanted: Day, at: number): Anchor => {
    for (let date = Math.floor(clock.local(at) / DAY) * DAY; ; date += DAY) {
      const found = new Date(date)
      const [year, month] = [found.getUTCFullYear(), found.getUTCMonth() + 1]
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
      const isWeekday = 'day_of_week' in wanted
      const day = isWeekday
        ? found.getUTCDate()
        : wanted.day_of_month === 'last'
          ? 31
          : wanted.day_of_month
      const isMeant = isWeekday
        ? WEEKDAYS[found.getUTCDay()] === wanted.day_of_week
        : found.getUTCDate() === Math.min(day, last) && month === (wanted.month ?? month)
      if (isMeant && clock.instant(date) >= at) return { year, month, day, time: '00:00:00' }
    }
  }
  /** The instant of a date at midnight, or of a timestamp. */
  const instant = (text: string) =>
    text.length > 10 ? Date.parse(text) : clock.instant(Date.parse(text))
  return { first, effective, length, period, anchorAt, anchorOf, instant }
}
