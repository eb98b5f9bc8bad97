// Subscriptions: their states, what falls due when, and what each due instant changes and bills. The billing run,
// commands, previews and forecasts all use these functions.

import { invariant } from '../invariant.ts'
import { localAt, timestamp } from './calendar.ts'
import { periodAfter, periodAt } from './recurrence.ts'
import { type PeriodPart, partOf } from './rest.ts'
import {
  type BillingReason,
  recurrenceOf,
  type SubscriptionItem,
  type SubscriptionState,
  type SubscriptionStatus,
  stateBefore,
  withChanges,
} from './subscription-state.ts'

/** The maximum number of lines of an invoice. */
export const LINES_MOST = 250

export interface Span {
  start: number
  end: number
}

/** A span that is billed in one piece: a period, or the part before the first boundary. */
export interface BilledSpan extends Span {
  /** Its part of the whole period, if it is prorated. */
  part?: PeriodPart
}

/** One invoice due for a subscription. */
export interface Charge {
  reason: Exclude<BillingReason, 'manual'>
  scheduled_for: number
  period: Span
  lines: (BilledSpan & { item: SubscriptionItem })[]
}

type StepEvent =
  | 'change_applied'
  | 'started'
  | 'trial_will_end'
  | 'trial_ended'
  | 'renewed'
  | 'canceled'

/** The effects of one due instant: the successive versions, each with its event, and what is billed. */
export interface Step<S extends SubscriptionState> {
  versions: { event: StepEvent; after: S }[]
  charge: Charge | undefined
}

/** True if it has been billed and will be again, whether or not its invoices are paid. */
export const isBilled = ({ status }: Pick<SubscriptionState, 'status'>): boolean =>
  status === 'active' || status === 'past_due'

/** The end of the trial or of the billed period. */
function periodEnd({ current_period }: Pick<SubscriptionState, 'current_period'>): number {
  invariant(current_period, 'A subscription that has started has a period.')
  return Date.parse(current_period.end)
}

/** The instant at which the next period begins, or the first. */
export const nextStart = (state: SubscriptionState): number =>
  state.status === 'scheduled' ? state.start : periodEnd(state)

/** Returns a version with its derived instants recomputed. */
export function withDue<S extends SubscriptionState>(state: S): S {
  if (state.status === 'canceled') return { ...state, due_at: null, next_invoice_at: null }
  const next = nextStart(state)
  const changes = (state.scheduled_changes ?? []).map(({ at }) => Date.parse(at))
  const cancel = state.cancel_at ?? Number.POSITIVE_INFINITY
  const begins = state.trial_end ?? state.start
  const first = isBilled(state) ? undefined : firstPeriod(stateBefore(state, begins + 1))
  const billed = first?.isFree ? first.end : (first?.start ?? next)
  return {
    ...state,
    due_at: Math.min(next, cancel, state.notice_at ?? next, ...changes),
    next_invoice_at: cancel <= billed ? null : billed,
  }
}

function isSameTime(one: number, other: number, zone: string): boolean {
  const [first, second] = [localAt(one, zone), localAt(other, zone)]
  return first.date === second.date && first.second === second.second
}

/** The period that begins with the start, or after the trial: up to the first boundary. */
export function firstPeriod(state: SubscriptionState): BilledSpan & { isFree: boolean } {
  const start = state.trial_end ?? state.start
  const whole = periodAt(recurrenceOf(state), start)
  const { end } = whole
  const { first_period, proration_unit: unit, zone } = state
  const part = partOf({ start, end }, whole, { unit, zone })
  // In an hour that clocks repeat, the boundary is an hour earlier, with the same local time.
  const isPart = unit === 'day' ? part.start !== part.from : !isSameTime(whole.start, start, zone)
  // A day belongs to the period that begins on it: a part that ends on its first day costs nothing.
  const isFree =
    isPart && (first_period === 'free' || (first_period === 'prorate' && part.from === part.to))
  return { start, end, isFree, ...(isPart && !isFree && first_period === 'prorate' && { part }) }
}

const NOTICE_MS = 3 * 86_400_000

/** When the end of a trial is announced: three days before, unless it is shorter or less is left of it. */
export function noticeAt(trial_end: number | null, begins: number): number | null {
  const at = (trial_end ?? 0) - NOTICE_MS
  return at > begins ? at : null
}

/** A new subscription at an instant, with the invoice that is due at once. Undefined if that has too many lines. */
export function begun<S extends SubscriptionState>(
  state: S,
  now: number,
  billsPast: boolean,
): { after: S; charge: Charge | undefined } | undefined {
  const { start, trial_end } = state
  if (start > now) return { after: withDue({ ...state, status: 'scheduled' }), charge: undefined }
  if (trial_end !== null) return { after: inTrial(state, trial_end), charge: undefined }
  const first = firstPeriod(state)
  const current = now < first.end ? first : periodAt(recurrenceOf(state), now)
  const isFree = current === first && first.isFree
  const spans = billsPast ? spansUntil(state, first, now) : isFree ? [] : [current]
  return spans && { after: inPeriod(state, current), charge: chargeOf(state, 'create', spans) }
}

/**
 * The spans to bill, from the first period to the one that contains an instant; undefined if an invoice cannot have a
 * line for each.
 */
function spansUntil(
  state: SubscriptionState,
  { isFree, ...first }: ReturnType<typeof firstPeriod>,
  now: number,
): BilledSpan[] | undefined {
  const recurrence = recurrenceOf(state)
  const spans: BilledSpan[] = isFree ? [] : [first]
  for (let last: Span = first; last.end <= now; ) {
    const period = periodAfter(recurrence, last)
    spans.push(period)
    if (spans.length * (state.items ?? []).length > LINES_MOST) return undefined
    last = period
  }
  return spans
}

/**
 * The effects of the instant `due_at`: a cancellation ends the subscription. Otherwise scheduled changes apply, the end
 * of the trial is announced, then the subscription or its trial starts or ends, and then the period that begins is
 * billed.
 */
export function stepOf<S extends SubscriptionState>(before: S): Step<S> {
  const { due_at: at, cancel_at } = before
  invariant(at !== null, 'A canceled subscription has nothing due.')
  if (cancel_at !== null && cancel_at <= at) {
    return {
      versions: [{ event: 'canceled', after: canceled(before, cancel_at) }],
      charge: undefined,
    }
  }
  const versions: Step<S>['versions'] = []
  const changed = withChanges(before, at)
  if (changed) versions.push({ event: 'change_applied', after: withDue(changed) })
  let state = changed ?? before
  if (state.notice_at !== null && state.notice_at <= at) {
    state = withDue({ ...state, notice_at: null })
    versions.push({ event: 'trial_will_end', after: state })
  }
  if (at < nextStart(state)) return { versions, charge: undefined }
  if (state.status === 'scheduled' && state.trial_end !== null) {
    versions.push({ event: 'started', after: inTrial(state, state.trial_end) })
    return { versions, charge: undefined }
  }
  const isFirst = !isBilled(state)
  const { isFree, ...period } = isFirst
    ? firstPeriod(state)
    : { ...periodAt(recurrenceOf(state), at), isFree: false }
  versions.push({ event: EVENT_OF[state.status], after: inPeriod(state, period) })
  const reason = state.status === 'scheduled' ? 'create' : 'cycle'
  return { versions, charge: chargeOf(state, reason, isFree ? [] : [period]) }
}

const EVENT_OF: Record<SubscriptionStatus, StepEvent> = {
  scheduled: 'started',
  trialing: 'trial_ended',
  active: 'renewed',
  past_due: 'renewed',
  canceled: 'canceled',
}

export const shown = ({ start, end }: Span) => ({
  start: timestamp(start),
  end: timestamp(end),
})

const inTrial = <S extends SubscriptionState>(state: S, trial_end: number): S =>
  withDue({
    ...state,
    status: 'trialing',
    current_period: shown({ start: state.start, end: trial_end }),
  })

const inPeriod = <S extends SubscriptionState>(state: S, period: Span): S =>
  withDue({
    ...state,
    status: state.status === 'past_due' ? 'past_due' : 'active',
    current_period: shown(period),
    open_charges: null,
  })

/**
 * Counts an invoice that became overdue (1) or stopped being overdue (-1). While any is overdue, a billed subscription
 * is past due; billing continues.
 */
export function withOverdue<S extends SubscriptionState>(state: S, change: 1 | -1): S {
  // Invoices that became overdue before this counter existed are not counted.
  const overdue_invoices = Math.max(0, state.overdue_invoices + change)
  const status = overdue_invoices > 0 ? 'past_due' : 'active'
  return { ...state, overdue_invoices, ...(isBilled(state) && { status }) }
}

/** Ended: what was scheduled for later is dropped. */
export const canceled = <S extends SubscriptionState>(state: S, at: number): S =>
  withDue({
    ...state,
    status: 'canceled',
    canceled_at: at,
    scheduled_changes: null,
    notice_at: null,
  })

function chargeOf(
  { items }: SubscriptionState,
  reason: Charge['reason'],
  spans: readonly BilledSpan[],
): Charge | undefined {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return undefined
  return {
    reason,
    scheduled_for: first.start,
    period: { start: first.start, end: last.end },
    lines: spans.flatMap(({ start, end, part }) =>
      (items ?? []).map((item) => ({ item, start, end, ...(part && { part }) })),
    ),
  }
}

/** True if an instant is a future boundary between periods. */
export const isBoundary = (state: SubscriptionState, at: number): boolean =>
  at === nextStart(state) ||
  (state.status === 'scheduled' && at === state.trial_end) ||
  (at > Math.max(nextStart(state), state.trial_end ?? 0) &&
    periodAt(recurrenceOf(stateBefore(state, at)), at).start === at)
