// A model of the arithmetic of credit notes, written from the documents only, in whole smallest units and fractions.

/** The contribution of a line of a finalized invoice; `base` is its amount less its discount. */
export interface Line {
  id: string
  amount: bigint
  discount: bigint
  /** A decimal. */
  quantity: string
  taxes: Tax[]
}

export interface Tax {
  rate: string
  inclusive: boolean
  amount: bigint
}

/** The amounts that a note credits on a line; taxes are in the order of the line's. */
export interface Part {
  line: Line
  base: bigint
  taxes: bigint[]
  /** Null if credited by amount. */
  quantity: string | null
}

/** A requested note: amounts or quantities of lines, or a total with tax. */
export type Asked =
  | { lines: { id: string; amount?: bigint; quantity?: string }[] }
  | { amount: bigint }

/** The maximum that can be credited on a line or an invoice. */
export class Exceeded extends Error {
  readonly most: bigint

  constructor(most: bigint) {
    super(`At most ${most} can be credited.`)
    this.most = most
  }
}

const DIGITS = 20
export const least = (a: bigint, b: bigint) => (a < b ? a : b)
const sumOf = (all: bigint[]) => all.reduce((sum, each) => sum + each, 0n)

/** A decimal in units of 10^-20. */
function fine(decimal: string): bigint {
  const [whole = '', rest = ''] = decimal.split('.')
  return BigInt(whole + rest.padEnd(DIGITS, '0'))
}

/** Rounds a fraction that is not negative, half up. */
export const rounded = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)

export const baseOf = ({ amount, discount }: Line): bigint => amount - discount

/** The amounts credited on a line by notes that are not void. */
interface Credited {
  base: bigint
  taxes: bigint[]
  quantity: bigint
}

export function creditedOn(line: Line, notes: readonly Part[][]): Credited {
  const parts = notes.flat().filter((part) => part.line.id === line.id)
  return {
    base: sumOf(parts.map(({ base }) => base)),
    taxes: line.taxes.map((_, at) => sumOf(parts.map(({ taxes }) => taxes[at] as bigint))),
    quantity: sumOf(parts.map(({ quantity }) => fine(quantity ?? '0'))),
  }
}

const remainingBase = (line: Line, { base }: Credited): bigint => baseOf(line) - base

/** The taxes of a base by cumulative share. Never negative: after a note is voided, a unit too much can be credited. */
export function taxesOn(line: Line, credited: Credited, base: bigint): bigint[] {
  const by = credited.base + base
  const share = (amount: bigint) => (by === 0n ? 0n : rounded(amount * by, baseOf(line)))
  const taxes = line.taxes.map(({ amount }, at) => {
    const due = share(amount) - (credited.taxes[at] as bigint)
    return due < 0n ? 0n : due
  })
  const included = [...line.taxes.keys()].filter((at) => line.taxes[at]?.inclusive)
  if (included.length > 0) fitIncluded(line, { included, credited, taxes, base, share })
  return taxes
}

interface Included {
  /** Positions of the taxes that the price includes. */
  included: number[]
  credited: Credited
  /** All taxes of the note so far. */
  taxes: bigint[]
  base: bigint
  share: (amount: bigint) => bigint
}

/** Fits the taxes in a price to their common share, unit by unit. */
function fitIncluded(line: Line, { included, credited, taxes, base, share }: Included): void {
  const sumIn = (all: bigint[]) => sumOf(included.map((at) => all[at] as bigint))
  const left = line.taxes.map(({ amount }, at) => amount - (credited.taxes[at] as bigint))
  const before = sumIn(credited.taxes)
  let together = share(sumIn(left) + before) - before
  // The net amount of the note, and the one that remains, are not negative, unless that of the line is.
  const base_after = remainingBase(line, credited) - base
  const least_of_all = sumIn(left) - base_after
  together = least(together, base)
  if (together < 0n) together = 0n
  if (together < least_of_all) together = least_of_all
  while (sumIn(taxes) > together) {
    const last = included.findLast((at) => (taxes[at] as bigint) > 0n) as number
    taxes[last] = (taxes[last] as bigint) - 1n
  }
  while (sumIn(taxes) < together) {
    const first = included.find((at) => (taxes[at] as bigint) < (left[at] as bigint)) as number
    taxes[first] = (taxes[first] as bigint) + 1n
  }
}

/** The part of taxes that is added to prices. */
const added = (line: Line, taxes: bigint[]): bigint =>
  sumOf(taxes.filter((_, at) => !line.taxes[at]?.inclusive))

/** The total with tax: of a part of a line, or of its remainder. */
export const totalOf = ({ line, base, taxes }: Pick<Part, 'line' | 'base' | 'taxes'>): bigint =>
  base + added(line, taxes)

function remainingTotal(line: Line, credited: Credited): bigint {
  const taxes = line.taxes.map(({ amount }, at) => amount - (credited.taxes[at] as bigint))
  return totalOf({ line, base: remainingBase(line, credited), taxes })
}

/** The parts of a new note; throws `Exceeded`. Parts of 0 are included for a note by total. */
export function credit(lines: readonly Line[], notes: readonly Part[][], asked: Asked): Part[] {
  if ('amount' in asked) return byTotal(lines, notes, asked.amount)
  return asked.lines.map(({ id, amount, quantity }) => {
    const line = lines.find((each) => each.id === id) as Line
    const credited = creditedOn(line, notes)
    const base = quantity === undefined ? (amount as bigint) : byQuantity(line, credited, quantity)
    if (base > remainingBase(line, credited)) throw new Exceeded(remainingBase(line, credited))
    return { line, base, taxes: taxesOn(line, credited, base), quantity: quantity ?? null }
  })
}

/** The share of all units credited by quantity, less the share of those credited before. */
function byQuantity(line: Line, credited: Credited, quantity: string): bigint {
  const whole = fine(line.quantity)
  const after = credited.quantity + fine(quantity)
  if (after > whole) throw new Exceeded(whole - credited.quantity)
  if (remainingBase(line, credited) === 0n) throw new Exceeded(0n)
  const share = (part: bigint) => rounded(baseOf(line) * part, whole)
  return least(share(after) - share(credited.quantity), remainingBase(line, credited))
}

function byTotal(lines: readonly Line[], notes: readonly Part[][], amount: bigint): Part[] {
  const credited = lines.map((line) => creditedOn(line, notes))
  const totals = lines.map((line, at) => remainingTotal(line, credited[at] as Credited))
  if (amount > sumOf(totals)) throw new Exceeded(sumOf(totals))
  const shares = spread(amount, totals)
  return lines.map((line, at) => inLine(line, credited[at] as Credited, shares[at] as bigint))
}

/** Splits an amount by largest remainder; ties go to the larger weight, then to the earlier one. */
function spread(amount: bigint, weights: bigint[]): bigint[] {
  const all = sumOf(weights)
  if (all === 0n) return weights.map(() => 0n)
  const shares = weights.map((weight) => (amount * weight) / all)
  const rest = (at: number) => (amount * (weights[at] as bigint)) % all
  const compare = (a: bigint, b: bigint) => (a < b ? 1 : a > b ? -1 : 0)
  const ranked = [...weights.keys()].sort(
    (a, b) => compare(rest(a), rest(b)) || compare(weights[a] as bigint, weights[b] as bigint),
  )
  const missing = Number(amount - sumOf(shares))
  for (const at of ranked.slice(0, missing)) shares[at] = (shares[at] as bigint) + 1n
  return shares
}

/** The part of a line whose total is its share. */
function inLine(line: Line, credited: Credited, share: bigint): Part {
  const most = remainingBase(line, credited)
  const at = (base: bigint) => ({ line, base, taxes: taxesOn(line, credited, base) })
  const fits = (base: bigint) => totalOf(at(base)) <= share
  if (!fits(0n)) return { ...cut(at(0n), share), quantity: null }
  const base = largest(least(most, share), fits)
  const missing = share - totalOf(at(base))
  // The documents do not define the case in which the base is too small: it takes its maximum, and the tax is cut.
  if (base + missing > most) return { ...cut(at(most), share), quantity: null }
  return { ...at(base), base: base + missing, quantity: null }
}

/** The largest number up to `most` that fits; 0 fits, and so does every number below one that fits. */
function largest(most: bigint, fits: (base: bigint) => boolean): bigint {
  let [low, high] = [0n, most]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (fits(middle)) low = middle
    else high = middle - 1n
  }
  return low
}

/** Cuts the taxes on top until the total is the share, the last rate first. */
function cut(part: Omit<Part, 'quantity'>, share: bigint): Omit<Part, 'quantity'> {
  const taxes = [...part.taxes]
  let over = totalOf(part) - share
  for (const at of [...taxes.keys()].reverse()) {
    if (part.line.taxes[at]?.inclusive) continue
    const less = least(over, taxes[at] as bigint)
    taxes[at] = (taxes[at] as bigint) - less
    over -= less
  }
  return { ...part, taxes }
}

/**
 * The gross amount to return for unused time on a line, less its share of the discount, capped by the remaining base.
 */
export function unusedBase(
  line: Line,
  notes: readonly Part[][],
  { before, returned }: { before: bigint; returned: bigint },
): bigint {
  const share = (gross: bigint) =>
    line.amount === 0n ? 0n : rounded(line.discount * gross, line.amount)
  const discount = share(before + returned) - share(before)
  return least(returned - discount, remainingBase(line, creditedOn(line, notes)))
}

/** The figures of a note. */
export function figuresOf(parts: readonly Part[]) {
  const included = ({ line, taxes }: Part) => sumOf(taxes) - added(line, taxes)
  return {
    subtotal: sumOf(parts.map(({ base }) => base)),
    tax: sumOf(parts.flatMap(({ taxes }) => taxes)),
    tax_included: sumOf(parts.map(included)),
    total: sumOf(parts.map(totalOf)),
    nets: parts.map((part) => part.base - included(part)),
  }
}

/** How a note is settled; undefined if the requested parts do not sum to its total. */
export function moneyOf(
  total: bigint,
  remaining: bigint,
  asked: { to_balance?: bigint; refund?: bigint; outside?: bigint } = {},
) {
  const to_open = least(total, remaining)
  const rest = total - to_open
  const { refund = 0n, outside = 0n } = asked
  const to_balance = asked.to_balance ?? rest - refund - outside
  if (to_balance < 0n || to_balance + refund + outside !== rest) return undefined
  return { to_open, to_balance, refund, outside }
}

/** The amount that notes can refund: money received, less what others refunded. */
export const refundable = (received: bigint, refunded: bigint, rest: bigint): bigint =>
  least(received - refunded, rest)
