// Changes of subscriptions: properties, items from a later period on, cancellation.

import { timestamp } from '../../domain/calendar.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import type { MetadataPatch } from '../../domain/metadata.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { periodAt } from '../../domain/recurrence.ts'
import {
  CHANGES_MOST,
  canceled,
  changedItems,
  type ItemChange,
  misplaced,
  nextStart,
  recurrenceOf,
  type ScheduledChange,
  type SubscriptionItem,
  scheduled,
  withDue,
} from '../../domain/subscription.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { prices } from '../prices/store.ts'
import { patched } from '../rows.ts'
import { newChangeId } from '../subscriptions/items.ts'
import { events, subscriptionIds } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { holdExternalId, takesExternalId } from './create.ts'
import { assertCount, newItem, sharedTerms } from './items.ts'
import {
  caughtUp,
  changeSubscription,
  getSubscription,
  presentSubscription,
  unfailed,
} from './step.ts'

export interface UpdateSubscription {
  id: string
  patch: {
    external_id?: string | null | undefined
    payment_terms_days?: number | null | undefined
    metadata?: MetadataPatch | null | undefined
  }
}

export const updateSubscription: Action<UpdateSubscription> = {
  name: 'subscriptions.update',
  rows: ({ id }) => [{ table: subscriptions, id }],
  takes: ({ patch }) => takesExternalId(patch),
  decide(work, { id, patch }) {
    const found = work.find(subscriptions, id)
    assertNewTexts([
      {
        param: 'external_id',
        be: 'visible',
        text: patch.external_id ?? undefined,
        stored: found?.external_id,
      },
    ])
    const before = currentOf(work, id)
    const after = patched(work, before, patch)
    holdExternalId(work, before.external_id, after)
    return changeSubscription(work, events.updated, before, after)
  },
}

/** The subscription with everything done that is due. The version that the client read must be the one before that. */
function currentOf(work: Work, id: string): Subscription {
  const before = getSubscription(work, id)
  work.assertMatch(() => presentSubscription(before))
  return caughtUp(work, before)
}

function assertLive({ id, status, canceled_at }: Subscription): void {
  if (status !== 'canceled') return
  throw billingError(
    'subscription_ended',
    `Subscription ${subscriptionIds.ref(id)} ended at ${timestamp(canceled_at ?? 0)}. Create a new one.`,
  )
}

/** What a request says of one item. */
export interface ItemChangeSent {
  id?: string | undefined
  /** A UUID. */
  price_id?: string | undefined
  quantity?: number | undefined
  remove?: boolean | undefined
}

export interface ChangeSubscription {
  id: string
  items: ItemChangeSent[]
  /** A boundary between periods. */
  at: 'period_end' | number
}

export const changeItems: Action<ChangeSubscription> = {
  name: 'subscriptions.change',
  rows: ({ id, items }) => [
    { table: subscriptions, id },
    ...items.flatMap(({ price_id }) => (price_id ? [{ table: prices, id: price_id }] : [])),
  ],
  decide(work, { id, items, at }) {
    const before = currentOf(work, id)
    assertLive(before)
    const boundary = at === 'period_end' ? nextStart(before) : boundaryOf(work, before, at)
    const current = itemsAt(before, boundary)
    const changes = items.map((sent, index) => changeOf(work, sent, current, index))
    const { interval, interval_count } = termsAfter(work, before, current, changes)
    const change = {
      id: newChangeId(),
      at: timestamp(boundary),
      items: changes,
      ...{ interval, interval_count },
    }
    const scheduled_changes = scheduled(before.scheduled_changes ?? [], change)
    assertChanges(work, before, scheduled_changes)
    return changeSubscription(
      work,
      events.change_scheduled,
      before,
      dueOf({ ...before, scheduled_changes }),
    )
  },
}

/** The instant of a change, which must be a boundary between periods that is still ahead. */
function boundaryOf(work: Work, before: Subscription, at: number): number {
  const first = nextStart(before)
  const found = at < first ? undefined : periodAt(recurrenceOf(before), at).start
  if (at === first || found === at) return at
  const next = timestamp(at < first ? first : periodAt(recurrenceOf(before), at).end)
  throw billingError(
    'parameter_invalid',
    `at must be a boundary between periods from ${timestamp(Math.max(first, work.now))} on, such as ${next}. Use "period_end" for the next one.`,
    { param: 'at' },
  )
}

/** The items at an instant, once the changes up to it have applied. */
const itemsAt = ({ items, scheduled_changes }: Subscription, at: number): SubscriptionItem[] =>
  (scheduled_changes ?? [])
    .filter((change) => Date.parse(change.at) <= at)
    .reduce((now, change) => changedItems(now, change.items), items ?? [])

function changeOf(
  work: Work,
  { id, price_id, quantity, remove }: ItemChangeSent,
  current: readonly SubscriptionItem[],
  index: number,
): ItemChange {
  const param = (name: string) => `items[${index}].${name}`
  if (id === undefined) {
    if (price_id === undefined) {
      throw validationError(param('price_id'), { kind: 'required' }, { code: 'parameter_missing' })
    }
    return newItem(work, { price_id, quantity }, param('price_id'))
  }
  const item = current.find((each) => each.id === id)
  if (!item) {
    throw billingError(
      'resource_missing',
      `The subscription has no item ${id} at that time. Its items are ${current.map((each) => each.id).join(', ')}.`,
      { param: param('id'), status: 400 },
    )
  }
  if (remove) return { id, remove: true }
  if (price_id === undefined) return { ...item, quantity: quantity ?? item.quantity }
  return newItem(work, { price_id, quantity: quantity ?? item.quantity }, param('price_id'), id)
}

/** The interval of the items that a change leaves; throws if they do not fit each other or the subscription. */
function termsAfter(
  work: Work,
  { currency }: Subscription,
  current: readonly SubscriptionItem[],
  changes: readonly ItemChange[],
) {
  const items = changedItems(current, changes)
  assertCount(items)
  const terms = sharedTerms(work, items, 'items')
  if (terms.currency === currency) return terms
  throw billingError(
    'currency_mismatch',
    `The subscription is in ${currency}, and these prices are in ${terms.currency}. Create a new subscription for another currency.`,
    { param: 'items' },
  )
}

/** Throws if a change that was scheduled for later no longer fits, or if there are too many. */
function assertChanges(
  work: Work,
  before: Subscription,
  changes: readonly ScheduledChange[],
): void {
  if (changes.length > CHANGES_MOST) {
    throw validationError('items', { kind: 'list', of: 'objects', max: CHANGES_MOST })
  }
  const odd = misplaced(before, changes)
  if (odd) {
    throw billingError(
      'parameter_invalid',
      `The change scheduled for ${odd.at} would no longer be at a boundary between periods. Withdraw it first, with DELETE /v1/subscriptions/${subscriptionIds.ref(before.id)}/scheduled_changes/${odd.id}.`,
      { param: 'items' },
    )
  }
  let items = before.items ?? []
  for (const change of changes) {
    items = changedItems(items, change.items)
    assertCount(items)
    sharedTerms(work, items, 'items')
  }
}

const dueOf = (row: Subscription): Subscription => unfailed(withDue(row))

export const removeChange: Action<{ id: string; change_id: string }> = {
  name: 'subscriptions.remove_change',
  rows: ({ id }) => [{ table: subscriptions, id }],
  decide(work, { id, change_id }) {
    const before = currentOf(work, id)
    assertLive(before)
    const changes = before.scheduled_changes ?? []
    const left = changes.filter((change) => change.id !== change_id)
    if (left.length === changes.length) {
      throw billingError(
        'resource_missing',
        `Subscription ${subscriptionIds.ref(id)} has no scheduled change ${change_id}. Check the ID; it may have applied already.`,
      )
    }
    assertChanges(work, before, left)
    const scheduled_changes = left.length > 0 ? left : null
    return changeSubscription(work, events.updated, before, dueOf({ ...before, scheduled_changes }))
  },
}

export interface CancelSubscription {
  id: string
  at: 'now' | 'period_end'
  reason?: string | null | undefined
  comment?: string | null | undefined
}

/** Ends a subscription now or when its period ends; what was billed stays. */
export const cancelSubscription: Action<CancelSubscription> = {
  name: 'subscriptions.cancel',
  rows: ({ id }) => [{ table: subscriptions, id }],
  decide(work, { id, at, reason = null, comment = null }) {
    const found = getSubscription(work, id)
    // One whose billing fails can still be ended: what could not be billed is not billed.
    const isStuck = found.billing_error !== null && at === 'now'
    const before = isStuck ? found : currentOf(work, id)
    assertLive(before)
    const cancellation = { reason, comment }
    // Before the start there is no period to wait for.
    if (at === 'now' || before.status === 'scheduled') {
      const cancel_at = Math.floor(work.now / 1_000) * 1_000
      const after = canceled({ ...before, cancel_at, cancellation }, cancel_at)
      return changeSubscription(work, events.canceled, before, unfailed(after))
    }
    const after = { ...before, cancel_at: nextStart(before), cancellation }
    return changeSubscription(work, events.updated, before, dueOf(after))
  },
}

/** Withdraws a cancellation that has not taken effect. */
export const keepSubscription: Action<{ id: string }> = {
  name: 'subscriptions.keep',
  rows: ({ id }) => [{ table: subscriptions, id }],
  decide(work, { id }): Answer {
    const before = currentOf(work, id)
    assertLive(before)
    const after = { ...before, cancel_at: null, cancellation: null }
    return changeSubscription(work, events.updated, before, dueOf(after))
  },
}
