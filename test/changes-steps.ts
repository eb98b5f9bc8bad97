// The part of the model that creates a subscription and runs its steps: start, renewals, and what was planned.

import type { Bill, Charge, Item, Span, Sub, Terms } from './changes-books.ts'
import * as books from './changes-books.ts'
import * as pauses from './changes-pauses.ts'
import { gridOf } from './recurring-grid.ts'
import type { Life } from './recurring-terms.ts'

/** Terms of a creation that its response does not show. */
export interface Asked {
  /** True if no anchor is sent. */
  isOwnAnchor: boolean
  pause?: { resume_at: number | null }
}

const NEVER = Number.POSITIVE_INFINITY

export function create(terms: Terms, asked: Asked, items: Item[], now: number): Sub {
  const [{ price }] = items as [Item]
  const life: Life = {
    ...{ ...terms, interval: price.interval, interval_count: price.count, prices: books.KNOWN },
    ...{ items: items.map(books.wantOf), acts: [] },
  }
  const { isOwnAnchor } = asked
  const pause = asked.pause ? { ...asked.pause, from: terms.start, isReturned: false } : null
  const sub: Sub = {
    ...{ life, grid: gridOf(life), status: 'scheduled', first: terms.trial_end ?? terms.start },
    ...{ items, anchor: terms.anchor, period: null, cancelAt: null, scheduled: [], log: [] },
    ...{ pause, pauses: [], isOwnAnchor, events: { paused: 0, resumed: 0 } },
  }
  if (terms.start <= now) begin(sub, now)
  return sub
}

/** Begins the pause or the trial, or bills all periods that have begun. */
function begin(sub: Sub, now: number): void {
  const { start } = sub.life
  if (sub.pause && sub.pause.from <= start) {
    pauses.begin(sub, sub.pause, start)
    sub.events.paused--
    return
  }
  if (sub.life.trial_end !== undefined) {
    sub.status = 'trialing'
    sub.period = { start, end: sub.life.trial_end }
    return
  }
  const charges: Charge[] = []
  for (let at = start; at <= now; at = sub.period!.end) charges.push(...books.renew(sub, at))
  if (charges.length === 0) return
  const period = { start: charges[0]!.period.start, end: sub.period!.end }
  sub.log.push({
    type: 'bill',
    bill: { scheduled_for: period.start, reason: 'create', period, charges },
  })
}

/** The instant of the next step; infinite if nothing follows. */
export function nextStep({ status, life, period, cancelAt, pause, scheduled }: Sub): number {
  if (status === 'canceled') return NEVER
  const isPaused = status === 'paused'
  const boundary = status === 'scheduled' ? life.start : isPaused ? NEVER : period!.end
  const turn = isPaused ? pause!.resume_at : pause?.from
  return Math.min(boundary, cancelAt ?? NEVER, turn ?? NEVER, ...scheduled.map(({ at }) => at))
}

/** Runs all steps that are due up to an instant. */
export function advance(sub: Sub, to: number): void {
  for (let due = nextStep(sub); due <= to; due = nextStep(sub)) step(sub, due)
}

function step(sub: Sub, due: number): void {
  if (sub.cancelAt === due) {
    books.end(sub, { ...books.whenOf(sub, due), type: 'cancel', unused: 'none' })
    return
  }
  for (const { at, items } of sub.scheduled.filter((change) => change.at <= due)) {
    const isReset = pauses.isOtherInterval(sub, items)
    const request = { items, proration: 'prorate', isReset } as const
    sub.life.acts.push(books.actOf(request, books.whenOf(sub, at)))
    books.applyItems(sub, items)
    if (isReset) sub.anchor = sub.grid.anchorAt(at)
  }
  sub.scheduled = sub.scheduled.filter(({ at }) => at > due)
  if (sub.status === 'scheduled') begin(sub, due)
  else if (sub.status === 'paused') {
    if (sub.pause?.resume_at === due) pauses.resume(sub, due, false)
  } else if (sub.pause?.from === due) pauses.begin(sub, sub.pause, due)
  else if (due >= sub.period!.end) renew(sub, due)
}

function renew(sub: Sub, due: number): void {
  const charges = books.renew(sub, due)
  const period = sub.period as Span
  const bill: Bill = { scheduled_for: due, reason: 'cycle', period, charges }
  if (charges.length > 0) sub.log.push({ type: 'bill', bill })
}

/** Ends a trial now: its first period is billed at once. */
export function endTrial(sub: Sub, now: number): void {
  pauses.moveTrial(sub, now)
  step(sub, now)
}
