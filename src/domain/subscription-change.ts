// Changes of a subscription within a period: the new state, what is returned, and what is charged instead (recurring
// billing, sections 4, 5 and 8).

import { invariant } from '../invariant.ts'
import { arrearsReason, arrearsUntil, countedIn, dividedAt, keptSpans } from './arrears.ts'
import { type Anchor, anchorAt, type IntervalUnit, isByMonth, periodAt } from './recurrence.ts'
import { countedFrom, type PeriodPart, partOf } from './rest.ts'
import {
  type Charge,
  charged,
  firstPeriod,
  isBilled,
  isBoundaryOf,
  type Span,
  shown,
  withDue,
} from './subscription.ts'
import {
  type ItemChange,
  isArrears,
  itemsAfter,
  ownState,
  recurrenceOf,
  type ScheduledChange,
  type SubscriptionItem,
  type SubscriptionState,
} from './subscription-state.ts'

/** Whether a change within a period is billed for the rest of it, from the next period on, or for the whole period. */
export const PRORATIONS = ['prorate', 'none', 'full_difference'] as const
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
  /** Another billing day; otherwise a new period is a full one. */
  anchor?: Anchor | undefined
  /** Returns the units billed of an item if the change only adds to them: then nothing is returned. */
  billedOf(item: SubscriptionItem): string | undefined
  /** Returns what was billed of an item for the whole period; undefined if it does not cost more. */
  differenceOf(item: SubscriptionItem): Pick<PeriodPart, 'amount_before'> | undefined
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
  { at, items, proration, resets, anchor, billedOf, differenceOf, ...interval }: ItemsChange,
): Changed<S> {
  const after = {
    ...before,
    ...interval,
    items: itemsAfter(before, items, interval),
    changed_at: at,
  }
  const ids = new Set(items.map(({ id }) => id))
  const nothing = { from: at, returned: new Set<string>(), charge: undefined }
  if (!isBilled(before)) {
    const anchored = anchor ? { ...after, anchor } : withInterval(before, after)
    return { ...nothing, after: withDue(anchored) }
  }
  // Items in arrears end the period as they were.
  if (proration === 'none')
    return { ...nothing, after: { ...after, unbilled: keptSpans(before, after) } }
  const { proration_unit: unit, zone } = before
  const from = countedFrom(at, { unit, zone })
  const state = resets ? inNewPeriod(after, from, anchor) : after
  // A change in a first period that is free is billed from the next one on.
  const changed = pricedItems(state).filter(
    ({ item }) => (resets || ids.has(item.id)) && !isArrears(item),
  )
  const unbilled = dividedAt(before, state, { from: countedIn(before, at), changed: ids })
  const divided = unbilled === undefined ? state : { ...state, unbilled }
  if (proration === 'full_difference') {
    const lines = changed.map((each) => ({ ...each, before: differenceOf(each.item) }))
    return { ...nothing, after: divided, charge: differencesOf(after, { from, lines }) }
  }
  const billed = changed.map((each) => ({
    ...each,
    before: resets ? undefined : billedOf(each.item),
  }))
  const added = new Set(billed.flatMap(({ item, before }) => (before ? item.id : [])))
  const charge = restCharge(state, { from, billed })
  if (!resets) return { after: divided, from, returned: ids.difference(added), charge }
  // The new period begins with the present prices and quantities.
  const arrears = arrearsOf(before, at)
  const reset = { ...state, unbilled: null }
  return { after: reset, from, returned: 'all', charge: withArrears(before, charge, arrears) }
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

/** In a new period from an instant on, up to the first boundary of another anchor if one is given. */
function inNewPeriod<S extends SubscriptionState>(after: S, from: number, anchor?: Anchor): S {
  if (anchor === undefined) {
    const anchored = { ...after, anchor: anchorAt(from, after.zone) }
    const { end } = periodAt(recurrenceOf(anchored), from)
    return withDue({ ...anchored, current_period: shown({ start: from, end }) })
  }
  const anchored = { ...after, anchor }
  const { end } = periodAt(recurrenceOf(anchored), from)
  // On the day of the start, it is as if it had been created with this anchor.
  const start = Math.max(from, Date.parse(after.current_period?.start ?? ''))
  return withDue({ ...anchored, current_period: shown({ start, end }) })
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
    const planned = { ...state, scheduled_changes: kept }
    const isFit = (id: string) =>
      isBoundaryOf(
        planned,
        (state.items ?? []).find((item) => item.id === id),
        Date.parse(each.at),
      )
    const parts = Object.groupBy(each.items, ({ id }) =>
      removed.has(id) || (ids.has(id) && !isFit(id)) ? 'dropped' : 'kept',
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

/** An item, and the period to which its price belongs. */
interface Priced {
  item: SubscriptionItem
  whole: Span
}

/** Charges the current period, which was billed before, for what items cost more; undefined if none does. */
function differencesOf(
  state: SubscriptionState,
  {
    from,
    lines,
  }: {
    from: number
    lines: readonly (Priced & { before: ReturnType<ItemsChange['differenceOf']> })[]
  },
): Charge | undefined {
  const { current_period, start: first, trial_end, proration_unit: unit, zone } = state
  const current = Date.parse(current_period?.start ?? '')
  // A first part, or the part after a change of the billing day, is one of each item.
  const isPart = periodAt(recurrenceOf(state), current).start !== current
  const advance = lines.flatMap(({ item, whole, before }) => {
    const isLonger = item.interval !== undefined && !isPart
    const begins = isLonger ? Math.max(whole.start, trial_end ?? first) : current
    const period = { start: begins, end: whole.end }
    const part = partOf(period, whole, { unit, zone })
    return before && part.from !== part.to
      ? [{ ...period, item, part: { ...part, ...before } }]
      : []
  })
  const at = Math.max(from, Math.min(...advance.map(({ start }) => start)))
  return charged({ reason: 'change', at, arrears: [], advance })
}

/** The current period to which the price belongs: longer than a prorated first part. Undefined if that part is free. */
export function pricedPeriod(state: SubscriptionState, item?: SubscriptionItem): Span | undefined {
  const { current_period } = state
  invariant(current_period, 'A subscription that is billed has a period.')
  const [start, end] = [Date.parse(current_period.start), Date.parse(current_period.end)]
  const own = ownState(state, item)
  const first = firstPeriod(own)
  const { start: from, end: to } = periodAt(recurrenceOf(own), start)
  const grid = { start: from, end: to }
  const isFirst = item?.interval ? start < first.end : first.start === start && first.end === end
  // After a change of the billing day, a part of a period comes first.
  if (!isFirst) return item?.interval || to === end ? grid : { start, end }
  if (first.isFree) return undefined
  return first.part ? grid : { start: first.start, end: first.end }
}

/** The lines of what is not billed of the current period, up to an instant. */
export const arrearsOf = (state: SubscriptionState, at: number): Charge['lines'] =>
  isBilled(state) && state.current_period ? arrearsUntil(state, at, pricedPeriod(state)) : []

/** The items of a subscription with their current periods, without those whose period is free. */
const pricedItems = (state: SubscriptionState): Priced[] =>
  (state.items ?? []).flatMap((item) => {
    const whole = pricedPeriod(state, item)
    return whole ? [{ item, whole }] : []
  })

/** Charges the rest of the periods of items; undefined if none is left. */
export function restCharge(
  { current_period, proration_unit: unit, zone }: SubscriptionState,
  { from, billed }: { from: number; billed: readonly (Priced & { before?: string | undefined })[] },
): Charge | undefined {
  const start = Math.max(from, Date.parse(current_period?.start ?? ''))
  const advance = billed
    .filter(({ item, before }) => before !== String(item.quantity))
    .flatMap(({ item, whole, before }) => {
      const period = { start, end: whole.end }
      const part = partOf(period, whole, { unit, zone })
      if (part.from === part.to) return []
      return [{ ...period, item, part: { ...part, ...(before && { quantity_before: before }) } }]
    })
  return charged({ reason: 'change', at: start, arrears: [], advance })
}
