// Changes of a subscription within a period: the new state, the returned time, and the charges in its place (recurring
// billing, sections 4, 5 and 8).

import { invariant } from '../invariant.ts'
import {
  arrearsReason,
  arrearsUntil,
  countedIn,
  dividedAt,
  keptSpans,
  spansFrom,
} from './arrears.ts'
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
  type WaitingChange,
} from './subscription-state.ts'
import { type Settled, type Settling, settledOf, withWaiting } from './waiting.ts'

/** Whether a change within a period is billed for the rest of it, from the next period on, or for the whole period. */
export const PRORATIONS = ['prorate', 'none', 'full_difference'] as const
export type Proration = (typeof PRORATIONS)[number]

/** Whether the charges and returns of a change are on a separate invoice, or on the next one. */
export const INVOICES = ['now', 'next'] as const

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
  /** Returns the amount billed of an item for the whole period; undefined if it does not cost more. */
  differenceOf(item: SubscriptionItem): Pick<PeriodPart, 'amount_before'> | undefined
  /** True if it is billed and returned with the next invoice. */
  waits?: boolean
}

/** The open charges that are returned, and from when. */
export interface Returned {
  /** The instant from which the time of some items is returned, by their IDs. */
  items: ReadonlyMap<string, number>
  /** The instant for all other items, if their time is returned. */
  others?: number
  /** When the returned time ends, if it is before the end of the charges. */
  until?: number | undefined
}

export interface Changed<S extends SubscriptionState> {
  after: S
  /** When the new state begins: the instant, or local midnight if days are counted. */
  from: number
  returned: Returned
  charge: Charge | undefined
}

/** The effects of a change at an instant, once all due steps have run. Before the first period, nothing is billed. */
export function changedNow<S extends SubscriptionState>(
  before: S,
  { at, items, proration, resets, anchor, billedOf, differenceOf, waits, ...interval }: ItemsChange,
): Changed<S> {
  const after = {
    ...before,
    ...interval,
    items: itemsAfter(before, items, interval),
    changed_at: at,
  }
  const ids = new Set(items.map(({ id }) => id))
  const nothing = { from: at, returned: { items: new Map() }, charge: undefined }
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
    const settled = settledAt(before, before.waiting ?? [], { billedOf })
    const charge = withEnded(before, differencesOf(after, { from, lines }), {
      ...{ ended: settled.lines, at: countedIn(before, at) },
    })
    const returned = { items: settled.returned }
    return { after: { ...divided, waiting: null }, from, returned, charge }
  }
  if (!resets) {
    const divides = { from: countedIn(before, at), changed: ids, billedOf }
    const waiting = withWaiting(before, after, divides)
    const isFree = pricedItems(before).length === 0
    if (waits && !isFree) return { ...nothing, after: { ...divided, waiting: orNull(waiting) } }
    const { lines, returned } = settledAt(before, waiting, { billedOf })
    const scheduled_for = countedIn(before, at)
    const charge = lateCharge({ reason: 'change', scheduled_for, lines })
    return { after: { ...divided, waiting: null }, from, returned: { items: returned }, charge }
  }
  const charge = restCharge(state, { from, billed: changed })
  // The new period begins with the present prices and quantities.
  const settled = settledAt(before, before.waiting ?? [], { billedOf, until: from })
  const ended = [...arrearsOf(before, at), ...settled.lines]
  // The former period can have begun at the same instant and be billed: items in arrears bill parts of the new one.
  const start = state.current_period?.start ?? ''
  const repeats = start === before.current_period?.start
  const spans = repeats ? spansFrom(state.items, Date.parse(start)) : []
  const reset = { ...state, unbilled: orNull(spans), waiting: null }
  return {
    ...{ after: reset, from, returned: { items: settled.returned, others: at } },
    charge: withEnded(before, charge, { ended, at: settled.lines.length > 0 ? from : undefined }),
  }
}

const orNull = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null)

/** Pending changes as billed in the present periods of a subscription. */
export const settledAt = (
  state: SubscriptionState,
  waiting: readonly WaitingChange[],
  settling: Omit<Settling, 'periodOf'>,
): Settled =>
  settledOf(state, waiting, { ...settling, periodOf: (item) => pricedPeriod(state, item) })

/** Charges lines at an instant. Those that began before it do not determine the period of the invoice. */
export function lateCharge({
  reason,
  scheduled_for: at,
  lines,
}: Pick<Charge, 'reason' | 'scheduled_for' | 'lines'>): Charge | undefined {
  const { late = [], others = [] } = Object.groupBy(lines, ({ start }) =>
    start < at ? 'late' : 'others',
  )
  return charged({ reason, at, arrears: late, advance: others })
}

/** A charge that also bills ended time; at an instant, if part of it was pending. */
function withEnded(
  before: SubscriptionState,
  charge: Charge | undefined,
  { ended: arrears, at: scheduled }: { ended: Charge['lines']; at: number | undefined },
): Charge | undefined {
  if (arrears.length === 0) return charge
  if (!charge) {
    const reason = scheduled === undefined ? arrearsReason(before) : 'change'
    return charged({ reason, at: scheduled, arrears, advance: [] })
  }
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

/** A new interval before the first period: the anchor stays if both are counted in months, or both in days. */
function withInterval<S extends SubscriptionState>(before: S, after: S): S {
  if (isByMonth(before.interval) === isByMonth(after.interval)) return after
  return { ...after, anchor: anchorAt(after.trial_end ?? after.start, after.zone) }
}

/** An item, and the period to which its price belongs. */
interface Priced {
  item: SubscriptionItem
  whole: Span
}

/** Charges the increases of item prices in the current period, which was billed before; undefined without increases. */
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
      ? [{ ...period, item, part: { ...part, ...before }, whole, once: true as const }]
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

/** The lines for the unbilled part of the current period, up to an instant. */
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
  { from, billed }: { from: number; billed: readonly Priced[] },
): Charge | undefined {
  const start = Math.max(from, Date.parse(current_period?.start ?? ''))
  const advance = billed.flatMap(({ item, whole }) => {
    const period = { start, end: whole.end }
    const part = partOf(period, whole, { unit, zone })
    return part.from === part.to ? [] : [{ ...period, item, part, whole }]
  })
  return charged({ reason: 'change', at: start, arrears: [], advance })
}
