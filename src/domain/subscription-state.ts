// The state of subscriptions: their items, and the scheduled changes of these.

import {
  type Anchor,
  anchorAt,
  type IntervalUnit,
  isByMonth,
  periodAt,
  type Recurrence,
} from './recurrence.ts'
import type { PeriodPart, ProrationUnit } from './rest.ts'

export const SUBSCRIPTION_STATUSES = [
  'scheduled',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/**
 * Why an invoice was created: by hand or through the API, by a subscription that starts, by a later period, by a change
 * within a period, or by its end.
 */
export const BILLING_REASONS = ['manual', 'create', 'cycle', 'change', 'cancel'] as const
export type BillingReason = (typeof BILLING_REASONS)[number]

/** The price of the part before the first boundary: prorated, full, or free. */
export const FIRST_PERIODS = ['prorate', 'full', 'free'] as const
export type FirstPeriod = (typeof FIRST_PERIODS)[number]

export const ITEMS_MOST = 20
export const CHANGES_MOST = 20

/** IDs here are in the form that clients see, and so are the instants of structured values. */
export interface SubscriptionItem {
  id: string
  price_id: string
  product_id: string
  quantity: number
  /** Its own interval, if that is longer than the one of the subscription. */
  interval?: IntervalUnit
  interval_count?: number
  /** Set if it is billed when a period ends. */
  billing?: 'arrears'
}

/** Time of an item in the current period that is billed later, at one price and quantity. */
export interface UnbilledSpan extends Pick<SubscriptionItem, 'id' | 'price_id' | 'quantity'> {
  from: string
  /** Null if it continues. */
  to: string | null
}

/** True if an item is billed when a period ends. */
export const isArrears = ({ billing }: Pick<SubscriptionItem, 'billing'>): boolean =>
  billing === 'arrears'

/** A change of one item: added, ended, or updated. Absent properties keep their value. */
export interface ItemChange extends Partial<Omit<SubscriptionItem, 'id'>> {
  id: string
  add?: true
  remove?: true
  /** The price migration that scheduled it, in the form that clients see. */
  price_migration_id?: string
}

export interface ScheduledChange {
  id: string
  /** The boundary at which it applies. */
  at: string
  items: ItemChange[]
  /** The shortest interval of the items from then on. */
  interval: IntervalUnit
  interval_count: number
}

/** A pause, planned or in effect. */
export interface Pause {
  from: string
  /** Null if it lasts until it is resumed. */
  resume_at: string | null
  /** Set if a retry plan paused it: it resumes once its invoices are paid. */
  until_paid?: true
}

/** A line whose period has not ended and was not returned: UUIDs of the item, the invoice and the line. */
export interface OpenCharge {
  item: string
  invoice: string
  line: string
  /** The item as clients see it, and when its period ends; absent before items could have different intervals. */
  ref?: string
  until?: string
  /** Set if it is returned with the next invoice. */
  waits?: true
}

/** Time of an item at one price and quantity that is billed with the next invoice. */
export interface WaitingSpan extends Omit<UnbilledSpan, 'id'> {
  interval?: IntervalUnit
  interval_count?: number
}

/** Changes of an item that are billed with the next invoice, as if all of them were made then. */
export interface WaitingChange {
  id: string
  /** When its open charges end. */
  from: string
  /** Its state before, unless it was billed in advance. */
  was?: 'absent' | 'arrears'
  /** Its states in advance since then, without those in arrears. */
  spans: WaitingSpan[]
}

/** Time of a period that is billed at one quantity. */
export interface MinimumSpan extends Pick<PeriodPart, 'quantity_before' | 'amount_before'> {
  from: string
  to: string
  quantity: number
  /** Set if it is the difference for the whole period, and no time of its own. */
  once?: true
}

/** What is billed of an item in one of its periods, if its price or its subscription has a minimum. */
export interface MinimumPeriod {
  id: string
  price_id: string
  /** The period to which the price belongs. */
  start: string
  end: string
  spans: MinimumSpan[]
}

/** Instants in milliseconds since 1970, all in whole seconds. */
export interface SubscriptionState {
  status: SubscriptionStatus
  items: SubscriptionItem[] | null
  interval: IntervalUnit
  interval_count: number
  start: number
  anchor: Anchor
  first_period: FirstPeriod
  proration_unit: ProrationUnit
  zone: string
  /** The trial, or the last billed period; null before the start, or while paused since then. */
  current_period: { start: string; end: string } | null
  trial_end: number | null
  cancel_at: number | null
  canceled_at: number | null
  pause: Pause | null
  scheduled_changes: ScheduledChange[] | null
  /** From when its last change in the current period applies; no later one can apply before. Null for none. */
  changed_at: number | null
  /** Null if they are the lines of its last invoice: until a change, or a period without an invoice. */
  open_charges: OpenCharge[] | null
  /** Null if it is the current period of each item in arrears, at its present price and quantity. */
  unbilled: UnbilledSpan[] | null
  /** Changes that are billed and returned with the next invoice; null for none. */
  waiting: WaitingChange[] | null
  /** What is billed of items whose prices or subscription have a minimum; null for none. */
  minimums: MinimumPeriod[] | null
  /** How many of its invoices are overdue or could not be charged. */
  overdue_invoices: number
  /** When it ends unless its first invoice is paid; null if it does not have to be. */
  expires_at: number | null
  /** When to announce the end of the trial; null if announced already or not planned. */
  notice_at: number | null
  due_at: number | null
  next_invoice_at: number | null
}

export const recurrenceOf = ({
  interval,
  interval_count: count,
  anchor,
  zone,
}: Pick<SubscriptionState, 'interval' | 'interval_count' | 'anchor' | 'zone'>): Recurrence => ({
  interval: { unit: interval, count },
  anchor,
  zone,
})

/** The items after changes. A change to a removed item is ignored. */
export function changedItems(
  items: readonly SubscriptionItem[],
  changes: readonly ItemChange[],
): SubscriptionItem[] {
  const by = new Map(items.map((item) => [item.id, item]))
  for (const { add, remove, price_migration_id: _, ...change } of changes) {
    const item = by.get(change.id)
    if (remove) by.delete(change.id)
    else if (item || add)
      by.set(change.id, { ...(item && withoutPrice(item, change)), ...change } as SubscriptionItem)
  }
  return [...by.values()]
}

/** An item, or a change of it, without the properties that another price replaces. */
function withoutPrice<I extends Pick<SubscriptionItem, 'billing'>>(
  item: I,
  { price_id }: Pick<ItemChange, 'price_id'>,
): Omit<I, 'billing'> & Pick<SubscriptionItem, 'billing'> {
  if (price_id === undefined) return item
  const { billing: _, ...rest } = item
  return rest
}

/** The state after all due changes; undefined if none are due. */
export function withChanges<S extends SubscriptionState>(state: S, at: number): S | undefined {
  const all = state.scheduled_changes ?? []
  const due = all.filter((change) => Date.parse(change.at) <= at)
  if (due.length === 0) return undefined
  const left = all.filter((change) => !due.includes(change))
  const after = due.reduce(applied, state)
  return { ...after, scheduled_changes: left.length > 0 ? left : null }
}

interface Terms {
  interval: IntervalUnit
  interval_count: number
}

/** The items with the interval of each that is not the given one. */
const withIntervals = (items: readonly SubscriptionItem[], shared: Terms): SubscriptionItem[] =>
  items.map(({ interval = shared.interval, interval_count = shared.interval_count, ...item }) =>
    interval === shared.interval && interval_count === shared.interval_count
      ? item
      : { ...item, interval, interval_count },
  )

/** The items after changes, and after a change of the interval of the subscription. */
export function itemsAfter(
  { items, interval, interval_count }: Pick<SubscriptionState, 'items' | keyof Terms>,
  changes: readonly ItemChange[],
  shared: Terms,
): SubscriptionItem[] {
  const before = (items ?? []).map((item) => ({ interval, interval_count, ...item }))
  const changed = changes.map((change) => (change.price_id ? { ...shared, ...change } : change))
  const { interval: unit, interval_count: count } = shared
  return withIntervals(changedItems(before, changed), { interval: unit, interval_count: count })
}

/** The state with the interval of an item, for the periods of that item. */
export const ownState = <S extends Pick<SubscriptionState, keyof Terms>>(
  state: S,
  { interval = state.interval, interval_count = state.interval_count }: Partial<Terms> = {},
): S => ({ ...state, interval, interval_count })

/** The charges whose periods end after an instant; null without any. */
export function chargesAfter(
  charges: readonly OpenCharge[] | null,
  at: number,
): OpenCharge[] | null {
  const open = (charges ?? []).filter(({ until }) => until !== undefined && Date.parse(until) > at)
  return open.length > 0 ? open : null
}

/** A new interval begins when its change applies, and keeps the wanted day and time if a period begins then. */
function applied<S extends SubscriptionState>(state: S, change: ScheduledChange): S {
  const { at, interval, interval_count } = change
  const items = itemsAfter(state, change.items, { interval, interval_count })
  const isSame = interval === state.interval && interval_count === state.interval_count
  if (isSame) return { ...state, items }
  const instant = Date.parse(at)
  const begins = anchorAt(instant, state.zone)
  const isOnGrid = periodAt(recurrenceOf(state), instant).start === instant
  const { day, second } = isOnGrid ? state.anchor : begins
  const keepsDay = isByMonth(state.interval) && isByMonth(interval)
  const anchor = { ...begins, second, ...(keepsDay && { day }) }
  return { ...state, items, interval, interval_count, anchor }
}

/** The state right before an instant, after the earlier changes. */
export const stateBefore = <S extends SubscriptionState>(state: S, at: number): S =>
  (state.scheduled_changes ?? [])
    .filter((change) => Date.parse(change.at) < at)
    .reduce(applied, state)

/** Schedules a change, merged with changes already scheduled for the same item and instant. */
export function scheduled(
  changes: readonly ScheduledChange[],
  added: ScheduledChange,
): ScheduledChange[] {
  const same = changes.find(({ at }) => at === added.at)
  const by = new Map((same?.items ?? []).map((item) => [item.id, item]))
  for (const item of added.items) {
    const former: ItemChange = by.get(item.id) ?? { id: item.id }
    const { price_migration_id, ...before } = withoutPrice(former, item)
    // Another price replaces that of a migration.
    const stays = price_migration_id !== undefined && item.price_id === undefined
    // An item that has not been added yet does not need to end.
    if (item.remove && before.add) by.delete(item.id)
    else if (item.remove) by.set(item.id, item)
    else by.set(item.id, { ...before, ...(stays && { price_migration_id }), ...item })
  }
  const merged = { ...added, id: same?.id ?? added.id, items: [...by.values()] }
  const others = changes.filter((change) => change !== same)
  return [...others, ...(by.size > 0 ? [merged] : [])].sort((one, other) =>
    one.at < other.at ? -1 : 1,
  )
}
