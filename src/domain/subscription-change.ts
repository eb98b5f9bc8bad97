// Changes of a subscription within a period: the new state, what is returned, and what is charged instead (recurring
// billing, sections 4, 5 and 8).

import { invariant } from '../invariant.ts'
import { arrearsReason, arrearsUntil, countedIn, dividedAt, keptSpans } from './arrears.ts'
import { anchorAt, type IntervalUnit, isByMonth, periodAt } from './recurrence.ts'
import { countedFrom, partOf } from './rest.ts'
import {
  type Charge,
  charged,
  firstPeriod,
  isBilled,
  isBoundary,
  type Span,
  shown,
  withDue,
} from './subscription.ts'
import {
  changedItems,
  type ItemChange,
  isArrears,
  recurrenceOf,
  type ScheduledChange,
  type SubscriptionItem,
  type SubscriptionState,
} from './subscription-state.ts'

/** Whether a change within a period is billed for the rest of it, or from the next period on. */
export const PRORATIONS = ['prorate', 'none'] as const
export type Proration = (typeof PRORATIONS)[number]

/** Whether the periods keep their boundaries, or a new one begins with the change. */
export const ANCHORS = ['keep', 'reset'] as const

export interface ItemsChange {
  at: number
  items: readonly ItemChange[]
  /** The interval of all items from then on. */
  interval: IntervalUnit
  interval_count: number
  proration: Proration
  /** True if a new period begins. */
  resets: boolean
  /** Returns the units billed of an item if the change only adds to them: then nothing is returned. */
  billedOf(item: SubscriptionItem): string | undefined
}

export interface Changed<S extends SubscriptionState> {
  after: S
  /** When the new state begins: the instant, or local midnight if days are counted. */
  from: number
  /** The IDs of the items whose open charges are returned, or all open charges. */
  returned: ReadonlySet<string> | 'all'
  charge: Charge | undefined
}

/** The effects of a change at an instant, once all due steps have run. Before the first period, nothing is billed. */
export function changedNow<S extends SubscriptionState>(
  before: S,
  { at, items, proration, resets, billedOf, ...interval }: ItemsChange,
): Changed<S> {
  const after = { ...before, ...interval, items: changedItems(before.items ?? [], items) }
  const ids = new Set(items.map(({ id }) => id))
  const nothing = { from: at, returned: new Set<string>(), charge: undefined }
  if (!isBilled(before)) return { ...nothing, after: withDue(withInterval(before, after)) }
  // Items in arrears end the period as they were.
  if (proration === 'none')
    return { ...nothing, after: { ...after, unbilled: keptSpans(before, after) } }
  const { proration_unit: unit, zone } = before
  const from = countedFrom(at, { unit, zone })
  const anchored: S = resets ? { ...after, anchor: anchorAt(from, zone) } : after
  const whole = resets ? periodAt(recurrenceOf(anchored), from) : pricedPeriod(before)
  const state =
    resets && whole
      ? withDue({ ...anchored, current_period: shown({ start: from, end: whole.end }) })
      : anchored
  const all = (state.items ?? []).filter(({ id }) => resets || ids.has(id))
  const billed = all
    .filter((item) => !isArrears(item))
    .map((item) => ({ item, before: resets ? undefined : billedOf(item) }))
  const added = new Set(billed.flatMap(({ item, before }) => (before ? item.id : [])))
  // A change in a first period that is free is billed from the next one on.
  const charge = whole && chargeOf(state, { whole, from, billed })
  const returned = resets ? ('all' as const) : ids.difference(added)
  if (resets) {
    // The new period begins with the present prices and quantities.
    const arrears = arrearsOf(before, at)
    const after = { ...state, unbilled: null }
    return { after, from, returned, charge: withArrears(before, charge, arrears) }
  }
  const unbilled = dividedAt(before, state, { from: countedIn(before, at), changed: ids })
  const divided = unbilled === undefined ? state : { ...state, unbilled }
  return { after: divided, from, returned, charge }
}

/** A charge that bills the ended time of items in arrears as well. */
function withArrears(
  before: SubscriptionState,
  charge: Charge | undefined,
  arrears: Charge['lines'],
): Charge | undefined {
  if (arrears.length === 0) return charge
  if (!charge)
    return charged({ reason: arrearsReason(before), at: undefined, arrears, advance: [] })
  const { reason, scheduled_for: at, lines: advance } = charge
  return charged({ reason, at, arrears, advance })
}

/**
 * Planned changes without those that a change at once makes impossible: of items that it ends, and of others that it
 * changes if they would be in the middle of a period.
 */
export function withoutImpossible(
  state: SubscriptionState,
  planned: readonly ScheduledChange[],
  changed: readonly ItemChange[],
): { kept: ScheduledChange[]; dropped: ScheduledChange[] } {
  const kept: ScheduledChange[] = []
  const dropped: ScheduledChange[] = []
  const removed = new Set(changed.flatMap(({ id, remove }) => (remove ? id : [])))
  const ids = new Set(changed.map(({ id }) => id))
  for (const each of planned) {
    const isFit = isBoundary({ ...state, scheduled_changes: kept }, Date.parse(each.at))
    const parts = Object.groupBy(each.items, ({ id }) =>
      removed.has(id) || (ids.has(id) && !isFit) ? 'dropped' : 'kept',
    )
    if (parts.kept) kept.push({ ...each, items: parts.kept })
    if (parts.dropped) dropped.push({ ...each, items: parts.dropped })
  }
  return { kept, dropped }
}

/** A new interval before the first period: the anchor stays if both are counted in months. */
function withInterval<S extends SubscriptionState>(before: S, after: S): S {
  const isSame =
    after.interval === before.interval && after.interval_count === before.interval_count
  const keeps = isSame || (isByMonth(before.interval) && isByMonth(after.interval))
  if (keeps) return after
  return { ...after, anchor: anchorAt(after.trial_end ?? after.start, after.zone) }
}

/** The current period to which the price belongs: longer than a prorated first part. Undefined if that part is free. */
export function pricedPeriod(state: SubscriptionState): Span | undefined {
  const { current_period } = state
  invariant(current_period, 'A subscription that is billed has a period.')
  const [start, end] = [Date.parse(current_period.start), Date.parse(current_period.end)]
  const first = firstPeriod(state)
  if (first.start !== start || first.end !== end) return { start, end }
  if (first.isFree) return undefined
  return first.part ? periodAt(recurrenceOf(state), start) : { start, end }
}

/** The lines of what is not billed of the current period, up to an instant. */
export const arrearsOf = (state: SubscriptionState, at: number): Charge['lines'] =>
  isBilled(state) && state.current_period ? arrearsUntil(state, at, pricedPeriod(state)) : []

/** Charges the rest of a period for all items in advance; undefined if none is left. */
export const restOf = (
  state: SubscriptionState,
  { whole, from }: { whole: Span; from: number },
): Charge | undefined =>
  chargeOf(state, {
    ...{ whole, from },
    billed: (state.items ?? []).filter((item) => !isArrears(item)).map((item) => ({ item })),
  })

/** Charges the rest of a period for items; undefined if none is left. */
function chargeOf(
  { current_period, proration_unit: unit, zone }: SubscriptionState,
  {
    whole,
    from,
    billed,
  }: {
    whole: Span
    from: number
    billed: readonly { item: SubscriptionItem; before?: string | undefined }[]
  },
): Charge | undefined {
  const start = Math.max(from, Date.parse(current_period?.start ?? ''))
  const period = { start, end: whole.end }
  const part = partOf(period, whole, { unit, zone })
  const lines = billed
    .filter(({ item, before }) => before !== String(item.quantity))
    .map(({ item, before }) => ({
      ...{ ...period, item },
      part: { ...part, ...(before && { quantity_before: before }) },
    }))
  if (lines.length === 0 || part.from === part.to) return undefined
  return { reason: 'change', scheduled_for: start, period, lines }
}
