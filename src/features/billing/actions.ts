// Changes of subscriptions: properties, items from a later period on, cancellation.

import { timestamp } from '../../domain/calendar.ts'
import { assertCollection, type Collection } from '../../domain/collection.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import type { MetadataPatch } from '../../domain/metadata.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { withoutSuperseded } from '../../domain/price-migration.ts'
import { isMultiple, periodAt } from '../../domain/recurrence.ts'
import { endOf, isBoundary, isBoundaryOf, nextStart } from '../../domain/subscription.ts'
import {
  CHANGES_MOST,
  changedItems,
  type ItemChange,
  itemsAfter,
  recurrenceOf,
  type ScheduledChange,
  type SubscriptionItem,
  scheduled,
  stateBefore,
} from '../../domain/subscription-state.ts'
import type { Answer, DeclaredEvent } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { retryWith } from '../payment-methods/actions.ts'
import { assertOwnMethod, methodRows } from '../payment-methods/own.ts'
import { paymentMethods } from '../payment-methods/record.ts'
import { prices } from '../prices/store.ts'
import { patched } from '../rows.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { newChangeId } from '../subscriptions/items.ts'
import { events, subscriptionIds } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { type Command, commandOf } from './command.ts'
import { holdExternalId, takesExternalId } from './create.ts'
import { assertLive, assertStarted, currentOf, dueOf } from './current.ts'
import { assertNotTooFar } from './instants.ts'
import { assertOneInterval, newItem, ownInterval, sharedTerms, type Terms } from './items.ts'
import { chargeRows, type NamesCharges } from './open-charges.ts'
import { oldPriceOf } from './withdraw.ts'

export interface UpdateSubscription extends Partial<NamesCharges> {
  id: string
  patch: {
    external_id?: string | null | undefined
    payment_terms_days?: number | null | undefined
    collection?: Collection | undefined
    payment_method_id?: string | null | undefined
    metadata?: MetadataPatch | null | undefined
  }
}

const TERMS = ['external_id', 'payment_terms_days', 'collection', 'payment_method_id'] as const

export const updateSubscription: Action<UpdateSubscription> = {
  name: 'subscriptions.update',
  rows: ({ id, patch, ...names }) => [
    { table: subscriptions, id },
    ...chargeRows(names),
    ...methodRows(patch),
  ],
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
    // The metadata of an ended subscription can still change.
    const changed = TERMS.filter((name) => after[name] !== before[name])
    if (changed.includes('collection')) assertCollection(after, work.environment)
    if (changed.includes('payment_method_id')) {
      assertOwnMethod(work, after.payment_method_id, before)
      if (after.payment_method_id !== null)
        retryWith(work, work.get(paymentMethods, after.payment_method_id))
    }
    if (changed.length > 0) assertLive(before)
    holdExternalId(work, before.external_id, after)
    return changeSubscription(work, events.updated, before, after)
  },
}

/** A requested change of one item. */
export interface ItemChangeSent {
  id?: string | undefined
  /** A UUID. */
  price_id?: string | undefined
  quantity?: number | undefined
  remove?: boolean | undefined
}

/** A change of items at a boundary between periods. */
export interface LaterChange {
  items: ItemChangeSent[]
  at: 'period_end' | number
}

export function scheduleChange(
  work: Work,
  before: Subscription,
  { items, at }: LaterChange,
): Answer {
  const entries = [...items.entries()]
  const groups = Map.groupBy(entries, ([, sent]) =>
    at === 'period_end' ? endOfSent(work, before, sent) : at,
  )
  let changes = before.scheduled_changes ?? []
  for (const [boundary, group] of groups) {
    assertBoundary(work, before, boundary)
    const current = itemsAt(before, boundary)
    changes = scheduled(changes, {
      id: newChangeId(),
      at: timestamp(boundary),
      items: group.map(([index, sent]) => changeOf(work, sent, current, index)),
      // Computed together with the others below.
      ...{ interval: before.interval, interval_count: before.interval_count },
    })
  }
  return schedule(work, events.change_scheduled, before, changes)
}

/** When the period of an item ends, or of a new one by its price. */
function endOfSent(work: Work, before: Subscription, { id, price_id }: ItemChangeSent): number {
  if (id !== undefined)
    return endOf(
      before,
      (before.items ?? []).find((item) => item.id === id),
    )
  const price = price_id === undefined ? undefined : work.find(prices, price_id)
  if (!price?.interval || !price.interval_count) return nextStart(before)
  const own = { unit: price.interval, count: price.interval_count }
  const isLonger = isMultiple(own, recurrenceOf(before).interval)
  return isLonger
    ? endOf(before, { interval: own.unit, interval_count: own.count })
    : nextStart(before)
}

export function assertNamedOnce(items: readonly ItemChangeSent[]): void {
  const named = items.map(({ id }) => id)
  const index = named.findIndex((id, at) => id !== undefined && named.indexOf(id) < at)
  if (index < 0) return
  throw billingError(
    'parameter_invalid',
    `items[${index}].id is named twice. Say in one entry what changes of ${named[index]}.`,
    { param: `items[${index}].id` },
  )
}

/** Throws unless a change can apply at an instant: at a boundary between periods, before the subscription ends. */
function assertBoundary(work: Work, before: Subscription, at: number): void {
  const { id, cancel_at } = before
  if (cancel_at !== null && at >= cancel_at) {
    throw billingError(
      'parameter_invalid',
      `The subscription ends at ${timestamp(cancel_at)}. To keep it, use POST /v1/subscriptions/${subscriptionIds.ref(id)}/keep first.`,
      { param: 'at' },
    )
  }
  assertNotTooFar(work, 'at', at)
  if (isBoundary(before, at)) return
  const first = nextStart(before)
  const next = at < first ? first : periodAt(recurrenceOf(stateBefore(before, at)), at).end
  throw billingError(
    'parameter_invalid',
    `at must be a boundary between periods from ${timestamp(first)} on, such as ${timestamp(next)}. Use "period_end" for the next one.`,
    { param: 'at' },
  )
}

/** The items at an instant, once the changes up to it have applied. */
const itemsAt = ({ items, scheduled_changes }: Subscription, at: number): SubscriptionItem[] =>
  (scheduled_changes ?? [])
    .filter((change) => Date.parse(change.at) <= at)
    .reduce((now, change) => changedItems(now, change.items), items ?? [])

export function changeOf(
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
    return { ...newItem(work, { price_id, quantity }, param('price_id')), add: true }
  }
  const item = current.find((each) => each.id === id)
  if (!item) {
    throw billingError(
      'resource_missing',
      `The subscription has no item ${id} at that time. Its items are ${current.map((each) => each.id).join(', ')}.`,
      { param: param('id'), status: 400 },
    )
  }
  const changed = quantity ?? price_id
  if (remove) {
    if (changed === undefined) return { id, remove: true }
    const other = quantity === undefined ? 'price_id' : 'quantity'
    const constraint = { kind: 'exclusive', with: other } as const
    throw validationError(param('remove'), constraint, { code: 'parameters_exclusive' })
  }
  if (changed === undefined) {
    throw billingError(
      'parameter_missing',
      `items[${index}] says nothing about item ${id}. Send price_id, quantity or remove.`,
      { param: param('quantity') },
    )
  }
  if (price_id === undefined) return { id, ...(quantity && { quantity }) }
  const { quantity: one, ...priced } = newItem(work, { price_id }, param('price_id'), id)
  // A flat price has one unit, whatever the item had before.
  const isFlat = work.get(prices, price_id).terms.model === 'flat'
  const units = quantity ?? (isFlat ? one : undefined)
  return { ...priced, id, ...(units && { quantity: units }) }
}

/** Saves the scheduled changes, once all of them are known to fit. */
function schedule(
  work: Work,
  event: DeclaredEvent,
  before: Subscription,
  changes: readonly ScheduledChange[],
): Answer {
  const fitting = fitted(work, before, changes)
  const scheduled_changes = fitting.length > 0 ? fitting : null
  return changeSubscription(work, event, before, dueOf({ ...before, scheduled_changes }))
}

/** All changes with the interval that each leads to; throws if one does not fit the items at its time. */
export function fitted(
  work: Work,
  before: Subscription,
  changes: readonly ScheduledChange[],
): ScheduledChange[] {
  if (changes.length > CHANGES_MOST) {
    throw billingError(
      'parameter_invalid',
      `The subscription has ${CHANGES_MOST} scheduled changes, the maximum. Withdraw one, or add to one at the same instant.`,
      { param: 'at' },
    )
  }
  const fitting: ScheduledChange[] = []
  let items = before.items ?? []
  for (const change of withoutSuperseded(items, changes, (ref) => oldPriceOf(work, ref))) {
    const state = { ...before, scheduled_changes: fitting }
    const ids = new Set(items.map(({ id }) => id))
    const isOrphaned = change.items.some(({ id, add }) => !add && !ids.has(id))
    const at = Date.parse(change.at)
    const isOff = (id: string) =>
      !isBoundaryOf(
        state,
        items.find((item) => item.id === id),
        at,
      )
    if (isOrphaned || change.items.some(({ id }) => isOff(id))) throw unfit(before, change)
    const terms = sharedTerms(work, changedItems(items, change.items))
    const { currency, interval, interval_count } = terms
    if (currency !== before.currency) throw otherCurrency(before, currency)
    const former = fitting.at(-1) ?? before
    const isSame = former.interval === interval && former.interval_count === interval_count
    const divided = isSame ? undefined : items.find(({ id }) => isOff(id))
    if (divided) throw divides(divided, change.at)
    const changes = change.items.map((each) => pricedChange(work, each, terms))
    items = itemsAfter({ ...former, items }, changes, { interval, interval_count })
    assertOneInterval(before, items)
    fitting.push({ ...change, items: changes, interval, interval_count })
  }
  return fitting
}

/** A change of an item with the interval of its price, if that is not the shortest. */
export function pricedChange(
  work: Work,
  { interval: _, interval_count: __, ...change }: ItemChange,
  terms: Terms,
): ItemChange {
  const { price_id } = change
  return price_id ? { ...change, ...ownInterval(work, { price_id }, terms) } : change
}

const divides = ({ id }: SubscriptionItem, at: string) =>
  billingError(
    'intervals_incompatible',
    `The shortest interval would change at ${at}, within a period of item ${id}. Change it when that period ends, or at: "now", which begins a new period of all items.`,
    { param: 'items' },
  )

const unfit = ({ id }: Subscription, change: ScheduledChange) =>
  billingError(
    'parameter_invalid',
    `The change scheduled for ${change.at} would no longer fit: its item would not be there, or it would be in the middle of a period. Withdraw it first, with DELETE /v1/subscriptions/${subscriptionIds.ref(id)}/scheduled_changes/${change.id}.`,
    { param: 'items' },
  )

export const otherCurrency = ({ currency }: Subscription, other: string) =>
  billingError(
    'currency_mismatch',
    `The subscription is in ${currency}, and these prices are in ${other}. Create a new subscription for another currency.`,
    { param: 'items' },
  )

export const removeChange: Command<{ change_id: string }> = commandOf<{ change_id: string }>({
  name: 'subscriptions.remove_change',
  perform(work, before, { change_id }) {
    assertLive(before)
    const changes = before.scheduled_changes ?? []
    const left = changes.filter((change) => change.id !== change_id)
    if (left.length === changes.length) {
      throw billingError(
        'resource_missing',
        `Subscription ${subscriptionIds.ref(before.id)} has no scheduled change ${change_id}. Check the ID; it may have applied already.`,
      )
    }
    schedule(work, events.updated, before, left)
    return changes.filter((change) => change.id === change_id)
  },
})

/** Withdraws a cancellation that has not taken effect. */
export const keepSubscription: Command<unknown> = commandOf({
  name: 'subscriptions.keep',
  perform(work, before) {
    assertStarted(before)
    const after = { ...before, cancel_at: null, cancellation: null }
    changeSubscription(work, events.updated, before, dueOf(after))
  },
})

/** Retries the due steps at once. */
export const retryBilling: Command<unknown> = commandOf({
  name: 'subscriptions.retry_billing',
  // Each command runs the due steps first.
  perform: () => undefined,
})
