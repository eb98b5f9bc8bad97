// The items of subscriptions, checked against the prices that they name.

import { type Decimal, rounded } from '../../domain/decimal.ts'
import { billingError, quoted, validationError } from '../../domain/errors.ts'
import { amountOf, sumAmounts } from '../../domain/money.ts'
import { priceOf as exactCost } from '../../domain/pricing.ts'
import { productCan } from '../../domain/product.ts'
import { type IntervalUnit, isMultiple, isShorter } from '../../domain/recurrence.ts'
import {
  ITEMS_MOST,
  ownState,
  type SubscriptionItem,
  type SubscriptionState,
} from '../../domain/subscription-state.ts'
import { invariant } from '../../invariant.ts'
import type { Work } from '../accounts/store.ts'
import { markUsed } from '../prices/actions.ts'
import { priceIds } from '../prices/record.ts'
import { type Price, prices } from '../prices/store.ts'
import { productIds } from '../products/record.ts'
import { products } from '../products/store.ts'
import { itemIds } from '../subscriptions/items.ts'
import type { Subscription } from '../subscriptions/store.ts'

/** An item as sent, its price as a UUID. */
export interface ItemSent {
  price_id: string
  quantity?: number | undefined
}

/** The currency of all items, and their shortest interval. */
export interface Terms {
  currency: string
  interval: IntervalUnit
  interval_count: number
}

/** A new item at a price that is active, recurring, and of a product that is not archived. */
export function newItem(
  work: Work,
  { price_id, quantity = 1 }: ItemSent,
  param: string,
  id = itemIds.make(),
): SubscriptionItem {
  const price = work.find(prices, price_id)
  if (!price) {
    const missing = { code: 'resource_missing', status: 400 } as const
    throw validationError(param, { kind: 'price_missing' }, missing)
  }
  if (price.interval === null) {
    throw billingError(
      'price_not_recurring',
      `Price ${priceIds.ref(price_id)} is a one-time price. Use a price with an interval, such as "month".`,
      { param },
    )
  }
  if (!price.active) {
    throw validationError(param, { kind: 'price_inactive' }, { code: 'price_inactive' })
  }
  const product = work.get(products, price.product_id)
  if (!productCan('bill', product)) {
    const constraint = { kind: 'product_archived', name: quoted(product.name) } as const
    throw validationError(param, constraint, { code: 'product_archived' })
  }
  markUsed(work, price)
  return {
    id,
    price_id: priceIds.ref(price_id),
    product_id: productIds.ref(price.product_id),
    quantity,
    ...(price.billing === 'arrears' && { billing: 'arrears' }),
  }
}

const priceOf = (work: Work, { price_id }: Pick<SubscriptionItem, 'price_id'>): Price =>
  work.get(prices, priceIds.parse(price_id) as string)

/** The terms of all items; throws if the items do not fit together or would cost too much. */
export function sharedTerms(work: Work, items: readonly SubscriptionItem[]): Terms {
  assertCount(items)
  assertAmounts(work, items)
  const [first] = items
  invariant(first, 'A subscription has an item.')
  const all = items.map((item) => termsOf(priceOf(work, item)))
  const { currency } = all[0] as Terms
  const param = 'items'
  const shortest = all.reduce((least, each) =>
    isShorter(lengthOf(each), lengthOf(least)) ? each : least,
  )
  for (const [index, item] of items.entries()) {
    const terms = all[index] as Terms
    if (terms.currency !== currency) {
      throw billingError(
        'currency_mismatch',
        `Price ${item.price_id} is in ${terms.currency}, and ${first.price_id} in ${currency}. Use prices in one currency, or create a subscription for each.`,
        { param },
      )
    }
    if (!isMultiple(lengthOf(terms), lengthOf(shortest))) {
      throw billingError(
        'intervals_incompatible',
        `Price ${item.price_id} is billed every ${spelled(terms)}, which is not a multiple of ${spelled(shortest)}, the shortest interval. Use other prices, or create a subscription for each.`,
        { param },
      )
    }
    if (
      priceOf(work, item).billing === 'arrears' &&
      isShorter(lengthOf(shortest), lengthOf(terms))
    ) {
      throw billingError(
        'intervals_incompatible',
        `Price ${item.price_id} is billed in arrears every ${spelled(terms)}, and the shortest interval is ${spelled(shortest)}. Items in arrears need the shortest interval: create a subscription for each.`,
        { param },
      )
    }
  }
  return shortest
}

const lengthOf = ({ interval, interval_count }: Omit<Terms, 'currency'>) => ({
  unit: interval,
  count: interval_count,
})

/** Throws if items have different intervals, but their subscription has a minimum for each period. */
export function assertOneInterval(
  { minimum_amount }: Pick<Subscription, 'minimum_amount'>,
  items: readonly Pick<SubscriptionItem, 'price_id' | 'interval'>[],
): void {
  const longer = minimum_amount === null ? undefined : items.find(({ interval }) => interval)
  if (!longer) return
  throw billingError(
    'minimum_needs_one_interval',
    `Price ${longer.price_id} has another interval than other items, and the subscription has a minimum_amount for each period. Use prices with one interval, with a minimum_amount of their own, or create a subscription for each.`,
    { param: 'items' },
  )
}

/** The interval of an item by its price, if it is not the shortest. */
export function ownInterval(
  work: Work,
  item: Pick<SubscriptionItem, 'price_id'>,
  { interval, interval_count }: Omit<Terms, 'currency'>,
): Pick<SubscriptionItem, 'interval' | 'interval_count'> {
  const own = termsOf(priceOf(work, item))
  const isSame = own.interval === interval && own.interval_count === interval_count
  return isSame ? {} : { interval: own.interval, interval_count: own.interval_count }
}

function termsOf({ currency, interval, interval_count }: Price): Terms {
  invariant(interval !== null && interval_count !== null, 'The price of an item is recurring.')
  return { currency, interval, interval_count }
}

const spelled = ({
  interval,
  interval_count: count,
}: Pick<Terms, 'interval' | 'interval_count'>) => (count === 1 ? interval : `${count} ${interval}s`)

/** The exact price of a full period. */
export const fullAmount = ({ terms }: Pick<Price, 'terms'>, units: number): Decimal => {
  const quantity = String(units)
  return exactCost(terms, {
    quantity,
    events: terms.model === 'percentage' ? [quantity] : undefined,
  }).exact
}

/** The items of a subscription with their intervals, and what each costs for a full period. */
export const costsOf = (work: Work, state: SubscriptionState) =>
  (state.items ?? []).map((item) => {
    const { id, price_id, product_id, quantity, billing = 'advance' } = item
    const { interval, interval_count } = ownState(state, item)
    const amount = Number(rounded(fullAmount(priceOf(work, item), quantity)))
    return { id, price_id, product_id, quantity, interval, interval_count, billing, amount }
  })

/** Throws if the price of an item does not take its quantity, or a period would cost too much. */
function assertAmounts(work: Work, items: readonly SubscriptionItem[]): void {
  const amounts = items.map((item, index) => {
    const { terms } = priceOf(work, item)
    if (terms.model === 'flat' && item.quantity !== 1) {
      throw validationError(`items[${index}].quantity`, { kind: 'fixed_by_price', value: '1' })
    }
    return amountOf(rounded(fullAmount({ terms }, item.quantity)), `items[${index}]`)
  })
  sumAmounts(amounts, 'items')
}

/** Throws unless there is at least one item, and no more than are allowed. */
function assertCount(items: readonly SubscriptionItem[]): void {
  if (items.length === 0) {
    throw billingError(
      'parameter_invalid',
      'No item would be left. Cancel the subscription instead, or add another item in the same request.',
      { param: 'items' },
    )
  }
  if (items.length <= ITEMS_MOST) return
  throw validationError('items', { kind: 'list', of: 'objects', min: 1, max: ITEMS_MOST })
}
