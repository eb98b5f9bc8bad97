// The minimums of prices and subscriptions on invoices: counts the billed amounts of each period, and bills the
// shortfall once it is over.

import { chooseLanguage } from '../../domain/languages/choose.ts'
import {
  type Missing,
  missingOf,
  missingOfAll,
  withBilled,
  withReturned,
} from '../../domain/minimum.ts'
import { type Charge, charged, withDue } from '../../domain/subscription.ts'
import type { Returned } from '../../domain/subscription-change.ts'
import type { MinimumPeriod } from '../../domain/subscription-state.ts'
import type { Work } from '../accounts/store.ts'
import { customers } from '../customers/store.ts'
import { priceIds } from '../prices/record.ts'
import { type Price, prices } from '../prices/store.ts'
import { products } from '../products/store.ts'
import type { Subscription } from '../subscriptions/store.ts'

interface Billing {
  at: number
  /** The lines that are billed in addition to minimums. */
  lines?: Charge['lines'] | undefined
  returned?: Returned | undefined
  /** True if all periods that were billed before are over: the subscription ends, or new ones begin. */
  closes?: boolean
}

/** The counted periods after lines and returned time, and the lines for the shortfall of periods that are over. */
export function minimumsAt(
  work: Work,
  subscription: Subscription,
  { at, lines = [], returned, closes = false }: Billing,
): { minimums: MinimumPeriod[] | null; lines: Charge['lines'] } {
  const { minimums, minimum_amount, proration_unit: unit, zone } = subscription
  const counting = { unit, zone }
  const kept = minimums && returned ? withReturned(minimums, returned, counting) : (minimums ?? [])
  const counted = lines.filter(
    ({ item }) => minimum_amount !== null || priceOf(work, item).minimum_amount !== null,
  )
  if (kept.length === 0 && counted.length === 0) return { minimums: null, lines: [] }
  // A line of time to come belongs to a new period, if the others are over.
  const [ended, begun] = [true, false].map((isEnded) =>
    counted.filter(({ end }) => !closes || end <= at === isEnded),
  ) as [Charge['lines'], Charge['lines']]
  const all = withBilled(kept, ended)
  const isOver = (period: MinimumPeriod) => closes || Date.parse(period.end) <= at
  const open = all.filter((period) => !isOver(period))
  const left = closes ? withBilled(open, begun) : open
  return {
    minimums: left.length > 0 ? left : null,
    lines: missingLines(work, subscription, all.filter(isOver)),
  }
}

/** The lines for the shortfall of prices, and then of the whole subscription, in periods that are over. */
function missingLines(
  work: Work,
  { minimum_amount, proration_unit: unit, zone, customer_id }: Subscription,
  over: readonly MinimumPeriod[],
): Charge['lines'] {
  const counting = { unit, zone }
  const { language: ours } = work.environment
  const language = chooseLanguage(work.get(customers, customer_id).language, ours)
  const { document } = language
  const ofPrices = over.map((period) => {
    const { terms, minimum_amount: minimum, tax_behavior, ...price } = priceOf(work, period)
    const missing = missingOf(period, { terms, minimum: minimum ?? 0, ...counting })
    return { period, terms, missing, price, taxed: `${price.product_id} ${tax_behavior}` }
  })
  const line = (
    { id, price_id }: MinimumPeriod,
    { start, end, part }: Missing,
    more: Pick<Charge['lines'][number], 'description' | 'minimum'>,
  ) => ({ start, end, part, item: { id, price_id, quantity: 1 }, ...more })
  const texts = ({ share, part }: Missing, { currency }: Pick<Price, 'currency'>) =>
    [share, part.minimum?.billed ?? 0].map((each) => language.money(each, currency)) as [
      string,
      string,
    ]
  const lines = ofPrices.flatMap(({ period, missing, price }) => {
    if (!missing) return []
    const { name } = work.get(products, price.product_id)
    return [
      line(period, missing, { description: document.minimum(name, ...texts(missing, price)) }),
    ]
  })
  if (minimum_amount === null) return lines
  const periods = Map.groupBy(ofPrices, ({ period: { start, end } }) => `${start} ${end}`)
  const ofAll = [...periods.values()].flatMap((group) => {
    const items = group.map(({ missing, ...each }) => ({ ...each, more: missing?.amount ?? 0 }))
    return missingOfAll(items, { minimum: minimum_amount, ...counting }).map((missing) => {
      const price = priceOf(work, missing.of)
      const { name } = work.get(products, price.product_id)
      const isDivided = missing.part.minimum?.products !== undefined
      const description = document.minimumOfAll(
        isDivided ? name : undefined,
        ...texts(missing, price),
      )
      return line(missing.of, missing, { description, minimum: minimum_amount })
    })
  })
  return [...lines, ...ofAll]
}

const priceOf = (work: Work, { price_id }: Pick<MinimumPeriod, 'price_id'>): Price =>
  work.get(prices, priceIds.parse(price_id) as string)

/** A charge with the lines of minimums: after those of periods that have ended, or alone. */
function withLines(
  charge: Charge | undefined,
  lines: Charge['lines'],
  at: number,
): Charge | undefined {
  if (lines.length === 0) return charge
  if (!charge) {
    const alone = charged({ reason: 'change', at, arrears: lines, advance: [] })
    return alone && { ...alone, isRest: true }
  }
  const next = charge.lines.findIndex(({ end }) => end > at)
  const first = next < 0 ? charge.lines.length : next
  return {
    ...charge,
    lines: [...charge.lines.slice(0, first), ...lines, ...charge.lines.slice(first)],
  }
}

/** A version of a subscription and its charge, with the minimums. */
export function withMinimums(
  work: Work,
  before: Subscription,
  {
    after,
    charge,
    ...billing
  }: { after: Subscription; charge: Charge | undefined } & Omit<Billing, 'lines'>,
): { after: Subscription; charge: Charge | undefined } {
  const { minimums, lines } = minimumsAt(work, before, { ...billing, lines: charge?.lines })
  if (minimums === before.minimums && lines.length === 0) return { after, charge }
  return {
    after: after.status === 'canceled' ? after : withDue({ ...after, minimums }),
    charge: withLines(charge, lines, billing.at),
  }
}
