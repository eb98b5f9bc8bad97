// A model of the lines that a subscription bills and returns when it changes within a period, written from the
// documents only.

import type { Priced } from './changes-prices.ts'
import { PRICES } from './changes-prices.ts'
import { type Anchor, type gridOf, type Period, share } from './recurring-grid.ts'
import type { Act, Life } from './recurring-terms.ts'

/** An item; `key` is its number within the subscription. */
export interface Item {
  key: number
  price: Priced
  quantity: number
}

export type ItemChange = Item | { key: number; remove: true }

export interface Span {
  start: number
  end: number
}

/** A billed line. A difference has the quantity that was billed before. */
export interface Charge {
  item: Item
  before: number | null
  period: Span
  grid: Period
  amount: number
  /** The unused time that was returned, before the discount. */
  returned: number | null
}

export interface Bill {
  scheduled_for: number
  reason: 'create' | 'cycle' | 'change'
  period: Span
  charges: Charge[]
  /** Set if it ends a pause: true if its grid period was billed before. */
  isAgain?: boolean
}

export interface Return {
  charge: Charge
  start: number
  gross: number
}

/** The history in order; `touch` changes the balance due of a bill. */
export type Entry =
  | { type: 'bill'; bill: Bill }
  | { type: 'returns'; returns: Return[] }
  | { type: 'touch'; kind: 'pay' | 'goodwill' | 'void'; nth: number; amounts: number[] }

/** A pause that is planned or has begun. */
export interface Pause {
  from: number
  resume_at: number | null
  /** True if the unused time was returned. */
  isReturned: boolean
}

export interface Sub {
  life: Life
  grid: ReturnType<typeof gridOf>
  status: 'scheduled' | 'trialing' | 'active' | 'paused' | 'canceled'
  /** The instant of the first bill: the start, or the end of the trial. */
  first: number
  items: Item[]
  anchor: Anchor
  period: Span | null
  cancelAt: number | null
  pause: Pause | null
  /** The pauses that have ended. */
  pauses: Span[]
  /** The events of pauses: those at the start have none. */
  events: { paused: number; resumed: number }
  /** True if no anchor was sent: it moves along with the end of the trial. */
  isOwnAnchor: boolean
  scheduled: { at: number; items: ItemChange[] }[]
  log: Entry[]
}

export interface Request {
  items: ItemChange[]
  proration: 'prorate' | 'none'
  isReset: boolean
}

export type Terms = Pick<Life, 'zone' | 'unit' | 'anchor' | 'first_period' | 'start' | 'trial_end'>

const ADVANCE = { billing: 'advance', unit_amount: '0' } as const
export const KNOWN: Life['prices'] = Object.fromEntries(
  PRICES.map(({ name, interval, count, of }) => [
    name,
    { ...ADVANCE, interval, interval_count: count, of },
  ]),
)

export const wantOf = ({ key, price, quantity }: Item) => ({
  id: String(key),
  price: price.name,
  quantity,
})
const priceOf = ({ price, quantity }: Item) => price.of(quantity)

export const gridPeriod = ({ grid, anchor, items }: Sub, at: number): Period =>
  grid.period(anchor, items[0]!.price.name, at)

/** True if nothing is billed for the current period: it is a free first part. */
function isFree({ life, first, period, grid }: Sub, whole: Period): boolean {
  const isPart = grid.effective(whole.start) < grid.effective(first)
  return life.first_period === 'free' && period?.start === first && isPart
}

/** True in a free first part, and before anything is billed. */
const isFreeNow = (sub: Sub): boolean =>
  !sub.period || isFree(sub, gridPeriod(sub, sub.period.start))

/** The value of the rest of a charge at an instant (Rule R). */
function rest({ grid: { length } }: Sub, { item, before, grid }: Charge, at: number): number {
  const of = (quantity: number) =>
    share(item.price.of(quantity), length(at, grid.end), length(grid.from, grid.end))
  return of(item.quantity) - (before === null ? 0 : of(before))
}

export function charge(sub: Sub, item: Item, start: number, before: number | null = null): Charge {
  const grid = gridPeriod(sub, start)
  const period = { start, end: grid.end }
  const made: Charge = { item, before, period, grid, amount: 0, returned: null }
  return { ...made, amount: rest(sub, made, start) }
}

export function renew(sub: Sub, at: number): Charge[] {
  sub.status = 'active'
  const whole = gridPeriod(sub, at)
  sub.period = { start: at, end: whole.end }
  return isFree(sub, whole) ? [] : sub.items.map((item) => charge(sub, item, at))
}

export function actOf(
  { items, proration, isReset }: Request,
  when: ReturnType<typeof whenOf>,
): Act {
  return {
    ...{ ...when, type: 'change', proration, anchor: isReset ? 'reset' : 'keep' },
    items: items.map((item) =>
      'remove' in item ? { id: String(item.key), remove: true } : wantOf(item),
    ),
  }
}

export function applyItems(sub: Sub, items: ItemChange[]): void {
  for (const item of items) {
    const index = sub.items.findIndex(({ key }) => key === item.key)
    if ('remove' in item) sub.items = sub.items.filter(({ key }) => key !== item.key)
    else if (index < 0) sub.items = [...sub.items, item]
    else sub.items = sub.items.with(index, item)
  }
}

export function schedule(sub: Sub, at: number, items: ItemChange[]): void {
  const same = sub.scheduled.find((change) => change.at === at)
  const kept = (same?.items ?? []).filter(({ key }) => !items.some((item) => item.key === key))
  sub.scheduled = [
    ...sub.scheduled.filter((change) => change !== same),
    { at, items: [...kept, ...items] },
  ]
}

export const billsOf = ({ log }: Sub): Bill[] =>
  log.flatMap((entry) => (entry.type === 'bill' ? [entry.bill] : []))

/** The charges with time from an instant on that was not returned, oldest first. */
export const openAt = (sub: Sub, at: number): Charge[] =>
  billsOf(sub)
    .flatMap(({ charges }) => charges)
    .filter(({ returned, period }) => returned === null && period.end > at)

/** Returns the rest of charges from an instant on. */
export function takeBack(sub: Sub, charges: Charge[], t: number): Return[] {
  const returns: Return[] = []
  for (const each of charges) {
    each.returned = rest(sub, each, t)
    const start = Math.max(t, each.period.start)
    if (each.returned > 0) returns.push({ charge: each, start, gross: each.returned })
  }
  return returns
}

export const exceeds = (a: Item, b: Item) => {
  const [[n, d], [m, e]] = [priceOf(a), priceOf(b)]
  return n * e > m * d
}

/** The instant of an act: before the first bill, which counts as midnight if days are counted, or as it is. */
export function whenOf(sub: Sub, at: number, follows = false): { at: number; follows?: boolean } {
  const { grid, first, status } = sub
  const isBilled = status === 'active' || at > first
  return isBilled ? { at, follows } : { at: Math.min(at, grid.effective(first)) }
}

/** Changes items within the period; logs the returned time and the bill of the command. */
export function changeNow(sub: Sub, request: Request, now: number): void {
  const { items, proration, isReset } = request
  const isFirst = isFreeNow(sub)
  const asked = sub.status === 'active' ? request : { ...request, proration: 'prorate' as const }
  sub.life.acts.push(actOf(asked, whenOf(sub, now, true)))
  applyItems(sub, items)
  if (sub.status !== 'active' || isFirst || proration === 'none') return
  const midnight = sub.grid.effective(now)
  // If days are counted, the midnight of the day on which the period began lies before it.
  const t = isReset ? midnight : Math.max(midnight, (sub.period as Span).start)
  const open = openAt(sub, now)
  settle(sub, t, isReset ? reset(sub, open, t) : replace(sub, { items, open }, t))
}

/** Logs what an action returns and bills from an instant to the end of the period. */
export function settle(
  sub: Sub,
  t: number,
  [returns, charges]: [Return[], Charge[]],
  more: Pick<Bill, 'isAgain'> = {},
): void {
  if (returns.length > 0) sub.log.push({ type: 'returns', returns })
  if (charges.length === 0) return
  const period = { start: t, end: (sub.period as Span).end }
  const bill: Bill = { ...more, scheduled_for: t, reason: 'change', period, charges }
  sub.log.push({ type: 'bill', bill })
}

/** Returns everything and bills a full new period of all items. */
export function reset(sub: Sub, open: Charge[], t: number): [Return[], Charge[]] {
  const returns = takeBack(sub, open, t)
  sub.anchor = sub.grid.anchorAt(t)
  sub.period = { start: t, end: gridPeriod(sub, t).end }
  return [returns, sub.items.map((item) => charge(sub, item, t))]
}

/** Bills more of the same as a difference; otherwise returns the item and bills its new state. */
function replace(
  sub: Sub,
  { items, open }: { items: ItemChange[]; open: Charge[] },
  t: number,
): [Return[], Charge[]] {
  const [returns, charges]: [Return[], Charge[]] = [[], []]
  for (const item of items) {
    const own = open.filter(({ item: { key } }) => key === item.key)
    const last = own.at(-1)?.item
    const isMore =
      last !== undefined &&
      !('remove' in item) &&
      last.price === item.price &&
      last.quantity < item.quantity &&
      !exceeds(last, item)
    if (isMore) charges.push(charge(sub, item, t, last.quantity))
    else {
      returns.push(...takeBack(sub, own, t))
      if (!('remove' in item)) charges.push(charge(sub, item, t))
    }
  }
  return [returns, charges]
}

export function cancelNow(sub: Sub, unused: 'none' | 'credit', now: number): void {
  const open = openAt(sub, now)
  const returns = unused === 'credit' ? takeBack(sub, open, sub.grid.effective(now)) : []
  if (returns.length > 0) sub.log.push({ type: 'returns', returns })
  end(sub, { ...whenOf(sub, now, true), type: 'cancel', unused })
}

export function end(sub: Sub, act: Act): void {
  sub.life.acts.push(act)
  if (sub.status === 'paused') sub.pauses.push({ start: sub.pause!.from, end: act.at })
  Object.assign(sub, { status: 'canceled', cancelAt: null, pause: null, scheduled: [] })
}

/** The amount less the returned time of each item and grid period, as the evaluator lists them. */
export function netOf(sub: Sub): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { item, grid, amount, returned } of billsOf(sub).flatMap(({ charges }) => charges)) {
    const key = [item.key, grid.start, grid.end].join()
    sums.set(key, (sums.get(key) ?? 0) + amount - (returned ?? 0))
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0))
}
