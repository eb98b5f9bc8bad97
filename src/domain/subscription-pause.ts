// Pauses of subscriptions: paid time stays paid, and nothing is billed until they are resumed (recurring billing,
// section 8).

import { arrearsReason, countedIn, pausedAt, resumedAt, spansFrom } from './arrears.ts'
import { timestamp } from './calendar.ts'
import { periodAt } from './recurrence.ts'
import { countedFrom } from './rest.ts'
import {
  type Charge,
  charged,
  firstPeriod,
  inPeriod,
  inTrial,
  type Span,
  shown,
  wasBilled,
  withDue,
} from './subscription.ts'
import { arrearsOf, lateCharge, pricedPeriod, restCharge } from './subscription-change.ts'
import {
  chargesAfter,
  isArrears,
  ownState,
  recurrenceOf,
  type SubscriptionState,
} from './subscription-state.ts'

interface PausedNow {
  at: number
  resume_at: string | null
  /** True if no time stays paid. */
  ends: boolean
  /** Changes that waited for the next invoice. */
  settled: Charge['lines']
}

/**
 * Paused at once, with the charge of time not billed until then. If no time stays paid, the period that was billed ends
 * here.
 */
export function pausedNow<S extends SubscriptionState>(
  before: S,
  { at, resume_at, ends, settled }: PausedNow,
): { after: S; charge: Charge | undefined } {
  const pause = { from: timestamp(at), resume_at }
  const whole = wasBilled(before) ? pricedPeriod(before) : undefined
  const charge = chargeToPause(before, { arrears: arrearsOf(before, at), settled, at })
  const paused: S = { ...before, status: 'paused', pause, ...pausedAt(before, at, charge) }
  const isOver = ends && whole !== undefined
  return { after: isOver ? endedAt(paused, at) : withDue(paused), charge }
}

/** A state whose current period ends at an instant. */
export function endedAt<S extends SubscriptionState>(state: S, at: number): S {
  const start = Date.parse(state.current_period?.start ?? '')
  const end = Math.max(start, countedFrom(at, countingOf(state)))
  return withDue({ ...state, current_period: shown({ start, end }) })
}

/** Bills unbilled items in arrears and pending changes when a pause begins. */
export function chargeToPause(
  before: SubscriptionState,
  { arrears, settled, at }: { arrears: Charge['lines']; settled: Charge['lines']; at: number },
): Charge | undefined {
  if (settled.length === 0)
    return charged({ reason: arrearsReason(before), at: undefined, arrears, advance: [] })
  return lateCharge({
    reason: 'change',
    scheduled_for: countedIn(before, at),
    lines: [...arrears, ...settled],
  })
}

const countingOf = ({ proration_unit: unit, zone }: SubscriptionState) => ({ unit, zone })

/** The state without its pause. The end of a trial that was to be announced in the pause no longer is. */
export const unpaused = <S extends SubscriptionState>(state: S, at: number): S => ({
  ...state,
  pause: null,
  notice_at: state.notice_at !== null && state.notice_at > at ? state.notice_at : null,
})

/**
 * The state after a pause, with its charge: none in a trial or while paid time remains; otherwise the rest of the
 * period.
 */
export function resumed<S extends SubscriptionState>(
  before: S,
  at: number,
): { after: S; charge: Charge | undefined } {
  const state = unpaused(before, at)
  const { trial_end, current_period, open_charges } = before
  const billed = wasBilled(before)
  if (!billed && trial_end !== null && at < trial_end)
    return { after: inTrial(state, trial_end), charge: undefined }
  if (billed && current_period && at < Date.parse(current_period.end)) {
    const unbilled = resumedAt(state, at)
    const kept = { open_charges, unbilled, changed_at: at }
    const after = { ...inPeriod(state, spanOf(current_period)), ...kept }
    return { after: withDue(after), charge: undefined }
  }
  const { period, whole } = periodOf(state, at)
  const resuming = inPeriod(state, period)
  const opened = spansFrom(state.items, countedIn(resuming, at))
  const unbilled = opened.length > 0 ? opened : null
  const kept = chargesAfter(open_charges, at) ?? []
  const after = { ...resuming, open_charges: kept, unbilled, changed_at: at }
  const paid = new Set(kept.map(({ ref }) => ref))
  const items = (state.items ?? []).flatMap((item) => {
    const { whole: own } = periodOf(ownState(state, item), at)
    return own && !isArrears(item) && !paid.has(item.id) ? [{ item, whole: own }] : []
  })
  const from = countedFrom(at, countingOf(before))
  const charge = restCharge(after, { billed: items, from })
  if (!charge) return { after, charge: undefined }
  const isRest = billed && whole !== undefined && reaches(current_period, whole.start)
  const reason = isRest ? 'change' : 'cycle'
  return { after, charge: { ...charge, reason, resumed: true } }
}

/** The period that contains an instant, and the one to which its price belongs; undefined if it is free. */
function periodOf(state: SubscriptionState, at: number): { period: Span; whole: Span | undefined } {
  const first = firstPeriod(state)
  const grid = periodAt(recurrenceOf(state), at)
  const begun = Date.parse(state.current_period?.start ?? '')
  // After a change of the billing day, another part of a period is the current one.
  if (begun > Math.max(first.start, grid.start)) {
    return { period: { start: begun, end: grid.end }, whole: grid }
  }
  if (at >= first.end) return { period: grid, whole: grid }
  return { period: first, whole: first.isFree ? undefined : first.part ? grid : first }
}

/** True if a period, which can have no length, is not entirely before an instant. */
const reaches = (period: { start: string; end: string } | null, at: number): boolean =>
  period !== null && (Date.parse(period.start) >= at || Date.parse(period.end) > at)

const spanOf = ({ start, end }: { start: string; end: string }): Span => ({
  start: Date.parse(start),
  end: Date.parse(end),
})
