// The end of a trial: moved to another instant, or now.

import { timestamp } from '../../domain/calendar.ts'
import { billingError } from '../../domain/errors.ts'
import type { ItemChange, ScheduledChange } from '../../domain/subscription-state.ts'
import { movedTrial } from '../../domain/subscription-trial.ts'
import type { Work } from '../accounts/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events, subscriptionIds } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { fitted } from './actions.ts'
import { type Command, commandOf } from './command.ts'
import { assertNotPaused, assertStarted, dueOf } from './current.ts'
import { trialEnd } from './instants.ts'
import { caughtUp } from './step.ts'

export interface TrialEndSent {
  trial_end: string
}

/** Extends, shortens or ends a trial. At its former end, nothing happens. */
export const moveTrialEnd: Command<TrialEndSent> = commandOf<TrialEndSent>({
  name: 'subscriptions.trial_end',
  perform(work, before, { trial_end }, { at: now }) {
    assertStarted(before)
    assertNotPaused(before)
    if (trial_end === 'now') {
      endTrial(work, before, now)
      return
    }
    assertInTrial(before, ['scheduled', 'trialing'])
    const at = trialEnd(work, { trial_end }, before.start) as number
    changeSubscription(work, events.updated, before, withTrialEnd(work, before, at))
  },
})

function withTrialEnd(work: Work, before: Subscription, at: number): Subscription {
  const moved = movedTrial(before, at, work.now)
  const fitting = fitted(work, { ...moved, scheduled_changes: null }, moved.scheduled_changes ?? [])
  return dueOf({ ...moved, scheduled_changes: fitting.length > 0 ? fitting : null })
}

/** Ends a trial at an instant that has come, and bills the first period. */
export function endTrial(work: Work, before: Subscription, at: number): void {
  assertInTrial(before, ['trialing'])
  changeSubscription(work, events.updated, before, withTrialEnd(work, before, at))
  caughtUp(work, work.get(subscriptions, before.id))
}

/** The planned changes, without those of these items at the end of the trial. */
export function withoutItems(
  { trial_end, scheduled_changes }: Subscription,
  changed: readonly ItemChange[],
): ScheduledChange[] {
  const ids = new Set(changed.map(({ id }) => id))
  return (scheduled_changes ?? []).flatMap((each) => {
    if (Date.parse(each.at) !== trial_end) return [each]
    const items = each.items.filter(({ id }) => !ids.has(id))
    return items.length > 0 ? [{ ...each, items }] : []
  })
}

function assertInTrial({ id, status, start }: Subscription, fitting: readonly string[]): void {
  if (fitting.includes(status)) return
  const ref = subscriptionIds.ref(id)
  if (status === 'scheduled') {
    throw billingError(
      'parameter_invalid',
      `Subscription ${ref} starts at ${timestamp(start)}, and its trial cannot end before. Use a later trial_end.`,
      { param: 'trial_end' },
    )
  }
  throw billingError(
    'trial_over',
    `Subscription ${ref} is ${status}, and is not in a trial. To bill nothing for some time, pause it.`,
  )
}
