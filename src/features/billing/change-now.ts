// Changes of items: at a boundary between periods, or at once, with the amounts returned and charged for the rest of
// the period.

import { billingError } from '../../domain/errors.ts'
import { isBilled } from '../../domain/subscription.ts'
import { changedNow, withoutImpossible } from '../../domain/subscription-change.ts'
import { changedItems, type ScheduledChange } from '../../domain/subscription-state.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { prices } from '../prices/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import {
  assertNamedOnce,
  changeOf,
  fitted,
  otherCurrency,
  pricedChange,
  scheduleChange,
} from './actions.ts'
import { autoParts } from './auto.ts'
import { type Command, commandOf, type Moment } from './command.ts'
import { assertNotPaused, assertStarted, dueOf } from './current.ts'
import { assertInAdvance, differenceOf } from './full-difference.ts'
import { assertOneInterval, sharedTerms } from './items.ts'
import { withMinimums } from './minimums.ts'
import {
  assertAsked,
  assertCanWait,
  assertGoesOn,
  assertLater,
  assertSameIntervals,
  type ChangeSent,
  findPast,
  movedAnchor,
  resetsWith,
} from './new-period.ts'
import { openCharges, unitsBilled } from './open-charges.ts'
import { assertFew, billReturning, marked, waitingSince } from './settling.ts'
import { endTrial, withoutItems } from './trial.ts'

/** Changes items when the request says: at once, later, or some of them at each time. */
export const changeItems: Command<ChangeSent> = commandOf<ChangeSent>({
  name: 'subscriptions.change',
  rows: ({ items }) =>
    items.flatMap(({ price_id }) => (price_id ? [{ table: prices, id: price_id }] : [])),
  perform(work, before, input, moment) {
    const { items, at, end_trial } = input
    assertStarted(before)
    assertNotPaused(before)
    assertNamedOnce(items)
    assertAsked(input)
    const past = typeof at === 'number' ? findPast(work, before, at) : undefined
    if (at === 'period_end' || (typeof at === 'number' && past === undefined)) {
      assertLater(input)
      scheduleChange(work, before, { items, at })
      return []
    }
    const { now, later } =
      at === 'auto' ? autoParts(work, before, items) : { now: items, later: [] }
    const waits = at === 'auto' && now.length === 0
    if (waits && end_trial) throw endsNoTrial()
    // The items added at once can be the only ones left after the others end.
    const dropped = waits
      ? []
      : changeAtOnce(work, before, {
          ...{ ...input, at: moment.at, items: now, past },
          caughtUp: moment.invoice,
        })
    if (later.length > 0) {
      const current = work.get(subscriptions, before.id)
      scheduleChange(work, current, { items: later, at: 'period_end' })
    }
    return dropped
  },
})

const endsNoTrial = () =>
  billingError(
    'parameter_invalid',
    'All of these changes apply at the end of the trial, so none of them ends it now. Send at: "now", or leave out end_trial.',
    { param: 'end_trial' },
  )

export const returning = ({ at, proration }: Pick<ChangeSent, 'at' | 'proration'>): boolean =>
  // The instant can be in the past.
  at !== 'period_end' && proration !== 'none'

/** Changes items at once: returns the open charges of the changed items, then bills the new state. */
function changeAtOnce(
  work: Work,
  before: Subscription,
  {
    items,
    proration = 'prorate',
    anchor,
    end_trial,
    past,
    at: now,
    invoice: billed,
    caughtUp: invoice,
  }: Omit<ChangeSent, 'at'> &
    Pick<Moment, 'at'> & { caughtUp: Answer | undefined; past: number | undefined },
): ScheduledChange[] {
  const at = past ?? now
  const current = before.items ?? []
  const asked = items.map((sent, index) => changeOf(work, sent, current, index))
  const terms = sharedTerms(work, changedItems(current, asked))
  const changes = asked.map((change) => pricedChange(work, change, terms))
  if (terms.currency !== before.currency) throw otherCurrency(before, terms.currency)
  if (proration === 'full_difference') assertInAdvance(before, changes)
  const { interval, interval_count } = terms
  const resets = resetsWith(before, terms, { proration, anchor })
  if (isBilled(before) && proration !== 'prorate') assertSameIntervals(before, changes, terms)
  if (end_trial) assertGoesOn(before)
  const returns = isBilled(before) && proration !== 'none'
  const waits = billed === 'next'
  if (waits) assertCanWait({ proration, resets, end_trial })
  const first = Math.min(at, waitingSince(before) ?? at)
  const charges = returns ? openCharges(work, before, { at: first, invoice }) : []
  const changed = changedNow(before, {
    ...{ at, items: changes, interval, interval_count, proration, resets, waits },
    anchor: movedAnchor(work, before, { anchor, interval, at, end_trial }),
    differenceOf: (item) =>
      differenceOf(work, charges, item, !current.some(({ id }) => id === item.id)),
    billedOf: (item) => unitsBilled(work, charges, item),
  })
  assertOneInterval(before, changed.after.items ?? [])
  const { after: counted, charge } = withMinimums(work, before, {
    ...{ at, after: changed.after, charge: changed.charge },
    ...{ returned: changed.returned, closes: resets },
  })
  const scheduled = before.scheduled_changes ?? []
  const planned = end_trial ? withoutItems(before, changes) : scheduled
  const { kept, dropped } = withoutImpossible(counted, planned, changes)
  const fitting = fitted(work, counted, kept)
  const isWaiting = changed.after.waiting !== null
  if (isWaiting) assertFew(changed.after.waiting)
  const after = dueOf({
    ...counted,
    scheduled_changes: fitting.length > 0 ? fitting : null,
    // Their invoices are named when they are returned later.
    ...(isWaiting && returns && { open_charges: marked(charges, changed.after.waiting) }),
  })
  changeSubscription(work, events.change_applied, before, after)
  if (end_trial) endTrial(work, work.get(subscriptions, before.id), now)
  else if (returns && !isWaiting) billReturning(work, before, { ...changed, charge, charges })
  return dropped
}
