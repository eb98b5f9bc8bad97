// Random subscriptions and commands for the model of changes within a period.

import { type Item, type ItemChange, openAt, type Request, type Sub } from './changes-books.ts'
import { type Command, DAY_MS, drawEnd, drawTouch } from './changes-commands.ts'
import { isAtOnce, isOtherInterval } from './changes-pauses.ts'
import { canReset, drawPauses } from './changes-pauses-random.ts'
import { type Priced, pricesOf } from './changes-prices.ts'
import type { Random } from './random.ts'

/** Both hemispheres, half hours, and clocks that are changed at midnight or by half an hour. */
export const ZONES = [
  ...['America/Toronto', 'Pacific/Auckland', 'Asia/Kolkata'],
  ...['Africa/Cairo', 'Australia/Lord_Howe', 'UTC'],
]

/** Before changes of clocks, and before a leap February. */
export const BEGINNINGS = [
  ...['2027-01-31T15:00:00.000Z', '2028-01-30T23:59:59.999Z'],
  ...['2026-10-15T04:30:00.500Z', '2026-03-06T07:15:00.000Z', '2027-04-10T21:30:00.000Z'],
]

/** Properties of a new subscription as they are sent, without its customer and items. */
export interface Draft {
  sent: {
    start?: string
    anchor?: object
    first_period?: 'prorate' | 'full' | 'free'
    trial_end?: string
    pause?: { resume_at?: string }
  }
  items: Item[]
  discount: 'percent' | 'amount' | null
  hasTaxes: boolean
}

const WEEKDAYS = ['monday', 'wednesday', 'friday', 'sunday'] as const
const quantityOf = ({ below }: Random) => 1 + below(12)
/** An item with the quantity that its price allows. */
const itemOf = (key: number, price: Priced, quantity: number): Item => ({
  ...{ key, price, quantity: price.isFlat ? 1 : quantity },
})
const nameOf = ({ interval, count }: Priced) => `${interval} ${count}`
const iso = (at: number) => new Date(at).toISOString()

export function draw(random: Random, now: number, intervals: string[]): Draft {
  const { below, pick } = random
  const each = pick(intervals)
  const items = Array.from({ length: 1 + below(3) }, (_, key) =>
    itemOf(key, pick(pricesOf(each)), quantityOf(random)),
  )
  const sent: Draft['sent'] = {}
  const when = below(10)
  const days = { day: 5, week: 20, month: 70, year: 500 }[each.split(' ')[0] as Priced['interval']]
  if (when < 2) sent.start = iso(now - below(days * 86_400) * 1000).slice(0, pick([10, 24]))
  else if (when === 2) sent.start = iso(now + (1 + below(20)) * DAY_MS)
  if (below(3) > 0) {
    const isShort = each.startsWith('day') || each.startsWith('week')
    sent.anchor = isShort
      ? { day_of_week: pick(WEEKDAYS) }
      : { day_of_month: pick(['last', 29, 30, 31, 1, 15, 1 + below(28)] as const) }
  }
  if (below(3) > 0) sent.first_period = pick(['prorate', 'full', 'full', 'free', 'free'] as const)
  const from = Math.max(now, Date.parse(sent.start ?? iso(now)))
  const later = (most: number) => iso(from + 1000 + below(most * 86_400) * 1000)
  if (when >= 2 && below(3) === 0) sent.trial_end = later(30)
  if (below(8) === 0) sent.pause = below(2) === 0 ? { resume_at: later(50) } : {}
  const discount = below(2) === 0 ? pick(['percent', 'percent', 'amount'] as const) : null
  return { sent, items, discount, hasTaxes: below(2) === 0 }
}

interface Drawn {
  sub: Sub
  /** The key of a new item. */
  key: number
  now: number
  intervals: string[]
}

/** One command, or several at the same instant; a change that is immediately reversed is two. */
export function drawCommands(random: Random, drawn: Drawn): Command[] {
  const { below } = random
  const { sub, key, now } = drawn
  const pauses = drawPauses(random, sub, now)
  const isPlanning = pauses?.[0]?.verb === 'pause' || pauses?.[0]?.verb === 'trial_end'
  const isOpen = (sub.status === 'active' || sub.status === 'trialing') && sub.cancelAt === null
  if (isPlanning && isOpen && sub.scheduled.length === 0 && below(3) === 0)
    return [{ verb: 'schedule', items: [drawScheduled(random, sub, key)] }, ...pauses!]
  if (pauses) return pauses
  // Until the interval changes, other items would not have the same one.
  const isMoving = sub.scheduled.some(({ items }) => isOtherInterval(sub, items))
  switch (below(isMoving ? 2 : 20)) {
    case 0:
      return [isMoving ? drawTouch(random) : drawEnd(random)]
    case 1:
      if (sub.cancelAt !== null) return [{ verb: 'keep' }]
      return sub.status === 'scheduled' ? [] : [{ verb: 'cancel', at: 'period_end' }]
    case 2:
    case 3:
      if (sub.status === 'scheduled' || sub.cancelAt !== null) return []
      return [{ verb: 'schedule', items: [drawScheduled(random, sub, key)] }]
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
      return [drawTouch(random)]
    case 9:
      return sub.cancelAt !== null ? [{ verb: 'keep' }] : []
    default:
      return vary(random, drawn, drawChange(random, drawn))
  }
}

/** Lets a change choose its time, or end the trial. */
function vary({ below }: Random, { sub }: Drawn, drawn: Command[]): Command[] {
  const { status, scheduled, cancelAt, pause, life } = sub
  const [change] = drawn
  if (drawn.length !== 1 || change?.verb !== 'change' || cancelAt !== null) return drawn
  const { request, isInterval } = change
  const { items, isReset } = request
  if (status === 'trialing' && below(2) === 0) {
    if (scheduled.length > 0 || pause?.from === life.trial_end) return drawn
    const prorated = { ...request, proration: 'prorate' } as const
    return [{ ...change, request: prorated, isTrialEnd: true }]
  }
  // Removed by then, an item cannot be changed at the period end.
  const isRemoved = ({ key }: ItemChange) =>
    scheduled.some((each) => each.items.some((item) => item.key === key && 'remove' in item))
  const atOnce = items.filter((item) => isAtOnce(sub, item)).length
  const isAllowed = !isReset || (isInterval && (atOnce === 0 || atOnce === items.length))
  if (
    status === 'scheduled' ||
    !isAllowed ||
    items.some(isRemoved) ||
    below(isInterval ? 2 : 3) > 0
  )
    return drawn
  return [{ verb: 'auto', items, isInterval }]
}

function drawScheduled(random: Random, sub: Sub, key: number): ItemChange {
  const { below, pick } = random
  const prices = pricesOf(nameOf((sub.items[0] as Item).price))
  const removed = sub.scheduled.flatMap(({ items }) => items.filter((item) => 'remove' in item))
  const { key: one } = pick(sub.items)
  // An item that is to be removed by then can no longer be changed.
  const isGone = removed.some((item) => item.key === one)
  if (isGone || below(4) === 0) return itemOf(key, pick(prices), quantityOf(random))
  if (below(4) === 0 && sub.items.length > removed.length + 1) return { key: one, remove: true }
  return itemOf(one, pick(prices), quantityOf(random))
}

/** A state that neither the item nor its newest open charge has. */
function other(sub: Sub, now: number, item: Item, make: () => Item): Item {
  const last = openAt(sub, now).findLast((charge) => charge.item.key === item.key)?.item
  const isSame = (a: Item, b: Item | undefined) => a.price === b?.price && a.quantity === b.quantity
  for (;;) {
    const made = make()
    if (!isSame(made, item) && !isSame(made, last)) return made
  }
}

function drawChange(random: Random, { sub, key, now, intervals }: Drawn): Command[] {
  const { below, pick } = random
  const prices = pricesOf(nameOf((sub.items[0] as Item).price))
  const proration = below(6) === 0 ? 'none' : 'prorate'
  const change = (items: ItemChange[], more: Partial<Request> = {}): Command => ({
    ...{ verb: 'change', isInterval: false, isBrief: below(2) === 0 },
    request: { items, proration, isReset: false, ...more },
  })
  const item = pick(sub.items)
  const differ = (of: Item, make: (of: Item) => Item) => other(sub, now, of, () => make(of))
  const price = (of: Item) =>
    differ(of, ({ key: one, quantity: had }) =>
      itemOf(one, pick(prices), pick([had, quantityOf(random)])),
    )
  const quantity = (of: Item) =>
    of.price.isFlat ? price(of) : differ(of, (each) => ({ ...each, quantity: quantityOf(random) }))
  const added = (from = prices) => itemOf(key, pick(from), quantityOf(random))
  const isRemovable = isSpare(sub, item)
  const removed = ({ key: one }: Item) => ({ key: one, remove: true as const })
  switch (below(12)) {
    case 0:
    case 1: {
      // There and back at one instant.
      const there = below(2) === 0 ? quantity(item) : price(item)
      return [there, item].map((one) => change([one], { proration: 'prorate' }))
    }
    case 2:
    case 3:
      return [change([price(item)])]
    case 4:
      if (sub.items.length > 3) return []
      return [change(below(2) === 0 ? [added()] : [quantity(item), added()])]
    case 5:
      return isRemovable ? [change([removed(item)])] : []
    case 6: {
      const next = sub.items.find((each) => each !== item)
      if (!next) return [change([quantity(item)])]
      return [
        change([
          price(item),
          isSpare(sub, next) && below(3) === 0 ? removed(next) : quantity(next),
        ]),
      ]
    }
    case 7:
      if (!canReset(sub, now)) return []
      return [change([pick([quantity, price])(item)], { isReset: true, proration: 'prorate' })]
    case 8: {
      if (!canReset(sub, now)) return []
      const others = pricesOf(pick(intervals))
      if (others[0]?.name === prices[0]?.name) return []
      const moved = sub.items.map((each, index) =>
        index > 0 && below(3) === 0 ? removed(each) : itemOf(each.key, pick(others), each.quantity),
      )
      const extra = below(3) === 0 ? [added(others)] : []
      const more = { isReset: true, proration: 'prorate' } as const
      return [{ ...change([...moved, ...extra], more), isInterval: true } as Command]
    }
    default:
      return [change([quantity(item)])]
  }
}

/**
 * True if an item can be removed now: nothing is scheduled for it, and another item remains after all scheduled
 * changes.
 */
function isSpare({ items, scheduled }: Sub, { key }: Item): boolean {
  const changed = scheduled.flatMap((change) => change.items)
  const removed = changed.filter((item) => 'remove' in item)
  return items.length > 1 + removed.length && !changed.some((item) => item.key === key)
}
