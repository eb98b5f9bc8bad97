// The part of the model that pauses and resumes a subscription, moves the end of its trial, and chooses the time of a change.

import type { Item, ItemChange, Pause, Span, Sub } from './changes-books.ts'
import * as books from './changes-books.ts'
import { gridOf } from './recurring-grid.ts'

/** Begins a pause; `follows` if a command sets it, after the billing of its instant. */
export function begin(sub: Sub, pause: Pause, at: number, follows = false): void {
  const { isReturned } = pause
  const returns = isReturned
    ? books.takeBack(sub, books.openAt(sub, at), sub.grid.effective(at))
    : []
  if (returns.length > 0) sub.log.push({ type: 'returns', returns })
  const when = books.whenOf(sub, at, follows)
  sub.life.acts.push({ ...when, type: 'pause', credit_unused: isReturned })
  Object.assign(sub, { status: 'paused', pause })
  sub.events.paused++
}

/** The instant at which a pause begins that a command asks for. */
export function pauseAt(sub: Sub, at: 'now' | 'period_end' | number, now: number): number {
  if (typeof at === 'number') return at
  if (sub.status === 'scheduled') return sub.life.start
  return at === 'now' ? now : sub.period!.end
}

/** True if the price of all time before the first boundary belongs to the first part. */
function isFirstPart({ grid, life, anchor, first }: Sub, start: number): boolean {
  return anchor === life.anchor && grid.effective(start) < grid.effective(first)
}

/** True in a free first part, also if nothing was billed before. */
export const isFreeAt = (sub: Sub, at: number): boolean =>
  sub.life.first_period === 'free' && isFirstPart(sub, books.gridPeriod(sub, at).start)

/** True if part of a grid period was billed. */
const isBilledIn = (sub: Sub, { start, end }: Span): boolean =>
  books
    .billsOf(sub)
    .flatMap(({ charges }) => charges)
    .some(({ grid }) => grid.start === start && grid.end === end)

export function resume(sub: Sub, at: number, isReset: boolean): void {
  const { life, grid, pause, period, status } = sub
  sub.pause = null
  if (status !== 'paused' || !pause) return
  sub.pauses.push({ start: pause.from, end: at })
  sub.events.resumed++
  const anchor = isReset ? 'reset' : 'keep'
  life.acts.push({ ...books.whenOf(sub, at), type: 'resume', anchor })
  if (life.trial_end !== undefined && at < life.trial_end) {
    Object.assign(sub, { status: 'trialing', period: { start: life.start, end: life.trial_end } })
    return
  }
  sub.status = 'active'
  const midnight = grid.effective(at)
  const isPaid = period !== null && !pause.isReturned && at < period.end
  if (isReset) {
    const isFirst = !isPaid && !isFreeAt(sub, at) && !isBilledIn(sub, books.gridPeriod(sub, at))
    const billed = books.reset(sub, books.openAt(sub, at), midnight)
    books.settle(sub, midnight, billed, isFirst ? { isAgain: false } : {})
    return
  }
  if (isPaid) return
  const { start, end } = books.gridPeriod(sub, at)
  sub.period = { start: Math.max(start, sub.first), end }
  if (isFreeAt(sub, at)) return
  // If days are counted, their midnight can lie before the period.
  const t = Math.max(midnight, sub.period.start)
  const isAgain = isBilledIn(sub, { start, end })
  const charges = sub.items.map((item) => books.charge(sub, item, t))
  books.settle(sub, t, [[], charges], { isAgain })
}

/** Moves the end of a trial, and all that happens at it. */
export function moveTrial(sub: Sub, to: number): void {
  const { life } = sub
  const former = life.trial_end
  for (const change of sub.scheduled) if (change.at === former) change.at = to
  if (sub.cancelAt === former) sub.cancelAt = to
  if (sub.pause && sub.pause.from === former) sub.pause.from = to
  Object.assign(life, { trial_end: to })
  if (sub.isOwnAnchor) {
    life.anchor = sub.grid.anchorAt(to)
    sub.anchor = life.anchor
  }
  sub.grid = gridOf(life)
  sub.first = to
  for (const act of life.acts) act.at = Math.min(act.at, sub.grid.effective(to))
  if (sub.status === 'trialing') sub.period = { start: life.start, end: to }
}

/** True if a scheduled change begins periods of another interval. */
export function isOtherInterval(sub: Sub, changes: ItemChange[]): boolean {
  const { interval, count } = (sub.items[0] as Item).price
  return changes.some(
    (item) => 'price' in item && (item.price.interval !== interval || item.price.count !== count),
  )
}

const DAYS = { day: 1, week: 7, month: 30, year: 365 }

/** True if a change that chooses its time takes place at once. */
export function isAtOnce({ items }: Sub, item: ItemChange): boolean {
  const had = items.find(({ key }) => key === item.key)
  if ('remove' in item) return false
  if (!had) return true
  const [days, daysBefore] = [item, had].map(
    ({ price: { interval, count } }) => DAYS[interval] * count,
  )
  return days === daysBefore ? books.exceeds(item, had) : days! > daysBefore!
}
