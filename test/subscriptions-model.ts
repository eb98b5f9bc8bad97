// A model of subscriptions, written from the documents alone: the invoices and the state that follow from commands.

import { Temporal } from 'temporal-polyfill'

type Interval = 'day' | 'week' | 'month' | 'year'

/** A price: how often it is billed, and the cost of a quantity. */
export interface Price {
  name: string
  interval: Interval
  count: number
  amount(quantity: number): number
}

/** An item; `key` is its number within the subscription. */
export interface Item {
  key: number
  price: Price
  quantity: number
}

export type ItemChange = Item | { key: number; remove: true }

interface Change {
  at: number
  items: ItemChange[]
}

/** Times are milliseconds since 1970, as everywhere here. */
export interface Period {
  start: number
  end: number
}

export interface Line {
  key: number
  period: Period
  quantity: number
  amount: number
  /** The whole period, if the line is for a part of it. */
  whole: Period | null
}

export interface Invoice {
  scheduled_for: number
  reason: 'create' | 'cycle'
  period: Period
  lines: Line[]
}

/** A boundary, as civil time with its wanted day too, and the interval. */
interface Grid {
  instant: number
  year: number
  month: number
  day: number
  second: number
  interval: Interval
  count: number
}

/** A day, the first one at or after the start, or an instant. */
export type AnchorSent =
  | string
  | { day_of_month: number | 'last'; month?: number }
  | { day_of_week: (typeof WEEKDAYS)[number] }

/** The price of the part before the first boundary: prorated, full, or free. */
export type FirstPeriod = 'prorate' | 'full' | 'free'

export type Unit = 'second' | 'day'

export interface Modeled {
  zone: string
  /** The unit in which parts of periods are measured. */
  unit: Unit
  firstPeriod: FirstPeriod
  status: 'scheduled' | 'trialing' | 'active' | 'canceled'
  start: number
  trialEnd: number | null
  items: Item[]
  grid: Grid
  period: Period | null
  cancelAt: number | null
  canceledAt: number | null
  /** When to announce the end of the trial. */
  notice: number | null
  changes: Change[]
  invoices: Invoice[]
}

export interface Creation {
  zone: string
  unit: Unit
  /** A date is local midnight; default now. */
  start?: string
  trial_end?: string
  trial_days?: number
  anchor?: AnchorSent
  first_period?: FirstPeriod
  bill_past?: boolean
  items: Item[]
}

const DAY_MS = 86_400_000
/** Bounds for the length of an interval, apart from changes of the zone. */
const MOST_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS, year: 366 * DAY_MS }
const LEAST_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 28 * DAY_MS, year: 365 * DAY_MS }
const MARGIN_MS = 2 * DAY_MS

const whole = (instant: number) => Math.floor(instant / 1000) * 1000

const local = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)

/** The instant of a civil time: a skipped time moves later by the gap, a repeated one is the first. */
const instantOf = (civil: Temporal.PlainDateTime, zone: string): number =>
  civil.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds

export function startOf(text: string, zone: string): number {
  if (text.length > 10) return whole(Date.parse(text))
  return instantOf(Temporal.PlainDate.from(text).toPlainDateTime(), zone)
}

function gridFrom(instant: number, zone: string, { interval, count }: Price): Grid {
  const { year, month, day, hour, minute, second } = local(instant, zone)
  const time = hour * 3600 + minute * 60 + second
  return { instant, year, month, day, second: time, interval, count }
}

export const WEEKDAYS = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday'] as const),
  ...(['friday', 'saturday', 'sunday'] as const),
]

/** Local midnight of the first matching day at or after an instant; if the zone skips that date, of the next one. */
function gridOnDay(from: number, zone: string, sent: Exclude<AnchorSent, string>, price: Price) {
  const isAskedFor = (date: Temporal.PlainDate) =>
    'day_of_week' in sent
      ? WEEKDAYS[date.dayOfWeek - 1] === sent.day_of_week
      : date.day === Math.min(wanted, date.daysInMonth) && date.month === (sent.month ?? date.month)
  const wanted = 'day_of_week' in sent || sent.day_of_month === 'last' ? 31 : sent.day_of_month
  const first = local(from, zone).toPlainDate().subtract({ days: 1 })
  for (let date = first; ; date = date.add({ days: 1 })) {
    const instant = instantOf(date.toPlainDateTime(), zone)
    if (instant < from || !isAskedFor(date)) continue
    const { year, month } = date
    const day = 'day_of_week' in sent ? date.day : wanted
    return { instant, year, month, day, second: 0, interval: price.interval, count: price.count }
  }
}

/** Boundary n, before the anchor if n is negative: always from the anchor, clamped to the length of the month. */
function boundary({ grid, zone }: Pick<Modeled, 'grid' | 'zone'>, n: number): number {
  const { interval, count } = grid
  if (n === 0) return grid.instant
  const isMonthly = interval === 'month' || interval === 'year'
  const months =
    grid.year * 12 + grid.month - 1 + (isMonthly ? n * count * (interval === 'year' ? 12 : 1) : 0)
  const first = new Temporal.PlainDate(Math.floor(months / 12), (months % 12) + 1, 1)
  const days = isMonthly ? 0 : n * count * (interval === 'week' ? 7 : 1)
  const date = first.with({ day: Math.min(grid.day, first.daysInMonth) }).add({ days })
  const time = Temporal.PlainTime.from('00:00').add({ seconds: grid.second })
  return instantOf(date.toPlainDateTime(time), zone)
}

/** The period of an instant, between two boundaries: periods that the zone skips are left out. */
function periodAt(of: Pick<Modeled, 'grid' | 'zone'>, instant: number): Period {
  const { interval, count } = of.grid
  const elapsed = instant - of.grid.instant - MARGIN_MS
  const length = (elapsed < 0 ? LEAST_MS : MOST_MS)[interval] * count
  let start = Number.NEGATIVE_INFINITY
  for (let n = Math.floor(elapsed / length) - 1; ; n++) {
    const end = boundary(of, n)
    if (end > instant) return { start, end }
    start = end
  }
}

export const boundaryAfter = (of: Pick<Modeled, 'grid' | 'zone'>, instant: number): number =>
  periodAt(of, instant).end

export function create(creation: Creation, now: number): Modeled {
  const { zone, unit, items, trial_end, trial_days, anchor } = creation
  const { price } = items[0] as Item
  const start = creation.start === undefined ? whole(now) : startOf(creation.start, zone)
  let trialEnd: number | null = null
  if (trial_end !== undefined) trialEnd = whole(Date.parse(trial_end))
  else if (trial_days !== undefined)
    trialEnd = instantOf(local(start, zone).toPlainDateTime().add({ days: trial_days }), zone)
  const sub: Modeled = {
    zone,
    unit,
    status: 'scheduled',
    start,
    trialEnd,
    items,
    grid:
      typeof anchor === 'object'
        ? gridOnDay(start, zone, anchor, price)
        : gridFrom(anchor ? whole(Date.parse(anchor)) : (trialEnd ?? start), zone, price),
    firstPeriod: creation.first_period ?? 'prorate',
    notice: noticeOf(trialEnd, Math.max(start, now)),
    period: null,
    cancelAt: null,
    canceledAt: null,
    changes: [],
    invoices: [],
  }
  if (start > now) return sub
  if (trialEnd !== null) begin(sub)
  else billPast(sub, now, creation.bill_past ?? true)
  return sub
}

/** The end of a trial is announced three days before, if that is after its start and after now. */
function noticeOf(trialEnd: number | null, after: number): number | null {
  const at = (trialEnd ?? 0) - 3 * DAY_MS
  return at > after ? at : null
}

/** One invoice for all periods since the start, or for the current one. */
function billPast(sub: Modeled, now: number, isPastBilled: boolean): void {
  sub.status = 'active'
  const periods: Period[] = []
  for (let start = sub.start; start <= now; ) {
    const end = boundaryAfter(sub, start)
    periods.push({ start, end })
    start = end
  }
  sub.period = periods.at(-1) as Period
  bill(sub, 'create', isPastBilled ? periods : [sub.period])
}

/** When the first period begins: nothing is billed before. */
const firstAt = ({ trialEnd, start }: Modeled): number => trialEnd ?? start

/** The whole period, if a period is the part of one before the first boundary. */
function wholeOf(sub: Modeled, { start }: Period): Period | null {
  const period = periodAt(sub, start)
  if (start !== firstAt(sub) || period.start === start) return null
  return sub.unit === 'second' || daysBetween(sub, period.start, start) > 0 ? period : null
}

const daysBetween = ({ zone }: Modeled, from: number, to: number): number =>
  local(from, zone).toPlainDate().until(local(to, zone).toPlainDate()).days

/** True if a part costs nothing: because the first period is free, or because it ends on the day on which it begins. */
function isFreePart(sub: Modeled, period: Period): boolean {
  if (!wholeOf(sub, period)) return false
  const { firstPeriod, unit } = sub
  const isWithinDay = unit === 'day' && daysBetween(sub, period.start, period.end) === 0
  return firstPeriod === 'free' || (firstPeriod === 'prorate' && isWithinDay)
}

/** The share of a price for the rest of a period; half a unit is rounded up. */
function shareOf(sub: Modeled, amount: number, { start }: Period, whole: Period): number {
  const lengthFrom = (from: number) =>
    BigInt(sub.unit === 'day' ? daysBetween(sub, from, whole.end) : whole.end - from)
  const [left, length] = [lengthFrom(start), lengthFrom(whole.start)]
  return Number((2n * BigInt(amount) * left + length) / (2n * length))
}

function bill(sub: Modeled, reason: Invoice['reason'], all: Period[]): void {
  const { firstPeriod } = sub
  const periods = all.filter((each) => !isFreePart(sub, each))
  if (periods.length === 0) return
  const lines = periods.flatMap((period) => {
    const whole = firstPeriod === 'prorate' ? wholeOf(sub, period) : null
    return sub.items.map(({ key, price, quantity }) => {
      const amount = price.amount(quantity)
      return {
        key,
        period,
        quantity,
        whole,
        amount: whole ? shareOf(sub, amount, period, whole) : amount,
      }
    })
  })
  const { start } = periods[0] as Period
  sub.invoices.push({
    scheduled_for: start,
    reason,
    period: { start, end: (periods.at(-1) as Period).end },
    lines,
  })
}

/** The step of a scheduled subscription at its start. */
function begin(sub: Modeled): void {
  const { start, trialEnd } = sub
  if (trialEnd === null) renew(sub, start)
  else Object.assign(sub, { status: 'trialing', period: { start, end: trialEnd } })
}

function renew(sub: Modeled, at: number): void {
  sub.status = 'active'
  sub.period = { start: at, end: boundaryAfter(sub, at) }
  bill(sub, at === sub.start ? 'create' : 'cycle', [sub.period])
}

/** When it next begins, is billed, or ends a trial. */
const nextStep = (sub: Modeled): number =>
  sub.status === 'scheduled' ? sub.start : (sub.period as Period).end

export function dueAt(sub: Modeled): number | null {
  if (sub.status === 'canceled') return null
  const { cancelAt, changes } = sub
  return Math.min(
    nextStep(sub),
    ...[cancelAt, changes[0]?.at, sub.notice].map((at) => at ?? Number.POSITIVE_INFINITY),
  )
}

/** The next boundary that is billed; null if it ends before. */
export function nextInvoiceAt(sub: Modeled): number | null {
  if (sub.status === 'canceled') return null
  let at = sub.status === 'scheduled' ? firstAt(sub) : nextStep(sub)
  const period = { start: at, end: boundaryAfter(sub, at) }
  if (isFreePart(sub, period)) at = period.end
  return sub.cancelAt !== null && sub.cancelAt <= at ? null : at
}

/** Runs everything that is due up to an instant, the earliest first. */
export function advance(sub: Modeled, to: number): void {
  for (let due = dueAt(sub); due !== null && due <= to; due = dueAt(sub)) step(sub, due)
}

function step(sub: Modeled, due: number): void {
  if (sub.cancelAt === due) {
    end(sub, due)
    return
  }
  const next = nextStep(sub)
  while (sub.changes[0] && sub.changes[0].at <= due) applyChange(sub, sub.changes.shift() as Change)
  if (sub.notice !== null && sub.notice <= due) sub.notice = null
  if (due < next) return
  if (sub.status === 'scheduled') begin(sub)
  else renew(sub, due)
}

function end(sub: Modeled, at: number): void {
  Object.assign(sub, { status: 'canceled', cancelAt: at, canceledAt: at, changes: [] })
}

function applyChange(sub: Pick<Modeled, 'items' | 'grid' | 'zone'>, { at, items }: Change): void {
  for (const item of items) {
    const index = sub.items.findIndex(({ key }) => key === item.key)
    if ('remove' in item) sub.items = sub.items.filter(({ key }) => key !== item.key)
    else if (index < 0) sub.items = [...sub.items, item]
    else sub.items = sub.items.with(index, item)
  }
  const { price } = sub.items[0] as Item
  const { interval, count, day } = sub.grid
  if (price.interval === interval && price.count === count) return
  const begins = gridFrom(at, sub.zone, price)
  // The wanted time is kept where the boundary was moved because the zone skips that time.
  const grid = boundaryAfter(sub, at - 1) === at ? { ...begins, second: sub.grid.second } : begins
  // The wanted day is kept where the boundary was only clamped to the end of its month.
  const isClamped = day > grid.day && local(at, sub.zone).daysInMonth === grid.day
  const hasDay = [interval, price.interval].every((each) => each === 'month' || each === 'year')
  sub.grid = isClamped && hasDay ? { ...grid, day } : grid
}

/** The subscription as it will be once all its scheduled changes are applied. */
export function projected({
  items,
  grid,
  zone,
  changes,
}: Modeled): Pick<Modeled, 'items' | 'grid' | 'zone'> {
  const sub = { items, grid, zone }
  for (const change of changes) applyChange(sub, change)
  return sub
}

/** An upper bound on the periods that begin within some days, whatever is scheduled. */
export function periodsWithin({ grid, changes }: Modeled, days: number): number {
  const prices = changes.flatMap(({ items }) =>
    items.flatMap((item) => ('price' in item ? [item.price] : [])),
  )
  const lengths = [grid, ...prices].map(({ interval, count }) => LEAST_MS[interval] * count)
  return Math.ceil((days * DAY_MS) / Math.min(...lengths)) + 2
}

/** Parts of changes for the same instant and item replace each other, and going back leaves nothing. */
export function schedule(sub: Modeled, at: number, items: ItemChange[]): void {
  const same = sub.changes.find((change) => change.at === at)
  const others = (same?.items ?? []).filter(({ key }) => !items.some((item) => item.key === key))
  const earlier = sub.changes.filter((change) => change !== same)
  const before = projected({ ...sub, changes: earlier }).items
  // Items that this change itself would add need not be removed.
  const left = [...others, ...items].filter(
    (item) => !('remove' in item) || before.some(({ key }) => key === item.key),
  )
  sub.changes = left.length > 0 ? [...earlier, { at, items: left }] : earlier
}

export const cancelNow = (sub: Modeled, now: number): void => end(sub, whole(now))
