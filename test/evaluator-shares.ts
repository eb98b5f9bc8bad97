// Checks shares and discounts against the guide to derivations. Imports nothing from the product.

import {
  decimal,
  exactOf,
  fits,
  integer,
  type Json,
  json,
  list,
  NODE,
  read,
  rounded,
  safe,
  split,
  text,
  total,
} from './evaluator-basics.ts'

/** The known properties of a line, filled in step by step. */
export interface Line {
  number: number
  amount: bigint
  /** The amount after discounts. */
  left: bigint
  exclusive: string[]
  inclusive: string[]
  tax: bigint
  included: bigint
  discounts: Json[]
  taxes: Json[]
  shown: Json
}
export type Shape = Record<string, Json>
export const words = text(/^/)
const INSTANT = text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const exact = (value: Json) => value === undefined || /^-?\d+\.\d*[1-9]$/.test(value)
const byText = (a: Json, b: Json) => Number(a > b) - Number(a < b)
export const ratesOf = ({ exclusive, inclusive }: Line) =>
  [...new Set([...exclusive, ...inclusive])].sort().join(' ')
const among = (a: Line, b: Line) =>
  byText(ratesOf(a), ratesOf(b)) || b.exclusive.length - a.exclusive.length

/** Sort order of shares; without the invoice, product and price are unknown and do not count. */
function inOrder(a: Line, b: Line): number {
  const each = ['product_id', 'price_id'].map((name) =>
    byText(a.shown?.[name] ?? '', b.shown?.[name] ?? ''),
  )
  const known = a.shown && b.shown ? each[0] || each[1] : 0
  return among(a, b) || known || Number(b.amount - a.amount) || a.number - b.number
}

/** Returns the lines of a node's shares; a fault if a line is unknown, repeated, or out of order. */
export function linesOf(
  node: Json,
  lines: Line[],
  where: string,
  isShown: boolean,
): [Line[], string[]] {
  const numbers: Json[] = Array.from(node.shares, (share: Json) => share?.line)
  const shared = numbers.map((number) => lines.find((line) => line.number === number))
  const found = shared.filter((line) => line !== undefined)
  if (found.length < numbers.length || new Set(numbers).size < numbers.length)
    return [[], [`${where} shares are of lines ${numbers.join()}`]]
  // Lines of the same rates are ordered by product and price first, which only the invoice contains.
  const isBefore = isShown ? inOrder : among
  const sorted = found.toSorted(isBefore).map(({ number }) => number)
  return [found, fits(numbers, sorted, `${where} order of shares`)]
}

export function sharesOf(result: bigint, lines: Line[]): Json[] {
  const parts = split(
    result,
    lines.map(({ left }) => left),
  )
  return lines.map(({ number, left }, at) => ({
    ...{ line: number, of: json(left), amount: json(parts[at] ?? 0n) },
  }))
}
/** True if the period of a subscription's line does not begin while a discount lasts, from its day to its end. */
function isPast({ starts_at = '', ends_at = '9999' }: Json, { shown }: Line): boolean {
  const begins = shown?.pricing?.part?.start ?? shown?.period?.start
  return Boolean(shown?.subscription_item_id) && (begins >= ends_at || begins < starts_at)
}
export const amountOf = ({ amount }: Json) => (safe(amount) ? BigInt(amount) : 0n)

export function judgeDiscount(node: Json, at: number, lines: Line[], shown: Json): string[] {
  const where = `discount ${at + 1}:`
  const inputs: Shape = { discount: text(/./), name: words, base: integer(0) }
  inputs[node?.inputs?.percent_off === undefined ? 'amount_off' : 'percent_off'] =
    node?.inputs?.percent_off === undefined ? integer(0) : decimal
  if (node?.inputs?.minimum_amount !== undefined) inputs.minimum_amount = integer(0)
  for (const name of ['starts_at', 'ends_at'])
    if (node?.inputs?.[name] !== undefined) inputs[name] = INSTANT
  const shape = { ...NODE, rule: 'discount_amount', inputs, shares: list, exact }
  const faults = fits(node, shape, where)
  if (faults.length > 0) return faults
  const [shared, order] = linesOf(node, lines, where, Boolean(shown))
  const nothing = shared.filter(({ left }) => left <= 0n)
  for (const { number } of nothing) faults.push(`${where} shares line ${number} of 0`)
  const past = shared.filter((line) => isPast(node.inputs, line))
  for (const { number } of past) faults.push(`${where} has ended before line ${number}`)
  // A discount applies by product and price, so lines that have both in common get it together.
  const alike = (a: Line, b: Line) =>
    a.shown && b.shown && ['product_id', 'price_id'].every((of) => a.shown[of] === b.shown[of])
  for (const line of lines) {
    const isOut = line.left > 0n && !shared.includes(line) && !isPast(node.inputs, line)
    if (isOut && shared.some((other) => alike(line, other)))
      faults.push(`${where} shares are without line ${line.number}`)
  }
  const base = total(shared.map(({ left }) => left))
  const { discount: id, name, percent_off, amount_off, minimum_amount = 0 } = node.inputs
  const places = `${percent_off ?? ''}`.split('.')[1]?.length ?? 0
  const percent = base * read(percent_off ?? 0, places)
  const fixed = read(Math.min(amount_off ?? 0, Number(base)), places + 2)
  const digits = base < BigInt(minimum_amount) ? 0n : percent_off ? percent : fixed
  const value = rounded(digits, read(1, places + 2))
  const shares = sharesOf(value, shared)
  faults.push(
    ...order,
    ...fits(node.inputs.base, json(base), `${where} inputs base`),
    ...fits(node.exact, exactOf(digits, places + 2), `${where} exact`),
    ...fits(node.result, json(-value), `${where} result`),
    ...fits(Array.from(node.shares), shares, `${where} shares`),
  )
  for (const [n, line] of shared.entries()) {
    line.left -= amountOf(shares[n])
    line.discounts.push({ id, amount: shares[n].amount })
  }
  if (!shown?.discounts) return faults
  const { coupon_id: _, promotion_code_id: __, source: ___, ...seen } = shown.discounts[at] ?? {}
  const amount = json(value)
  return faults.concat(fits(seen, { id, name, amount }, `shown discounts ${at + 1}`))
}
