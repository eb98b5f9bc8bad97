// Items that are billed when a period ends: each span of the period at its price and quantity (recurring billing,
// sections 4 and 8).

import { timestamp } from './calendar.ts'
import { countedFrom, partOf } from './rest.ts'
import { type Charge, isBilled, type Span } from './subscription.ts'
import {
  isArrears,
  type SubscriptionItem,
  type SubscriptionState,
  type UnbilledSpan,
} from './subscription-state.ts'

/** Spans of the items in arrears that continue. */
export const spansFrom = (items: readonly SubscriptionItem[] | null, at: number): UnbilledSpan[] =>
  (items ?? []).filter(isArrears).map(({ id, price_id, quantity }) => ({
    id,
    price_id,
    quantity,
    from: timestamp(at),
    to: null,
  }))

/** Spans of the current period that are not billed; if none are listed, it is one for each item in arrears. */
function spansOf({ unbilled, items, current_period }: SubscriptionState): UnbilledSpan[] {
  if (unbilled !== null) return unbilled
  return current_period ? spansFrom(items, Date.parse(current_period.start)) : []
}

/** The end of a state that changes at an instant, within its period. */
export function countedIn(
  { current_period, proration_unit: unit, zone }: SubscriptionState,
  at: number,
): number {
  const [start, end] = [current_period?.start, current_period?.end].map((text) =>
    Date.parse(text ?? timestamp(at)),
  ) as [number, number]
  return at >= end ? end : Math.max(start, countedFrom(at, { unit, zone }))
}

/** Why an invoice bills only items in arrears: as the first charge of the period, or after its beginning was billed. */
export function arrearsReason({
  items,
  unbilled,
  current_period,
}: SubscriptionState): 'change' | 'cycle' {
  if (!items?.every(isArrears)) return 'change'
  // A pause billed the time before the remaining spans.
  const isBegun = unbilled?.some(({ from }) => from === current_period?.start) ?? true
  return isBegun ? 'cycle' : 'change'
}

/**
 * The lines for the unbilled part of the current period, up to an instant. `whole` is the period to which the price
 * belongs; undefined if that is free.
 */
export function arrearsUntil(
  state: SubscriptionState,
  at: number,
  whole: Span | undefined,
): Charge['lines'] {
  if (!whole || !state.current_period) return []
  const { proration_unit: unit, zone } = state
  const until = countedIn(state, at)
  return spansOf(state).flatMap(({ from, to, ...item }) => {
    const span = { start: Date.parse(from), end: Math.min(until, to ? Date.parse(to) : until) }
    if (span.end <= span.start) return []
    const isWhole = span.start === whole.start && span.end === whole.end
    if (state.unbilled === null && isWhole) return [{ item, ...span }]
    const part = partOf(span, whole, { unit, zone })
    return part.from === part.to ? [] : [{ item, ...span, part, whole }]
  })
}

/**
 * The spans after a change of items at an instant: those of changed items end there, and new ones begin. Undefined if
 * the change concerns no item in arrears.
 */
export function dividedAt(
  before: SubscriptionState,
  after: SubscriptionState,
  { from, changed }: { from: number; changed: ReadonlySet<string> },
): UnbilledSpan[] | null | undefined {
  const spans = spansOf(before)
  const opened = spansFrom(
    (after.items ?? []).filter(({ id }) => changed.has(id)),
    from,
  )
  if (opened.length === 0 && !spans.some(({ id }) => changed.has(id))) return undefined
  const closed = spans.flatMap((span) => (changed.has(span.id) ? closedAt(span, from) : [span]))
  const all = opened.reduce(joined, closed)
  return all.length > 0 ? all : null
}

/** A span cut off at an instant; no span if it begins later. */
const closedAt = (span: UnbilledSpan, at: number): UnbilledSpan[] =>
  Date.parse(span.from) >= at ? [] : isAfter(span, at) ? [{ ...span, to: timestamp(at) }] : [span]

const isAfter = ({ to }: UnbilledSpan, at: number): boolean => to === null || Date.parse(to) > at

/** The spans after a change that applies from the next period on: items in arrears end this one as they were. */
export function keptSpans(
  before: SubscriptionState,
  after: SubscriptionState,
): UnbilledSpan[] | null {
  const state = ({ items }: SubscriptionState, id: string): string | undefined => {
    const item = items?.find((each) => each.id === id)
    return item && isArrears(item) ? `${item.price_id} ${item.quantity}` : undefined
  }
  const ids = [before, after].flatMap(({ items }) => (items ?? []).map(({ id }) => id))
  const changed = new Set(ids.filter((id) => state(before, id) !== state(after, id)))
  if (changed.size === 0) return before.unbilled
  const end = Date.parse(before.current_period?.end ?? '')
  const unbilled = dividedAt(before, after, { from: end, changed })
  return unbilled === undefined ? before.unbilled : unbilled
}

/** Adds a span, merged with the one whose state it continues. */
function joined(spans: readonly UnbilledSpan[], added: UnbilledSpan): UnbilledSpan[] {
  const { id, price_id, quantity, from } = added
  const same = spans.find(
    (span) =>
      span.id === id &&
      span.price_id === price_id &&
      span.quantity === quantity &&
      span.to === from,
  )
  if (!same) return [...spans, added]
  return spans.map((span) => (span === same ? { ...same, to: null } : span))
}

/** The remaining spans from an instant on. */
const leftFrom = (spans: readonly UnbilledSpan[], at: number): UnbilledSpan[] =>
  spans
    .filter((span) => isAfter(span, at))
    .map((span) => ({ ...span, from: timestamp(Math.max(at, Date.parse(span.from))) }))

/** The spans and open charges that continue after a pause, if it ends in the same period. */
export function pausedAt(
  state: SubscriptionState,
  at: number,
  charge: Charge | undefined,
): Pick<SubscriptionState, 'unbilled' | 'open_charges' | 'waiting'> {
  const left = isBilled(state) ? leftFrom(spansOf(state), countedIn(state, at)) : []
  const { open_charges } = state
  return {
    unbilled: left.length > 0 ? left : null,
    // The invoice of the pause is now the last one.
    open_charges: charge ? (open_charges ?? []) : open_charges,
    waiting: null,
  }
}

/**
 * The spans of a pause, once it ends in its period: items in arrears continue unchanged, and others end it unchanged.
 */
export function resumedAt(state: SubscriptionState, at: number): UnbilledSpan[] | null {
  if (state.unbilled === null) return null
  const instant = countedIn(state, at)
  const left = leftFrom(state.unbilled, instant)
  const closed = new Set(left.flatMap(({ id, to }) => (to === null ? [] : id)))
  const others = new Set((state.items ?? []).filter((item) => !isArrears(item)).map(({ id }) => id))
  const spans = left.flatMap((span): UnbilledSpan[] => {
    if (span.to !== null) return others.has(span.id) ? [span] : []
    return [closed.has(span.id) ? { ...span, from: timestamp(instant) } : span]
  })
  return spans.length > 0 ? spans : null
}
