// The changes and charges of each due instant of a subscription. The billing run, commands, previews and forecasts all
// use this function.

import { invariant } from '../invariant.ts'
import { arrearsReason, pausedAt } from './arrears.ts'
import { periodAt } from './recurrence.ts'
import {
  type Charge,
  canceled,
  charged,
  firstPeriod,
  inPeriod,
  inTrial,
  isBilled,
  linesAt,
  nextStart,
  withDue,
} from './subscription.ts'
import { arrearsOf } from './subscription-change.ts'
import { chargeToPause, endedAt, resumed } from './subscription-pause.ts'
import {
  isArrears,
  recurrenceOf,
  type SubscriptionState,
  type SubscriptionStatus,
  withChanges,
} from './subscription-state.ts'

type StepEvent =
  | 'change_applied'
  | 'paused'
  | 'resumed'
  | 'started'
  | 'trial_will_end'
  | 'trial_ended'
  | 'renewed'
  | 'canceled'

/** The effects of one due instant: the successive versions, each with its event, and the charge. */
export interface Step<S extends SubscriptionState> {
  versions: { event: StepEvent; after: S }[]
  charge: Charge | undefined
}

/** Pending changes as a step bills them. */
export interface SettledStep {
  lines: Charge['lines']
  /** True unless no time is paid after a pause that begins. */
  isPaid: boolean
}

/**
 * The effects of the instant `due_at`: a cancellation ends the subscription. Otherwise scheduled changes apply, a pause
 * begins or ends, the end of the trial is announced, then the subscription or its trial starts or ends, and then the
 * period that begins is billed.
 */
export function stepOf<S extends SubscriptionState>(
  before: S,
  { lines: settled, isPaid }: SettledStep = { lines: [], isPaid: true },
): Step<S> {
  const { due_at: at, cancel_at } = before
  invariant(at !== null, 'A subscription without a due instant has no step.')
  if (cancel_at !== null && cancel_at <= at) {
    return {
      versions: [{ event: 'canceled', after: canceled(before, cancel_at) }],
      charge: undefined,
    }
  }
  const versions: Step<S>['versions'] = []
  // At the prices and quantities before the changes.
  const arrears = arrearsOf(before, at)
  const changed = withChanges(before, at)
  if (changed) versions.push({ event: 'change_applied', after: withDue(changed) })
  let state = changed ?? before
  const pauses = state.pause !== null && Date.parse(state.pause.from) <= at
  if (state.status === 'paused') {
    const resumes = state.pause?.resume_at ?? null
    if (resumes === null || Date.parse(resumes) > at) return { versions, charge: undefined }
    const { after, charge } = resumed(state, at)
    versions.push({ event: 'resumed', after })
    return { versions, charge }
  }
  if (pauses && state.status !== 'scheduled') {
    const charge = chargeToPause(before, { arrears, settled, at })
    const paused: S = { ...state, status: 'paused', ...pausedAt(before, at, charge) }
    versions.push({
      event: 'paused',
      after: isPaid || at >= nextStart(before) ? withDue(paused) : endedAt(paused, at),
    })
    return { versions, charge }
  }
  if (state.notice_at !== null && state.notice_at <= at) {
    state = withDue({ ...state, notice_at: null })
    versions.push({ event: 'trial_will_end', after: state })
  }
  if (at < nextStart(state)) return { versions, charge: undefined }
  if (pauses) {
    versions.push({ event: 'started', after: withDue({ ...state, status: 'paused' }) })
    return { versions, charge: undefined }
  }
  if (state.status === 'scheduled' && state.trial_end !== null) {
    versions.push({ event: 'started', after: inTrial(state, state.trial_end) })
    return { versions, charge: undefined }
  }
  const period = isBilled(state) ? periodAt(recurrenceOf(state), at) : firstPeriod(state)
  versions.push({ event: EVENT_OF[state.status], after: inPeriod(state, period) })
  const reason = state.status === 'scheduled' ? 'create' : 'cycle'
  const advance = linesAt(state, before, at)
  const ended = [...arrears, ...settled]
  const charge = charged({ reason, at: period.start, arrears: ended, advance })
  const isAlone = arrears.length > 0 && (state.items ?? []).every(isArrears)
  const isRest = isAlone && arrearsReason(before) === 'change'
  return { versions, charge: charge && { ...charge, isRest } }
}

const EVENT_OF: Record<SubscriptionStatus, StepEvent> = {
  scheduled: 'started',
  incomplete: 'started',
  trialing: 'trial_ended',
  active: 'renewed',
  past_due: 'renewed',
  paused: 'resumed',
  canceled: 'canceled',
}
