// Moves the items of a subscription from one price to another: the day, the items, and the costs of a period.

import { rounded } from './decimal.ts'
import { AMOUNT_MAX } from './money.ts'
import { type Pricing, priceOf } from './pricing.ts'
import { periodAt } from './recurrence.ts'
import { endOf } from './subscription.ts'
import {
  CHANGES_MOST,
  changedItems,
  type ItemChange,
  ownState,
  recurrenceOf,
  type ScheduledChange,
  type SubscriptionItem,
  type SubscriptionState,
  scheduled,
  stateBefore,
} from './subscription-state.ts'

export const PRICE_MIGRATION_STATUSES = [
  ...(['running', 'scheduled', 'canceling', 'completed', 'canceled'] as const),
] as const

export const MOVE_STATUSES = ['scheduled', 'applied', 'withdrawn', 'skipped'] as const

/** Why items keep their price. */
export const SKIP_REASONS = [
  ...(['change_scheduled', 'ends_before', 'too_many_changes', 'does_not_fit'] as const),
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** A price and its product, with IDs in the form that clients see. */
export interface MigratedPrice
  extends Pick<SubscriptionItem, 'price_id' | 'product_id' | 'billing'> {
  terms: Pricing
}

export interface MigrationTerms {
  from: MigratedPrice
  to: MigratedPrice
  /** In milliseconds since 1970. */
  effective_from: number
  notice_days: number
}

/** The outcome for the items of one subscription at the old price. */
export interface Move {
  /** The boundary at which they change. */
  at: number
  /** The changes to schedule; none if all are skipped. */
  changes: ItemChange[]
  items_skipped: number
  /** Why items are skipped; null if none is. */
  reason: SkipReason | null
  /** The cost of a period of the moved items before discounts and taxes. */
  amount_before: number
  amount_after: number
}

const DAY_MS = 86_400_000

/** When the customer is informed of a change. */
export const noticeOf = (at: number, { notice_days }: Pick<MigrationTerms, 'notice_days'>) =>
  at - notice_days * DAY_MS

/** The first boundary between periods at or after an instant. */
export function boundaryFrom(
  state: SubscriptionState,
  at: number,
  item?: SubscriptionItem,
): number {
  const first = endOf(state, item)
  if (at <= first) return first
  if (state.trial_end !== null && at <= state.trial_end) return state.trial_end
  const own = ownState(stateBefore(state, at), item)
  const { start, end } = periodAt(recurrenceOf(own), at)
  return start === at ? start : end
}

/** The cost of a quantity for a period; undefined if the price does not take the quantity. */
function costOf({ terms }: MigratedPrice, { quantity }: Pick<SubscriptionItem, 'quantity'>) {
  if (terms.model === 'flat' && quantity !== 1) return undefined
  const events = terms.model === 'percentage' ? [String(quantity)] : undefined
  const exact = rounded(priceOf(terms, { quantity: String(quantity), events }).exact)
  return exact <= AMOUNT_MAX ? Number(exact) : undefined
}

/** The move of a live subscription; undefined if it has no item at the old price. */
export function moveOf(
  state: SubscriptionState,
  migration: MigrationTerms,
  now: number,
): Move | undefined {
  const { from, to, effective_from, notice_days } = migration
  const { terms: _, ...priced } = to
  const items = (state.items ?? []).filter(({ price_id }) => price_id === from.price_id)
  if (items.length === 0 || state.status === 'canceled') return undefined
  // No customer is moved with less notice than promised.
  const at = boundaryFrom(state, Math.max(effective_from, now + notice_days * DAY_MS), items[0])
  const move: Move = { ...NOTHING_MOVED, at, changes: [] }
  if (state.cancel_at !== null && state.cancel_at <= at) return skipping(move, 'ends_before', items)
  const scheduledItems = new Set(
    (state.scheduled_changes ?? []).flatMap((change) => change.items.map(({ id }) => id)),
  )
  for (const item of items) {
    const [before, after] = [costOf(from, item), costOf(to, item)]
    if (scheduledItems.has(item.id)) {
      move.items_skipped += 1
      move.reason = 'change_scheduled'
    } else if (before === undefined || after === undefined) {
      return skipping(move, 'does_not_fit', items)
    } else {
      const { id, interval, interval_count } = item
      const own = interval && interval_count ? { interval, interval_count } : {}
      move.changes.push({ id, ...priced, ...own })
      move.amount_before += before
      move.amount_after += after
    }
  }
  if (move.changes.length === 0) return move
  const planned = withMove(state, move, '')
  return planned.length > CHANGES_MOST ? skipping(move, 'too_many_changes', items) : move
}

const NOTHING_MOVED = { items_skipped: 0, reason: null, amount_before: 0, amount_after: 0 } as const

/** The move of a subscription whose items all keep their price. */
export const skipping = (
  { at }: Pick<Move, 'at'>,
  reason: SkipReason,
  { length }: { length: number },
): Move => ({ ...NOTHING_MOVED, at, changes: [], reason, items_skipped: length })

/** The scheduled changes with those of a move; `id` is for a new change. */
export function withMove(
  { scheduled_changes, interval, interval_count }: SubscriptionState,
  { at, changes }: Pick<Move, 'at' | 'changes'>,
  id: string,
): ScheduledChange[] {
  const added = { id, at: new Date(at).toISOString(), items: changes, interval, interval_count }
  return scheduled(scheduled_changes ?? [], added)
}

/** The migrations that scheduled changes belong to. */
export const migrationsOf = (changes: readonly ScheduledChange[] | null): Set<string> =>
  new Set(
    (changes ?? []).flatMap(({ items }) => items.flatMap((item) => item.price_migration_id ?? [])),
  )

/** Scheduled changes without some parts; null if none remain. */
export function withoutParts(
  changes: readonly ScheduledChange[] | null,
  isGone: (item: ItemChange) => boolean,
): ScheduledChange[] | null {
  const left = (changes ?? []).flatMap((change) => {
    const items = change.items.filter((item) => !isGone(item))
    return items.length > 0 ? [{ ...change, items }] : []
  })
  return left.length > 0 ? left : null
}

/** The scheduled changes without those of migrations whose items leave the old price before. */
export function withoutSuperseded(
  items: readonly SubscriptionItem[],
  changes: readonly ScheduledChange[],
  oldPriceOf: (migration: string) => string,
): ScheduledChange[] {
  const left: ScheduledChange[] = []
  let current = items
  for (const change of changes) {
    const by = new Map(current.map((item) => [item.id, item.price_id]))
    const isGone = ({ id, price_migration_id }: ItemChange) =>
      price_migration_id !== undefined && by.get(id) !== oldPriceOf(price_migration_id)
    const [fitting] = withoutParts([change], isGone) ?? []
    if (fitting) left.push(fitting)
    current = changedItems(current, fitting?.items ?? [])
  }
  return left
}

/** The cost of a period before and after a migration changes items; undefined once it has. */
export function amountsOf(
  { items, scheduled_changes }: SubscriptionState,
  migration: string,
  { from, to }: Pick<MigrationTerms, 'from' | 'to'>,
): { amount_before: number; amount_after: number } | undefined {
  let current = items ?? []
  for (const change of scheduled_changes ?? []) {
    const moved = change.items.filter((item) => item.price_migration_id === migration)
    const ids = new Set(moved.map(({ id }) => id))
    const next = changedItems(current, change.items)
    if (ids.size > 0) {
      const sum = (of: readonly SubscriptionItem[], price: MigratedPrice) =>
        of
          .filter(({ id }) => ids.has(id))
          .reduce((all, each) => all + (costOf(price, each) ?? 0), 0)
      return { amount_before: sum(current, from), amount_after: sum(next, to) }
    }
    current = next
  }
  return undefined
}
