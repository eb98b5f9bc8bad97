// Random subscriptions and commands for each option of a change: arrears, the next invoice, full differences, billing
// days, past instants and other intervals; and prices with minimums, with each of them.

import { type Priced, pricesOf } from './changes-prices.ts'
import type { Random } from './random.ts'
import { type Anchor, type Day, type gridOf, WEEKDAYS } from './recurring-grid.ts'
import type { Act, Life, Want } from './recurring-terms.ts'

/** What lives of a kind can use, in addition to plain changes. */
export const OPTIONS = [
  'plain',
  'arrears',
  'next',
  'difference',
  'day',
  'past',
  'mixed',
  'minimum',
] as const
/** The options that the service implements. */
export const READY: Option[] = [
  ...(['plain', 'arrears', 'next', 'difference', 'day', 'past', 'mixed', 'minimum'] as const),
]
export type Option = (typeof OPTIONS)[number]

const DAY_MS = 86_400_000
const LATE = ' late'
const LEAST = ' least'

/** The minimums of prices, by their names without the interval. */
const MINIMUMS: Record<string, number> = {
  ...{ seats: 20_000, decimal: 11_111, fraction: 150, flat: 9_001, volume: 12_000 },
  ...{ graduated: 9_999, free: 777 },
}

/** The intervals of one subscription: each is a whole multiple of the first. */
const FAMILIES = [
  ...[
    ['month 1', 'month 3', 'year 1'],
    ['month 1', 'year 1'],
    ['month 3', 'year 1', 'year 2'],
  ],
  ...[
    ['week 1', 'week 2'],
    ['day 1', 'week 1'],
    ['month 1', 'month 3'],
  ],
]
const ALONE = ['month 1', 'month 1', 'month 1', 'month 3', 'year 1', 'week 1', 'week 2', 'day 10']

/** The name of a price that is billed at the end of each period. */
export const lateOf = ({ name }: Pick<Priced, 'name'>) => name + LATE
/** The name of a price with a minimum, and the minimum. */
export const leastOf = ({ name }: Priced) => name + LEAST
export const minimumOf = ({ name }: Priced): number => MINIMUMS[name.split(' ')[2] ?? ''] ?? 0
const pricedOf = (price: string) => {
  const [interval, count, name] = price.split(' ')
  const found = pricesOf(`${interval} ${count}`).find((each) => each.name.split(' ')[2] === name)
  return found as Priced
}
export const isFlat = (price: string) => pricedOf(price).isFlat

/** A subscription as it is drawn and sent, and how it is evaluated. */
export interface Drawn {
  option: Option
  /** True if most of its prices have a minimum. */
  hasMinimums: boolean
  random: Random
  family: string[]
  life: Life
  grid: ReturnType<typeof gridOf>
  status: string
  period: { start: number; end: number } | null
  /** The key of the next item. */
  next: number
  /** The items, by key. */
  wants: Map<string, Want>
  /** The instant of the last change or resume. */
  changed: number
  /** The anchors of the billing days to which it moved. */
  days: Anchor[]
  /** The instant of a change that is planned. */
  planned: { at: number; act: Act } | null
}

/** True if the subscription has a minimum too: its items have one interval. */
export const mayCostAtLeast = (option: Option, below: Random['below']): boolean =>
  option !== 'mixed' && below(2) === 0

export function drawFamily({ pick }: Random, option: Option): string[] {
  return option === 'mixed' ? pick(FAMILIES) : [pick(ALONE)]
}

type Chosen = Pick<Drawn, 'random' | 'option' | 'family' | 'hasMinimums'>

function drawPrice({ random: { below, pick }, option, family, hasMinimums }: Chosen): string {
  const priced = pick(pricesOf(pick(family)))
  const late = option === 'arrears' ? 2 : option === 'next' ? 5 : 0
  const name = hasMinimums && below(4) > 0 ? leastOf(priced) : priced.name
  return late > 0 && below(late) === 0 ? lateOf({ name }) : name
}

export function drawWant(chosen: Chosen, id: string): Want {
  const { random } = chosen
  const price = drawPrice(chosen)
  return { id, price, quantity: isFlat(price) ? 1 : 1 + random.below(12) }
}

/** The day on which periods begin. */
export function drawDay({ below, pick }: Random, family: string[]): Day {
  const isShort = /day|week/.test(family[0] as string)
  if (isShort) return { day_of_week: pick(WEEKDAYS) }
  const isYear = family.every((each) => each.startsWith('year'))
  if (isYear && below(3) === 0) return { day_of_month: 1 + below(28), month: 1 + below(12) }
  return { day_of_month: pick(['last', 29, 30, 31, 1, 15, 1 + below(28)] as const) }
}

/** A command: the path, the body without IDs, and the act that it is. */
export interface Command {
  verb: 'change' | 'pause' | 'resume' | 'cancel'
  body: object
  items: (Want | { id: string; remove: true })[]
  act: Act
  /** Set if it waits for a boundary. */
  at?: number
}

const command = (verb: Command['verb'], body: object, act: Act): Command => ({
  ...{ verb, body, act, items: [] },
})

export function drawCommand(drawn: Drawn, now: number): Command | undefined {
  const { random, status, planned } = drawn
  const { below } = random
  if (planned || isPast(drawn, now)) return undefined
  const at = { at: now, follows: true }
  if (status === 'paused') {
    if (below(3) > 0) return undefined
    const anchor = below(4) === 0 && canReset(drawn, now) ? 'reset' : 'keep'
    return command('resume', anchor === 'keep' ? {} : { anchor }, { ...at, type: 'resume', anchor })
  }
  if (status !== 'active' && status !== 'trialing') return undefined
  if (below(10) === 0) {
    // The design does not say whether a pause on the day on which a trial ends precedes that end if days are counted.
    if (isLastOfTrial(drawn, now) || isSettled(drawn, now)) return undefined
    const credit_unused = below(2) === 0
    return command('pause', { credit_unused }, { ...at, type: 'pause', credit_unused })
  }
  return below(5) === 0 ? undefined : drawChange(drawn, now)
}

const isLastOfTrial = ({ status, grid, life }: Drawn, now: number) =>
  status === 'trialing' && grid.effective(now) === grid.effective(life.trial_end ?? 0)

/** True if no day of the period is left: the design does not say whether an item added on it counts as billed. */
const isLastDay = ({ grid, period }: Drawn, now: number) =>
  period !== null && grid.effective(now) === grid.effective(period.end)

/**
 * True if changes for the next invoice can have been billed at this instant: the design does not say whether a charge
 * of a request in the same second, or of the renewal in it, is paid.
 */
const isSettled = ({ option, life, period }: Drawn, now: number) =>
  option === 'next' &&
  (period?.start === now || life.acts.some(({ at, type }) => at === now && type === 'change'))

/** True if a change for a past instant was sent at this one: its note is judged by the end of the same second. */
const isPast = ({ life }: Drawn, now: number) =>
  life.acts.some(({ sent }) => sent !== undefined && sent === now)

export function drawEnd(drawn: Drawn, now: number): Command {
  const isCredited = (drawn.random.below(4) > 0 && !isPast(drawn, now)) || isSettled(drawn, now)
  const unused = isCredited ? 'credit' : 'none'
  const act: Act = { at: now, follows: true, type: 'cancel', unused }
  return command('cancel', { at: 'now', unused }, act)
}

/** True if a new period can begin: the design does not define it in a repeated hour, a trial and a free first part. */
function canReset({ grid, wants, status, life, days }: Drawn, now: number): boolean {
  if (status === 'trialing' || now < (life.trial_end ?? 0)) return false
  const t = grid.effective(now)
  const one = [...wants.values()][0]!.price
  const isFree = [life.anchor, ...days].some((anchor) => {
    const { start, end } = grid.period(anchor, one, grid.first)
    return life.first_period === 'free' && grid.effective(start) < grid.first && t < end
  })
  return !isFree && grid.period(grid.anchorAt(t), one, t).start === t
}

function drawChange(drawn: Drawn, now: number): Command | undefined {
  const { random, option, family, wants, status } = drawn
  const { below, pick } = random
  const all = [...wants.values()]
  const one = pick(all)
  const price = below(2) === 0 || isFlat(one.price) ? drawPrice(drawn) : one.price
  const changed = { id: one.id, price, quantity: isFlat(price) ? 1 : 1 + below(12) }
  const items: Command['items'] = [changed]
  const shape = below(10)
  if (shape === 0 && all.length > 1) items[0] = { id: one.id, remove: true }
  if (shape === 1 && all.length < 4) items[0] = drawWant(drawn, String(drawn.next))
  // Before the first period, the billing day stays.
  const resets = status !== 'trialing' && isOtherBase(drawn, items)
  if (resets && !canReset(drawn, now)) return undefined
  const base = { at: now, follows: true, type: 'change', proration: 'prorate' } as const
  const act: Act & { type: 'change' } = { ...base, items, anchor: resets ? 'reset' : 'keep' }
  const body: Record<string, unknown> = { at: 'now' }
  const made = { verb: 'change', items, body, act } as const
  if (resets) return made
  // Items that are billed at the end of their period are not billed without proration.
  const isLate = [one, ...items].some((item) => 'price' in item && item.price.endsWith(LATE))
  // Each option in two of three changes.
  const uses = (wanted: Option) => option === wanted && below(3) > 0
  if (uses('day') && (status === 'trialing' || canReset(drawn, now))) {
    const day = drawDay(random, family)
    const repeats = repeatsPeriod(drawn, day, now)
    if (drawn.hasMinimums && repeats) return undefined
    act.anchor = day
    body.anchor = day
    if (below(2) === 0) items.length = 0
  } else if (uses('difference')) {
    if (isLastDay(drawn, now)) return undefined
    act.proration = 'full_difference'
    body.proration = 'full_difference'
  } else if (uses('next')) {
    act.invoice = 'next'
    body.invoice = 'next'
  } else if (uses('past') && status === 'active') {
    const from = Math.max(drawn.period!.start, drawn.changed)
    act.at = from + Math.floor(random.below(Math.max(1, (now - from) / 1000))) * 1000
    act.sent = now
    body.at = new Date(act.at).toISOString()
  } else if (below(6) === 0 && !isLate && daysOf(price) === daysOf(one.price)) {
    act.proration = 'none'
    body.proration = 'none'
  } else if (below(8) === 0 && canReset(drawn, now)) {
    act.anchor = 'reset'
    body.anchor = 'reset'
  }
  return made
}

/**
 * True if a period of another billing day is one that a former day had: the design is open to whether its minimum is due
 * with the first of these changes. Remembers the day.
 */
function repeatsPeriod({ grid, wants, days, life }: Drawn, day: Day, now: number): boolean {
  const t = grid.effective(now)
  const at = Math.max(t, grid.first)
  const anchor = grid.anchorOf(day, at)
  const repeats = [...wants.values(), ...life.items].some(({ price }) => {
    const { end } = grid.period(anchor, price, at)
    return [life.anchor, ...days].some((former) => grid.period(former, price, at).end === end)
  })
  days.push(anchor)
  return repeats
}

const DAYS = { day: 1, week: 7, month: 30, year: 365 }
const daysOf = (price: string) => {
  const { interval, count } = pricedOf(price)
  return DAYS[interval] * count
}

/** True if the shortest interval changes, so that a new period begins. */
function isOtherBase({ wants }: Drawn, items: Command['items']): boolean {
  const after = new Map(wants)
  for (const item of items)
    if ('remove' in item) after.delete(item.id)
    else after.set(item.id, item)
  const shortest = (of: Map<string, Want>) =>
    Math.min(...[...of.values()].map(({ price }) => daysOf(price)))
  return shortest(after) !== shortest(wants)
}

/** When the clock stops next: after some days, often exactly when a period of one subscription ends. */
export function drawStop({ below, pick }: Random, all: Drawn[], now: number, days: number): number {
  const to = now + days * DAY_MS
  const ends = all.flatMap(({ period }) =>
    period && period.end > now && period.end < to ? period.end : [],
  )
  return below(3) === 0 && ends.length > 0 ? pick(ends) : to + below(DAY_MS)
}
