// Pauses of subscriptions: at once, at the end of a period or at a later instant; and their end.

import { timestamp } from '../../domain/calendar.ts'
import { billingError } from '../../domain/errors.ts'
import { isBilled, nextStart, withDue } from '../../domain/subscription.ts'
import { type ANCHORS, changedNow, pricedPeriod } from '../../domain/subscription-change.ts'
import { pausedNow, resumed, unpaused } from '../../domain/subscription-pause.ts'
import type { Work } from '../accounts/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events, subscriptionIds } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { bill } from './bill.ts'
import { type Command, commandOf, type Moment } from './command.ts'
import { assertNotPaused, assertStarted, dueOf } from './current.ts'
import { assertNotTooFar, plannedPause, resumeAt, wholeSeconds } from './instants.ts'
import { withMinimums } from './minimums.ts'
import { assertGoesOn, incompatible } from './new-period.ts'
import { openCharges, returnUnused } from './open-charges.ts'
import { billReturning, settlementOf } from './settling.ts'
import { openLines, unfailed } from './step.ts'

export interface PauseSent {
  at: 'now' | 'period_end' | number
  /** Whether the time that was paid is returned, to the customer's credit. */
  credit_unused: boolean
  resume_at?: string | undefined
}

export const pauseSubscription: Command<PauseSent> = commandOf<PauseSent>({
  name: 'subscriptions.pause',
  perform(work, before, { at: sent, credit_unused, resume_at }, { at: now, invoice }) {
    assertStarted(before)
    assertNotPaused(
      before,
      'To set when it resumes, send that instant as at to POST /v1/subscriptions/{id}/resume.',
    )
    const from = pauseFrom(work, before, sent, now)
    const pause = plannedPause(work, from, resume_at)
    if (sent !== 'now' || before.status === 'scheduled') {
      changeSubscription(work, events.updated, before, dueOf({ ...before, pause }))
      return
    }
    const settles = { at: now, ends: true, credits: credit_unused, invoice }
    const settlement = settlementOf(work, before, settles)
    const paused = pausedNow(before, {
      ...{ at: now, resume_at: pause.resume_at, settled: settlement?.lines ?? [] },
      ends: credit_unused || settlement?.isPaid === false,
    })
    const credited = credit_unused ? { items: new Map(), others: now } : undefined
    const returned = settlement?.returned ?? credited
    const { after, charge } = withMinimums(work, before, { ...paused, at: now, returned })
    changeSubscription(work, events.paused, before, unfailed(after))
    if (settlement) {
      billReturning(work, before, { ...settlement, charge, paysFirst: true })
      return
    }
    if (credit_unused && isBilled(before)) {
      returnUnused(work, before, { at: now, to: 'balance', invoice })
    }
    // After the notes, so that their credit pays for it.
    if (charge) bill(work, work.get(subscriptions, before.id), charge)
  },
})

/** When a pause begins: never before the subscription, and before its end. */
function pauseFrom(work: Work, before: Subscription, sent: PauseSent['at'], now: number): number {
  const { id, start, cancel_at, status } = before
  const next = nextStart(before)
  const asked = sent === 'now' ? now : sent === 'period_end' ? next : wholeSeconds(sent)
  assertNotTooFar(work, 'at', asked)
  if (asked < now || (typeof sent === 'number' && asked === now)) {
    throw billingError(
      'parameter_invalid',
      `at must be later than now; ${timestamp(asked)} is not. Use "now" to pause at once.`,
      { param: 'at' },
    )
  }
  const from = status === 'scheduled' ? Math.max(asked, start) : asked
  if (cancel_at === null || from < cancel_at) return from
  throw billingError(
    'parameter_invalid',
    `The subscription ends at ${timestamp(cancel_at)}. To keep it, use POST /v1/subscriptions/${subscriptionIds.ref(id)}/keep first.`,
    { param: 'at' },
  )
}

export interface ResumeSent {
  at: 'now' | string
  anchor: (typeof ANCHORS)[number]
}

export const resumeSubscription: Command<ResumeSent> = commandOf<ResumeSent>({
  name: 'subscriptions.resume',
  perform(work, before, { at, anchor }, moment) {
    assertStarted(before)
    const { pause, status } = before
    if (pause === null) {
      throw billingError(
        'subscription_not_paused',
        `Subscription ${subscriptionIds.ref(before.id)} is ${status}: there is no pause to end. Pause it with POST /v1/subscriptions/${subscriptionIds.ref(before.id)}/pause.`,
      )
    }
    if (at !== 'now') {
      const resume_at = resumeAt(work, 'at', at, Date.parse(pause.from))
      const after = dueOf({ ...before, pause: { ...pause, resume_at } })
      changeSubscription(work, events.updated, before, after)
      // A pause that has not begun is withdrawn.
    } else if (status !== 'paused') {
      changeSubscription(work, events.updated, before, dueOf({ ...before, pause: null }))
    } else if (anchor === 'reset') resumeInNewPeriod(work, before, moment)
    else resumeInPeriod(work, before, moment.at)
  },
})

/** Resumes in the periods that continued: the unpaid part of the current one is billed. */
function resumeInPeriod(work: Work, before: Subscription, at: number): void {
  const { after, charge } = withMinimums(work, before, { ...resumed(before, at), at })
  changeSubscription(work, events.resumed, before, unfailed(after))
  if (!charge) return
  const invoice = bill(work, work.get(subscriptions, before.id), charge)
  openLines(work, before.id, charge, invoice)
}

const FIRST = { reason: 'cycle', resumed: true } as const

/** Resumes with a new period, which is billed in full; paid time of another one is returned. */
function resumeInNewPeriod(work: Work, before: Subscription, { at, invoice }: Moment): void {
  const kept = resumed(before, at)
  // The time of the pause is not billed.
  const live = { ...unpaused(before, at), status: kept.after.status, unbilled: [] }
  if (live.status === 'trialing') {
    throw incompatible(
      'anchor',
      'The trial continues, and no period can begin in it. Leave out anchor, or end the trial after that.',
    )
  }
  if (at < nextStart(before) && pricedPeriod(before) === undefined) {
    throw incompatible('anchor', 'The current period is free, and no other can begin in it.')
  }
  assertGoesOn(before)
  const charges = openCharges(work, before, { at, invoice })
  const changed = changedNow(live, {
    ...{ at, items: [], interval: live.interval, interval_count: live.interval_count },
    ...{ proration: 'prorate', resets: true },
    ...{ billedOf: () => undefined, differenceOf: () => undefined },
  })
  const { after, charge } = withMinimums(work, before, {
    ...{ at, after: withDue(changed.after), charge: changed.charge },
    ...{ returned: changed.returned, closes: true },
  })
  changeSubscription(work, events.resumed, before, unfailed(after))
  const isFirst = kept.charge?.reason === 'cycle'
  billReturning(work, before, {
    ...{ ...changed, charges },
    // As for a renewal, if nothing of this period was billed before.
    charge: charge && isFirst ? { ...charge, ...FIRST } : charge,
  })
}
