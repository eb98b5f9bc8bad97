// Subscriptions: their states, what falls due when, and what each due instant changes and bills. The billing run,
// commands, previews and forecasts all use these functions.

import { invariant } from '../invariant.ts'
import { localAt, timestamp } from './calendar.ts'
import { periodAfter, periodAt } from './recurrence.ts'
import { type PeriodPart, partOf } from './rest.ts'
import {
  type BillingReason,
  chargesAfter,
  isArrears,
  ownState,
  recurrenceOf,
  type SubscriptionItem,
  type SubscriptionState,
  stateBefore,
} from './subscription-state.ts'

/** The maximum number of lines of an invoice. */
export const LINES_MOST = 250

export interface Span {
  start: number
  end: number
}

/** A span that is billed in one piece: a period, or the part before the first boundary. */
export interface BilledSpan extends Span {
  /** Its part of the whole period, if it is prorated, and that period. */
  part?: PeriodPart
  whole?: Span
}

/** One invoice due for a subscription. */
export interface Charge {
  reason: Exclude<BillingReason, 'manual'>
  scheduled_for: number
  period: Span
  /** Lines of items in arrears come first, with the period that ended. */
  lines: (BilledSpan & {
    item: Pick<SubscriptionItem, 'id' | 'price_id' | 'quantity'>
    /** Set if it is the difference for the whole period. */
    once?: true
    /** By default the name of the product. */
    description?: string
    /** The minimum of the subscription, if it bills the shortfall of that. */
    minimum?: number
  })[]
  /** Set if it follows a pause. */
  resumed?: true
  /** Set if it bills only the rest of a period that was billed before. */
  isRest?: boolean
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
  state.current_period === null ? state.start : periodEnd(state)

/** Returns a version with its derived instants recomputed. */
export function withDue<S extends SubscriptionState>(state: S): S {
  if (state.status === 'canceled') return { ...state, due_at: null, next_invoice_at: null }
  const changes = (state.scheduled_changes ?? []).map(({ at }) => Date.parse(at))
  const cancel = state.cancel_at ?? NEVER
  const [pauses, resumes] = pauseOf(state)
  // In a pause nothing is due but its end, that of the subscription, and changes of items.
  const own =
    state.status === 'paused' ? [resumes] : [nextStart(state), state.notice_at ?? NEVER, pauses]
  // Until the first payment, nothing is due but its end.
  const due =
    state.status === 'incomplete'
      ? (state.due_at ?? state.expires_at ?? NEVER)
      : Math.min(cancel, ...own, ...changes)
  const billed = billedAt(state)
  // The end of a subscription bills its items in arrears and minimums.
  const ends = (isBilled(state) && hasArrears(state)) || state.minimums ? cancel : NEVER
  const next = cancel <= billed ? ends : billed
  return {
    ...state,
    due_at: due === NEVER ? null : due,
    next_invoice_at: next === NEVER ? null : next,
  }
}

const hasArrears = ({ items }: Pick<SubscriptionState, 'items'>) => items?.some(isArrears) ?? false
const hasAdvance = ({ items }: Pick<SubscriptionState, 'items'>) =>
  items?.some((item) => !isArrears(item)) ?? false

/** The end of the current period or, if that is a first one that is free and was to be billed then, of the next one. */
function endOfBilled(state: SubscriptionState, isLater: boolean): number {
  const end = periodEnd(state)
  if (!isLater) return end
  const first = firstPeriod(state)
  const isFree = first.isFree && end === first.end
  return isFree ? periodAt(recurrenceOf(state), end).end : end
}

/** When it is billed next, unless it ends before. */
function billedAt(state: SubscriptionState): number {
  const [pauses, resumes] = pauseOf(state)
  const begins = state.trial_end ?? state.start
  const then = wasBilled(state) ? state : stateBefore(state, begins + 1)
  const first = wasBilled(state) ? undefined : firstPeriod(then)
  const [starts, isLater] = [first?.isFree ? first.end : first?.start, !hasAdvance(then)]
  const next =
    first === undefined || starts === undefined
      ? endOfBilled(state, isLater)
      : isLater
        ? periodAt(recurrenceOf(then), starts).end
        : starts
  if (pauses > next) return next
  // A pause bills the unbilled time of items in arrears, and their next period is billed when it ends.
  if (state.status !== 'paused' && hasArrears(then) && pauses > (starts ?? 0)) return pauses
  if (resumes < next || resumes === NEVER || !isLater) return Math.max(next, resumes)
  return periodAt(recurrenceOf(stateBefore(state, resumes + 1)), resumes).end
}

const NEVER = Number.POSITIVE_INFINITY

/** When a pause begins and ends, if ever. */
function pauseOf({ pause }: Pick<SubscriptionState, 'pause'>): [number, number] {
  const at = (instant: string | null | undefined) => (instant ? Date.parse(instant) : NEVER)
  return [at(pause?.from), at(pause?.resume_at)]
}

/** True once a period has begun, even if it was free. */
export const wasBilled = ({
  current_period,
  trial_end,
}: Pick<SubscriptionState, 'current_period' | 'trial_end'>): boolean =>
  current_period !== null &&
  (Date.parse(current_period.start) >= (trial_end ?? 0) ||
    Date.parse(current_period.end) > (trial_end ?? 0))

function isSameTime(one: number, other: number, zone: string): boolean {
  const [first, second] = [localAt(one, zone), localAt(other, zone)]
  return first.date === second.date && first.second === second.second
}

/** The period that begins with the start, or after the trial: up to the first boundary. */
export function firstPeriod(state: SubscriptionState): BilledSpan & { isFree: boolean } {
  const start = state.trial_end ?? state.start
  const whole = spanAt(state, start)
  const { end } = whole
  const { first_period, proration_unit: unit, zone } = state
  const part = partOf({ start, end }, whole, { unit, zone })
  // In an hour that clocks repeat, the boundary is an hour earlier, with the same local time.
  const isPart = unit === 'day' ? part.start !== part.from : !isSameTime(whole.start, start, zone)
  // A day belongs to the period that begins on it: a part that ends on its first day costs nothing.
  const isFree =
    isPart && (first_period === 'free' || (first_period === 'prorate' && part.from === part.to))
  const isProrated = isPart && !isFree && first_period === 'prorate'
  return { start, end, isFree, ...(isProrated && { part, whole }) }
}

const NOTICE_MS = 3 * 86_400_000

/** When the end of a trial is announced: three days before, unless the trial or its rest is shorter. */
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
  if (state.pause) return { after: withDue({ ...state, status: 'paused' }), charge: undefined }
  if (trial_end !== null) return { after: inTrial(state, trial_end), charge: undefined }
  const first = firstPeriod(state)
  const current = now < first.end ? first : periodAt(recurrenceOf(state), now)
  const [advance, arrears]: [Charge['lines'], Charge['lines']] = [[], []]
  let begins: number | undefined
  for (const item of state.items ?? []) {
    const own = ownState(state, item)
    for (const span of billsPast ? spansUntil(own, now) : currentSpan(own, now)) {
      begins = Math.min(begins ?? span.start, span.start)
      if (!isArrears(item)) advance.push({ ...span, item })
      // Items in arrears are billed for the periods that have ended.
      else if (billsPast && span.end <= now) arrears.push({ ...span, item })
      if (advance.length + arrears.length > LINES_MOST) return undefined
    }
  }
  const [earlier, lines] = [arrears, advance].map((each) =>
    each.toSorted((one, other) => one.start - other.start),
  ) as [Charge['lines'], Charge['lines']]
  const charge = charged({ reason: 'create', at: begins, arrears: earlier, advance: lines })
  return { after: inPeriod(state, current), charge }
}

/** The spans to bill, from the first period to the one that contains an instant, unless the first one is free. */
function* spansUntil(state: SubscriptionState, now: number): Generator<BilledSpan> {
  const recurrence = recurrenceOf(state)
  const { isFree, ...first } = firstPeriod(state)
  if (!isFree) yield first
  for (let last: Span = first; last.end <= now; ) {
    const { start, end } = periodAfter(recurrence, last)
    yield { start, end }
    last = { start, end }
  }
}

/** The span that contains an instant; none if it is free. */
function currentSpan(state: SubscriptionState, now: number): BilledSpan[] {
  const { isFree, ...first } = firstPeriod(state)
  if (now >= first.end) return [spanAt(state, now)]
  return isFree ? [] : [first]
}

const spanAt = (state: SubscriptionState, at: number): Span => {
  const { start, end } = periodAt(recurrenceOf(state), at)
  return { start, end }
}

export const shown = ({ start, end }: Span) => ({
  start: timestamp(start),
  end: timestamp(end),
})

export const inTrial = <S extends SubscriptionState>(state: S, trial_end: number): S =>
  withDue({
    ...state,
    status: 'trialing',
    changed_at: null,
    current_period: shown({ start: state.start, end: trial_end }),
  })

export const inPeriod = <S extends SubscriptionState>(state: S, period: Span): S =>
  withDue({
    ...state,
    status: state.overdue_invoices > 0 ? 'past_due' : 'active',
    current_period: shown(period),
    changed_at: null,
    // The open charges of items with longer intervals.
    open_charges: chargesAfter(state.open_charges, period.start),
    unbilled: null,
    waiting: null,
  })

/**
 * Counts an invoice that became overdue or could not be charged (1), or was since settled (-1). While there is one, a
 * billed subscription is past due; billing continues.
 */
export function withUncollected<S extends SubscriptionState>(state: S, change: 1 | -1): S {
  // Invoices that became overdue before this counter existed are not counted.
  const overdue_invoices = Math.max(0, state.overdue_invoices + change)
  const status = overdue_invoices > 0 ? 'past_due' : 'active'
  return { ...state, overdue_invoices, ...(isBilled(state) && { status }) }
}

/** Ended: changes scheduled for later are dropped. */
export const canceled = <S extends SubscriptionState>(state: S, at: number): S =>
  withDue({
    ...state,
    status: 'canceled',
    canceled_at: at,
    pause: null,
    scheduled_changes: null,
    unbilled: null,
    waiting: null,
    minimums: null,
    notice_at: null,
  })

/** An invoice of lines: its period is that of lines in advance, or else that of lines in arrears, which ended. */
export function charged({
  reason,
  at,
  arrears,
  advance,
}: {
  reason: Charge['reason']
  /** When it is scheduled; by default the end of its period. */
  at: number | undefined
  arrears: Charge['lines']
  advance: Charge['lines']
}): Charge | undefined {
  const spans = advance.length > 0 ? advance : arrears
  if (spans.length === 0) return undefined
  const start = Math.min(...spans.map((span) => span.start))
  const end = Math.max(...spans.map((span) => span.end))
  const lines = [...arrears, ...advance]
  return { reason, scheduled_for: at ?? end, period: { start, end }, lines }
}

/**
 * The lines billed when a period begins: items in advance whose own period begins, and the rest of a period for new
 * items.
 */
export function linesAt(
  state: SubscriptionState,
  before: SubscriptionState,
  at: number,
): Charge['lines'] {
  const former = new Map((before.items ?? []).map((item) => [item.id, ownState(before, item)]))
  const { proration_unit: unit, zone } = state
  return (state.items ?? []).flatMap((item) => {
    if (isArrears(item)) return []
    const own = ownState(state, item)
    if (!isBilled(state)) {
      const { isFree, ...first } = firstPeriod(own)
      return isFree ? [] : [{ ...first, item }]
    }
    const whole = spanAt(own, at)
    if (!item.interval || whole.start === at) return [{ ...whole, item }]
    const last = former.get(item.id)
    const isSame =
      last && last.interval === own.interval && last.interval_count === own.interval_count
    if (isSame) return []
    const span = { start: at, end: whole.end }
    const part = partOf(span, whole, { unit, zone })
    return part.from === part.to ? [] : [{ ...span, part, whole, item }]
  })
}

/** When the current period of an item ends; in a trial or before the start, that of the subscription. */
export function endOf(state: SubscriptionState, item?: Partial<SubscriptionItem>): number {
  const next = nextStart(state)
  if (!item?.interval || !isBilled(state)) return next
  const start = Date.parse(state.current_period?.start ?? '')
  return periodAt(recurrenceOf(ownState(state, item)), start).end
}

/** When the last of the current periods of its items ends. */
export const lastEnd = (state: SubscriptionState): number =>
  Math.max(nextStart(state), ...(state.items ?? []).map((item) => endOf(state, item)))

/** True if an instant is a future boundary between periods of an item. */
export function isBoundaryOf(
  state: SubscriptionState,
  item: Partial<SubscriptionItem> | undefined,
  at: number,
): boolean {
  if (!isBoundary(state, at)) return false
  if (!item?.interval || at === state.trial_end || !wasBilled(state)) return true
  const own = ownState(stateBefore(state, at), item)
  return periodAt(recurrenceOf(own), at).start === at
}

/** True if an instant is a future boundary between periods. */
export const isBoundary = (state: SubscriptionState, at: number): boolean =>
  at === nextStart(state) ||
  (state.status === 'scheduled' && at === state.trial_end) ||
  (at > Math.max(nextStart(state), state.trial_end ?? 0) &&
    periodAt(recurrenceOf(stateBefore(state, at)), at).start === at)
