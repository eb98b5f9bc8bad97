// Which options a change of items can have: an instant in the past, another billing day, or a new period.

import { timestamp } from '../../domain/calendar.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import type { Anchor, IntervalUnit } from '../../domain/recurrence.ts'
import { countedFrom } from '../../domain/rest.ts'
import { isBilled } from '../../domain/subscription.ts'
import {
  type ANCHORS,
  type INVOICES,
  type Proration,
  pricedPeriod,
} from '../../domain/subscription-change.ts'
import { ITEMS_MOST, type ItemChange, ownState } from '../../domain/subscription-state.ts'
import type { Work } from '../accounts/store.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import type { Subscription } from '../subscriptions/store.ts'
import type { ItemChangeSent, LaterChange } from './actions.ts'
import { type AnchorSent, anchorOf, wholeSeconds } from './instants.ts'
import type { Terms } from './items.ts'

export interface ChangeSent {
  items: ItemChangeSent[]
  at: 'now' | 'auto' | LaterChange['at']
  proration?: Proration | undefined
  /** Whether it is billed and returned at once or with the next invoice. */
  invoice?: (typeof INVOICES)[number] | undefined
  /** A day or an instant moves the billing day. */
  anchor?: (typeof ANCHORS)[number] | AnchorSent | undefined
  /** Ends a trial with the change, so that the first period begins. */
  end_trial?: boolean | undefined
}

const findMoved = (anchor: ChangeSent['anchor']): AnchorSent | undefined =>
  anchor === 'keep' || anchor === 'reset' ? undefined : anchor

/** Throws if nothing would change, or if another billing day is sent without `at: "now"`. */
export function assertAsked({ items, at, anchor }: ChangeSent): void {
  const begins = anchor === 'reset' || findMoved(anchor) !== undefined
  if (items.length === 0 && (!begins || at === 'auto')) throw changesNothing()
  if (at !== 'auto' || findMoved(anchor) === undefined) return
  throw billingError(
    'parameter_invalid',
    'Another billing day applies at once. Send at: "now" with it.',
    { param: 'anchor' },
  )
}

const changesNothing = () =>
  validationError('items', { kind: 'list', of: 'objects', min: 1, max: ITEMS_MOST })

/** Throws if a later change has options of one at once, or changes no item. */
export function assertLater({ items, proration, invoice, anchor, end_trial }: ChangeSent): void {
  if (items.length === 0) throw changesNothing()
  const options = Object.entries({ proration, invoice, anchor, end_trial })
  const option = options.find(([, value]) => value !== undefined)
  if (!option) return
  throw billingError(
    'parameter_invalid',
    `${option[0]} is for changes at once. Send at: "now" with it, or leave it out.`,
    { param: option[0] },
  )
}

/**
 * An instant in the past from which a change applies; undefined if it is to come. Throws if the current period began, or
 * the last change applies, after it.
 */
export function findPast(work: Work, before: Subscription, sent: number): number | undefined {
  if (sent > work.now) return undefined
  const { current_period, start, changed_at, proration_unit: unit, zone } = before
  const at = wholeSeconds(sent)
  const begins = current_period ? Date.parse(current_period.start) : start
  const since = Math.max(begins, changed_at ?? begins)
  if (countedFrom(at, { unit, zone }) >= countedFrom(since, { unit, zone })) {
    return Math.max(at, since)
  }
  throw billingError(
    'change_in_past',
    `The change cannot apply from ${timestamp(at)}: ${
      since > begins ? 'the last change applies' : 'the current period begins'
    } at ${timestamp(since)}. Use that instant, a later one, or "now".`,
    { param: 'at' },
  )
}

/** The anchor of another billing day: the first such day from the change on or, before the first period, from its start on. */
export function movedAnchor(
  work: Work,
  before: Subscription,
  {
    anchor,
    interval,
    at,
    end_trial = false,
  }: Pick<ChangeSent, 'anchor' | 'end_trial'> & { interval: IntervalUnit; at: number },
): Anchor | undefined {
  const sent = findMoved(anchor)
  if (sent === undefined) return undefined
  const { zone, proration_unit: unit, trial_end } = before
  const from = countedFrom(at, { unit, zone })
  const begins = Math.max(from, trial_end ?? before.start)
  const start = isBilled(before) || end_trial ? from : begins
  return anchorOf(work, sent, { start, interval, zone })
}

/** True if a new period begins with the change. Throws if one would have to, but cannot. */
export function resetsWith(
  before: Subscription,
  { interval, interval_count }: Terms,
  { proration, anchor }: Pick<ChangeSent, 'proration' | 'anchor'>,
): boolean {
  const isSame = interval === before.interval && interval_count === before.interval_count
  const resets = anchor === 'reset' || findMoved(anchor) !== undefined || !isSame
  // Before the first period, nothing is billed and no period begins.
  if (!resets || !isBilled(before)) return false
  if (anchor === 'keep') {
    throw incompatible(
      'anchor',
      'Another interval begins a new period. Leave out anchor, or send "reset"; or use at: "period_end" to change the interval with the next period.',
    )
  }
  if (proration !== undefined && proration !== 'prorate') {
    throw incompatible(
      'proration',
      'A new period begins with this change, and is billed at once. Use proration: "prorate", or at: "period_end".',
    )
  }
  const isMixed = (before.items ?? []).some((item) => item.interval !== undefined)
  if (findMoved(anchor) !== undefined && isMixed && before.first_period !== 'prorate') {
    throw incompatible(
      'anchor',
      'Items with different intervals and a first period that is not prorated keep their billing day. Send "reset" to begin a new period of all items.',
    )
  }
  if (pricedPeriod(before) === undefined) {
    throw incompatible(
      'anchor',
      'The current period is free, and no other can begin in it. Use at: "period_end".',
    )
  }
  assertGoesOn(before)
  return true
}

/** Throws if a change cannot be billed with the next invoice. */
export function assertCanWait({
  proration,
  resets,
  end_trial,
}: Pick<ChangeSent, 'proration' | 'end_trial'> & { resets: boolean }): void {
  const waits = 'what it bills cannot wait for the next invoice. Leave out invoice, or send "now".'
  if (resets || end_trial)
    throw incompatible('invoice', `A new period begins with this change, and ${waits}`)
  if (proration !== 'full_difference') return
  throw incompatible(
    'invoice',
    `The difference for the whole period is billed at once, and ${waits}`,
  )
}

/** Throws if an item would have another interval without proration: its time would be billed twice, or not at all. */
export function assertSameIntervals(
  before: Subscription,
  changes: readonly ItemChange[],
  { interval, interval_count }: Terms,
): void {
  const after = new Map(changes.map((change) => [change.id, change]))
  const other = (before.items ?? []).find((item) => {
    const change = after.get(item.id)
    if (change?.price_id === undefined) return false
    const [own, next] = [ownState(before, item), ownState({ interval, interval_count }, change)]
    return own.interval !== next.interval || own.interval_count !== next.interval_count
  })
  if (!other) return
  throw incompatible(
    'proration',
    `Item ${other.id} would have another interval within its period. Use proration: "prorate", or at: "period_end".`,
  )
}

/** Throws if the end of the subscription is planned, so that no new period can begin. */
export function assertGoesOn({ id, cancel_at }: Subscription): void {
  if (cancel_at === null) return
  throw incompatible(
    'anchor',
    `A new period would begin, but the subscription ends at ${timestamp(cancel_at)}. Use POST /v1/subscriptions/${subscriptionIds.ref(id)}/keep first.`,
  )
}

export const incompatible = (param: string, message: string) =>
  billingError('proration_incompatible', message, { param })
