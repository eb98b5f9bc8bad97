// The charge of a change with `full_difference`: the amount by which an item costs more for the whole period than the
// most that was billed of it (recurring billing, section 8).

import { compare, exactText, ZERO } from '../../domain/decimal.ts'
import { type LineItem, lineTerms } from '../../domain/invoice-lines.ts'
import { priceOf } from '../../domain/pricing.ts'
import type { PeriodPart } from '../../domain/rest.ts'
import {
  changedItems,
  type ItemChange,
  isArrears,
  type OpenCharge,
  type SubscriptionItem,
} from '../../domain/subscription-state.ts'
import type { Work } from '../accounts/store.ts'
import { priceIds } from '../prices/record.ts'
import { prices } from '../prices/store.ts'
import { itemIds } from '../subscriptions/items.ts'
import type { Subscription } from '../subscriptions/store.ts'
import { fullAmount } from './items.ts'
import { incompatible } from './new-period.ts'
import { openLine } from './open-charges.ts'

/** Throws if a changed item is billed later, so that its period cannot be charged at once. */
export function assertInAdvance(
  { items, waiting }: Subscription,
  changes: readonly ItemChange[],
): void {
  const changed = new Set(changes.map(({ id }) => id))
  if (waiting?.some(({ id }) => changed.has(id))) {
    throw incompatible(
      'proration',
      'A change of this item waits for the next invoice, so its difference is not known. Use proration: "prorate".',
    )
  }
  const sides = [items ?? [], changedItems(items ?? [], changes)].flat()
  if (!sides.some((item) => changed.has(item.id) && isArrears(item))) return
  throw incompatible(
    'proration',
    'An item in arrears is billed when its period ends, and nothing is charged for it at once. Use proration: "prorate".',
  )
}

/** The highest amount billed of an item for the whole period, unless it costs no more than that. */
export function differenceOf(
  work: Work,
  charges: readonly OpenCharge[],
  { id, price_id, quantity }: SubscriptionItem,
  isNew: boolean,
): Pick<PeriodPart, 'amount_before'> | undefined {
  const own = charges.filter(({ item }) => item === itemIds.parse(id))
  // A new item is charged in full. Returned amounts of other items do not count as billed.
  if (own.length === 0 && isNew) return {}
  const billed = own.map((charge) => wholeAmount(openLine(work, charge)))
  const highest = billed.reduce((most, each) => (compare(each, most) > 0 ? each : most), ZERO)
  const costs = fullAmount(work.get(prices, priceIds.parse(price_id) as string), quantity)
  return compare(costs, highest) > 0 ? { amount_before: exactText(highest) } : undefined
}

/** The cost of a line's quantity for the whole period. */
function wholeAmount(line: LineItem | undefined) {
  const terms = line && lineTerms(line)
  if (!terms) return ZERO
  return priceOf(terms, { quantity: line.quantity, events: line.pricing?.events }).exact
}
