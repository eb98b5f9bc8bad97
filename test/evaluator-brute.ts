// Computes discounts and taxes in the most obvious way, by counting units one by one: for small amounts, and slow.

import { type Json, line, perUnit, plain } from './evaluator-trees.ts'

export interface BruteLine {
  amount: number
  product: string | null
  price: string | null
  /** Indexes into the rates. */
  rates: number[]
  inclusive: boolean
  /** When its period begins; null if it bills no subscription. */
  begins: number | null
}
export interface BruteDiscount {
  source: 'subscription' | 'customer' | 'invoice'
  /** In ten-thousandths of a percent; otherwise an amount. */
  percent?: number
  amount?: number
  products: string[]
  minimum?: number
  ends?: number
}
/** In ten-thousandths of a percent, in the order of their IDs. */
export interface BruteRate {
  id: string
  percent: number
}
export interface Brute {
  lines: BruteLine[]
  discounts: BruteDiscount[]
  rates: BruteRate[]
}

const sum = (all: number[]) => all.reduce((one, other) => one + other, 0)

/** The largest integer whose multiple does not exceed the value, found by counting. */
function most(value: number, of: number): number {
  let count = 0
  while ((count + 1) * of <= value) count += 1
  while (count * of > value) count -= 1
  return count
}
/** Rounds to the nearest multiple, half away from zero. */
function nearest(value: number, of: number): number {
  const below = most(value, of)
  const [down, up] = [value - below * of, (below + 1) * of - value]
  if (down === up) return value < 0 ? below : below + 1
  return down < up ? below : below + 1
}

export function portions(amount: number, weights: number[]): number[] {
  const all = sum(weights)
  if (all === 0) return weights.map(() => 0)
  if (all < 0) {
    return portions(
      amount,
      weights.map((weight) => 0 - weight),
    )
  }
  if (amount < 0) return portions(-amount, weights).map((part) => 0 - part)
  const parts = weights.map((weight) => most(amount * weight, all))
  const rests = weights.map((weight, at) => amount * weight - (parts[at] ?? 0) * all)
  for (let missing = amount - sum(parts); missing > 0; missing--) {
    let best = -1
    for (const [at, rest] of rests.entries()) {
      const [former = -1, weight = 0] = [rests[best], weights[best]]
      if (rest > former || (rest === former && (weights[at] ?? 0) > weight)) best = at
    }
    parts[best] = (parts[best] ?? 0) + 1
    rests[best] = -1
  }
  return parts
}

/** Formats an integer as a decimal with that many decimal places. */
function decimalOf(value: number, digits: number): string {
  const text = String(Math.abs(value)).padStart(digits + 1, '0')
  const decimal = `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '')
  return value < 0 ? `-${decimal}` : decimal
}
export const percentText = (percent: number) => decimalOf(percent, 4)
const exactly = (value: number) => (value % 1_000_000 === 0 ? {} : { exact: decimalOf(value, 6) })

export const because = { code: 'rate_named', place: 'CA-QC', date: '2026-11-22' }

/** The result for each line. */
export interface BruteResult {
  left: number
  tax: number
  included: number
  discounts: { at: number; amount: number }[]
  taxes: { rate: number; amount: number }[]
}

export function brute({ lines, discounts, rates }: Brute): { total: Json; results: BruteResult[] } {
  const results: BruteResult[] = lines.map(({ amount }) => ({
    ...{ left: amount, tax: 0, included: 0, discounts: [], taxes: [] },
  }))
  const key = ({ rates: own }: BruteLine) =>
    own
      .map((rate) => rates[rate]?.id ?? '')
      .sort()
      .join(' ')
  const of = (number: number) => lines[number] as BruteLine
  const on = (number: number) => results[number] as BruteResult
  const inOrder = [...lines.keys()].sort((a, b) => {
    const texts = (line: BruteLine) => [
      ...[key(line), String(line.inclusive), line.product ?? '', line.price ?? ''],
    ]
    const [one, other] = [texts(of(a)), texts(of(b))]
    const at = one.findIndex((text, index) => text !== other[index])
    if (at >= 0) return (one[at] ?? '') < (other[at] ?? '') ? -1 : 1
    return of(b).amount - of(a).amount || a - b
  })
  const share = (result: number, numbers: number[]) => {
    const parts = portions(
      result,
      numbers.map((number) => on(number).left),
    )
    return numbers.map((number, at) => ({
      ...{ line: number + 1, of: on(number).left, amount: parts[at] ?? 0 },
    }))
  }
  const taking = discounts.map((discount, at) => {
    const { percent, amount, products, minimum, ends = Number.POSITIVE_INFINITY } = discount
    const numbers = inOrder.filter((number) => {
      const isFor = products.length === 0 || products.includes(of(number).product ?? 'none')
      return isFor && on(number).left > 0 && (of(number).begins ?? -1) < ends
    })
    const base = sum(numbers.map((number) => on(number).left))
    const isShort = minimum !== undefined && base < minimum
    const exact = isShort ? 0 : base * (percent ?? 0)
    const fixed = Math.min(amount ?? 0, base)
    const value = isShort ? 0 : percent === undefined ? fixed : nearest(exact, 1_000_000)
    const shares = share(value, numbers)
    for (const { line, amount: part } of shares) {
      on(line - 1).left -= part
      on(line - 1).discounts.push({ at, amount: part })
    }
    const inputs = {
      ...{ discount: `disc_${at}`, name: `Discount ${at}` },
      ...(percent === undefined ? { amount_off: amount } : { percent_off: percentText(percent) }),
      ...{ base, ...(minimum !== undefined && { minimum_amount: minimum }) },
      ...(ends < Number.POSITIVE_INFINITY && { ends_at: new Date(ends).toISOString() }),
    }
    const node = { rule: 'discount_amount', inputs, shares, ...exactly(exact), steps: [] }
    return { ...node, result: 0 - value }
  })
  const shownRate = ({ id, percent }: BruteRate) => ({
    ...{ rate: id, name: 'Tax', percentage: percentText(percent), category: 'standard' },
  })
  const note = (shares: { line: number; amount: number }[], rate: number, isIn: boolean) => {
    for (const { line, amount } of shares) {
      on(line - 1).tax += amount
      on(line - 1).included += isIn ? amount : 0
      on(line - 1).taxes.push({ rate, amount })
    }
  }
  const taxes: Json[] = []
  for (const [rate, named] of rates.entries()) {
    const numbers = inOrder.filter((n) => !of(n).inclusive && of(n).rates.includes(rate))
    if (numbers.length === 0) continue
    const taxable = sum(numbers.map((number) => on(number).left))
    const exact = taxable * named.percent
    const result = nearest(exact, 1_000_000)
    const shares = share(result, numbers)
    note(shares, rate, false)
    const inputs = { ...shownRate(named), taxable }
    const node = { rule: 'tax_exclusive', inputs, because, shares, ...exactly(exact), steps: [] }
    taxes.push({ ...node, result })
  }
  const groups = new Set(lines.filter(({ inclusive }) => inclusive).map(key))
  for (const group of [...groups].filter(Boolean).sort()) {
    const numbers = inOrder.filter((n) => of(n).inclusive && key(of(n)) === group)
    const own = [...rates.keys()].filter((rate) => of(numbers[0] ?? 0).rates.includes(rate))
    const weights = own.map((rate) => rates[rate]?.percent ?? 0)
    const [gross, together] = [sum(numbers.map((n) => on(n).left)), sum(weights)]
    const tax = nearest(gross * together, 1_000_000 + together)
    const figures = { gross, taxable: gross - tax, group_tax: tax }
    const split = portions(tax, weights)
    for (const [at, rate] of own.entries()) {
      const shares = share(split[at] ?? 0, numbers)
      note(shares, rate, true)
      const inputs = { ...shownRate(rates[rate] as BruteRate), ...figures }
      const node = { rule: 'tax_inclusive', inputs, because, shares, steps: [] }
      taxes.push({ ...node, result: split[at] ?? 0 })
    }
  }
  const node = (rule: string, steps: Json[]) => ({
    ...{ rule, inputs: {}, steps, result: sum(steps.map(({ result }) => result)) },
  })
  const included = sum(results.map((each) => each.included))
  const billed = lines.map(({ amount, price }) =>
    price ? line(perUnit(String(amount)), '1', amount) : plain(1, amount, amount),
  )
  const steps: Json[] = [node('subtotal', billed), node('discount', taking), node('tax', taxes)]
  if (taxes.some(({ rule }) => rule === 'tax_inclusive'))
    steps.push({ rule: 'tax_included', inputs: {}, steps: [], result: 0 - included })
  return { total: node('total', steps), results }
}
