// Pauses of subscriptions: what was paid stays paid, and nothing is billed until they are resumed (recurring billing,
// section 8).

import { timestamp } from './calendar.ts'
import { periodAt } from './recurrence.ts'
import { countedFrom } from './rest.ts'
import {
  type Charge,
  firstPeriod,
  inPeriod,
  inTrial,
  type Span,
  shown,
  wasBilled,
  withDue,
} from './subscription.ts'
import { pricedPeriod, restCharge } from './subscription-change.ts'
import {
  chargesAfter,
  ownState,
  recurrenceOf,
  type SubscriptionState,
} from './subscription-state.ts'

/** Paused at once. If the unused time is returned, the period that was billed ends here. */
export function pausedNow<S extends SubscriptionState>(
  before: S,
  { at, resume_at, returns }: { at: number; resume_at: string | null; returns: boolean },
): S {
  const pause = { from: timestamp(at), resume_at }
  const paused: S = { ...before, status: 'paused', pause }
  if (!returns || !wasBilled(before) || pricedPeriod(before) === undefined) return withDue(paused)
  const start = Date.parse(before.current_period?.start ?? '')
  const end = Math.max(start, countedFrom(at, countingOf(before)))
  return withDue({ ...paused, current_period: shown({ start, end }) })
}

const countingOf = ({ proration_unit: unit, zone }: SubscriptionState) => ({ unit, zone })

/** The state without its pause. The end of a trial that was to be announced in the pause no longer is. */
export const unpaused = <S extends SubscriptionState>(state: S, at: number): S => ({
  ...state,
  pause: null,
  notice_at: state.notice_at !== null && state.notice_at > at ? state.notice_at : null,
})

/**
 * The state after a pause, with what is billed: nothing in a trial, nor while time that was paid is left; otherwise the
 * rest of the period.
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
    const after = { ...inPeriod(state, spanOf(current_period)), open_charges, changed_at: at }
    return { after, charge: undefined }
  }
  const { period, whole } = periodOf(state, at)
  const kept = chargesAfter(open_charges, at) ?? []
  const after = { ...inPeriod(state, period), open_charges: kept, changed_at: at }
  const paid = new Set(kept.map(({ ref }) => ref))
  const items = (state.items ?? []).flatMap((item) => {
    const { whole: own } = periodOf(ownState(state, item), at)
    return own && !paid.has(item.id) ? [{ item, whole: own }] : []
  })
  const from = countedFrom(at, countingOf(before))
  const charge = restCharge(after, { billed: items, from })
  if (!charge) return { after, charge: undefined }
  const isRest = billed && whole !== undefined && reaches(current_period, whole.start)
  const reason = isRest ? 'change' : 'cycle'
  return { after, charge: { ...charge, reason, resumed: { isRest } } }
}

/** The period that contains an instant, and the one to which its price belongs; undefined if it is free. */
function periodOf(state: SubscriptionState, at: number): { period: Span; whole: Span | undefined } {
  const first = firstPeriod(state)
  const grid = periodAt(recurrenceOf(state), at)
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
