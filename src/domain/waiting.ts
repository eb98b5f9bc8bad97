// Changes that are billed with the next invoice: the states of each item since then, and their cost once they are
// billed (recurring billing, section 8). A change that is billed at once has no pending changes.

import { timestamp } from './calendar.ts'
import { partOf } from './rest.ts'
import type { Charge, Span } from './subscription.ts'
import {
  isArrears,
  type SubscriptionItem,
  type SubscriptionState,
  type WaitingChange,
  type WaitingSpan,
} from './subscription-state.ts'

/** The pending changes, together with a change of items at an instant. */
export function withWaiting(
  before: Pick<SubscriptionState, 'items' | 'waiting'>,
  after: Pick<SubscriptionState, 'items'>,
  {
    from,
    changed,
    billedOf,
  }: { from: number; changed: ReadonlySet<string> } & Pick<Settling, 'billedOf'>,
): WaitingChange[] {
  const waiting = before.waiting ?? []
  const had = new Map((before.items ?? []).map((item) => [item.id, item]))
  const added = [...changed].flatMap((id): WaitingChange[] => {
    const known = waiting.find((each) => each.id === id)
    const item = (after.items ?? []).find((each) => each.id === id)
    const was = known ? known.was : wasOf(had.get(id))
    const closed = (known?.spans ?? []).flatMap((span) => closedAt(span, from))
    const spans = item && !isArrears(item) ? joined(closed, item, from) : closed
    if (was === 'absent' && spans.length === 0) return []
    const change = { id, from: known?.from ?? timestamp(from), ...(was && { was }), spans }
    // Billed unchanged.
    const isSame = item && isOne(change) && billedOf(item) === String(item.quantity)
    return isSame ? [] : [change]
  })
  return [...waiting.filter(({ id }) => !changed.has(id)), ...added]
}

/** True if an item has had one state since its change. */
const isOne = ({ from, spans }: WaitingChange): boolean =>
  spans.length === 1 && spans[0]?.from === from && spans[0].to === null

const wasOf = (item: SubscriptionItem | undefined): WaitingChange['was'] =>
  item === undefined ? 'absent' : isArrears(item) ? 'arrears' : undefined

/** True if an item was billed in advance before the pending changes, or has no pending change. */
export const isPaidAhead = ({
  items,
  waiting,
}: Pick<SubscriptionState, 'items' | 'waiting'>): boolean => {
  const changed = new Set((waiting ?? []).map(({ id }) => id))
  return (
    (waiting ?? []).some(({ was }) => was === undefined) ||
    (items ?? []).some((item) => !isArrears(item) && !changed.has(item.id))
  )
}

/** A span cut off at an instant; no span if it begins then or later. */
function closedAt(span: WaitingSpan, at: number): WaitingSpan[] {
  if (Date.parse(span.from) >= at) return []
  const isOver = span.to !== null && Date.parse(span.to) <= at
  return [isOver ? span : { ...span, to: timestamp(at) }]
}

/** Adds the state of an item from an instant on, merged with the state that it continues. */
function joined(
  spans: readonly WaitingSpan[],
  { price_id, quantity, interval, interval_count }: SubscriptionItem,
  at: number,
): WaitingSpan[] {
  const from = timestamp(at)
  const last = spans.at(-1)
  if (last?.to === from && last.price_id === price_id && last.quantity === quantity) {
    return [...spans.slice(0, -1), { ...last, to: null }]
  }
  const own = interval !== undefined && { interval, interval_count }
  return [...spans, { price_id, quantity, from, to: null, ...own } as WaitingSpan]
}

/** How pending changes are billed. */
export interface Settling {
  /** The end of the subscription or the beginning of a pause: nothing is billed beyond it. */
  until?: number | undefined
  /** The period of an item to which its price belongs; undefined if that is free. */
  periodOf(item: SubscriptionItem): Span | undefined
  /** Returns the units billed of an item if the change only adds to them: then nothing is returned. */
  billedOf(item: SubscriptionItem): string | undefined
}

/** The billed lines, and from when the open charges of each item are returned. */
export interface Settled {
  lines: Charge['lines']
  returned: ReadonlyMap<string, number>
}

/** Bills pending changes: each state for its part of its period. */
export function settledOf(
  { current_period, proration_unit: unit, zone }: SubscriptionState,
  waiting: readonly WaitingChange[],
  { until = Number.POSITIVE_INFINITY, periodOf, billedOf }: Settling,
): Settled {
  const returned = new Map<string, number>()
  const begins = Date.parse(current_period?.start ?? '')
  const lines = waiting.flatMap((change) => {
    const { id, from, spans } = change
    const items = spans.map((span) => ({ span, item: itemOf(id, span) }))
    const [first] = items
    const before = first && isOne(change) ? billedOf(first.item) : undefined
    if (before === undefined) returned.set(id, Date.parse(from))
    return items.flatMap(({ span, item }) => {
      const whole = periodOf(item)
      if (!whole || before === String(item.quantity)) return []
      const start = Math.max(Date.parse(span.from), begins)
      const end = Math.min(span.to === null ? whole.end : Date.parse(span.to), whole.end, until)
      if (end <= start) return []
      const part = partOf({ start, end }, whole, { unit, zone })
      if (part.from === part.to) return []
      const more = before !== undefined && { quantity_before: before }
      return [{ start, end, item, part: { ...part, ...more }, whole }]
    })
  })
  return { lines, returned }
}

/** An item as it was in a span. Its product is not billed. */
const itemOf = (id: string, { from: _, to: __, ...span }: WaitingSpan): SubscriptionItem => ({
  ...{ id, product_id: '' },
  ...span,
})
