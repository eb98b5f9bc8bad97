// Which changes of items apply at once and which at the end of the period, if the request leaves it open (recurring
// billing, section 8).

import { compare } from '../../domain/decimal.ts'
import type { IntervalUnit } from '../../domain/recurrence.ts'
import type { Work } from '../accounts/store.ts'
import { priceIds } from '../prices/record.ts'
import { prices } from '../prices/store.ts'
import type { Subscription } from '../subscriptions/store.ts'
import type { ItemChangeSent } from './actions.ts'
import { fullAmount } from './items.ts'

/** Average number of days of an interval, only for comparison. */
const DAYS: Record<IntervalUnit, number> = { day: 1, week: 7, month: 30.4375, year: 365.25 }

/**
 * At once: new items, longer intervals, and a full period that costs more at an equal interval. Everything else waits
 * for the end of the period.
 */
export function autoParts(
  work: Work,
  before: Subscription,
  sent: readonly ItemChangeSent[],
): { now: ItemChangeSent[]; later: ItemChangeSent[] } {
  const parts = Object.groupBy(sent, (each) => (isAtOnce(work, before, each) ? 'now' : 'later'))
  return { now: parts.now ?? [], later: parts.later ?? [] }
}

function isAtOnce(
  work: Work,
  { items }: Subscription,
  { id, price_id, quantity, remove }: ItemChangeSent,
): boolean {
  if (id === undefined) return true
  const item = items?.find((each) => each.id === id)
  // Missing objects are refused when the change is made.
  if (!item || remove) return false
  const old = work.get(prices, priceIds.parse(item.price_id) as string)
  const next = price_id === undefined ? old : work.find(prices, price_id)
  if (!next?.interval || !old.interval) return false
  const days = ({ interval, interval_count }: typeof old) =>
    DAYS[interval ?? 'day'] * (interval_count ?? 1)
  if (days(next) !== days(old)) return days(next) > days(old)
  const units = quantity ?? (next.terms.model === 'flat' ? 1 : item.quantity)
  return compare(fullAmount(next, units), fullAmount(old, item.quantity)) > 0
}
