// Trials of subscriptions whose end is moved (recurring billing, section 8).

import { timestamp } from './calendar.ts'
import { type Anchor, anchorAt } from './recurrence.ts'
import { noticeAt, shown } from './subscription.ts'
import type { SubscriptionState } from './subscription-state.ts'

const isSame = (one: Anchor, other: Anchor): boolean =>
  (['year', 'month', 'day', 'second'] as const).every((name) => one[name] === other[name])

/**
 * The state with another end of its trial. Periods that begin with its end move along, and so do the changes of items,
 * the pause and the end of the subscription that were planned for it.
 */
export function movedTrial<S extends SubscriptionState>(before: S, at: number, now: number): S {
  const { start, zone, anchor, pause, scheduled_changes, current_period } = before
  const former = before.trial_end
  const from = former === null ? undefined : timestamp(former)
  const to = timestamp(at)
  const isOwn = isSame(anchor, anchorAt(former ?? start, zone))
  return {
    ...before,
    trial_end: at,
    anchor: isOwn ? anchorAt(at, zone) : anchor,
    current_period: current_period && shown({ start, end: at }),
    cancel_at: former !== null && before.cancel_at === former ? at : before.cancel_at,
    pause: pause && pause.from === from ? { ...pause, from: to } : pause,
    scheduled_changes:
      scheduled_changes?.map((each) => (each.at === from ? { ...each, at: to } : each)) ?? null,
    notice_at: noticeAt(at, Math.max(start, now)),
  }
}
