// Checks a derivation by docs/guide/derivations.md only, as an outsider would: imports nothing from the product.

import {
  decimal,
  find,
  fits,
  integer,
  isObject,
  type Json,
  json,
  list,
  NODE,
  read,
  rounded,
  safe,
  show,
  split,
  stepsOf,
  text,
  total,
} from './evaluator-basics.ts'
import { judgeAfterLines } from './evaluator-taxes.ts'

type Figures = Record<'subtotal' | 'tax' | 'total' | 'credit_applied' | 'amount_due', number>
/** The invoice as the API shows it. */
type ShownInvoice = Figures & { currency: string; line_items: Record<string, unknown>[] }
const COLUMNS = 'quantity unit_amount quantity_decimal unit_amount_decimal amount pricing'
const BALANCE = text(/^(0|[1-9]\d*)\.\d{8}$/)
const CURRENCY = text(/^[a-z]{3}$/)
const amount = integer(0)
const orNull = (value: Json) => value === null || amount(value)
const SHOWN = { quantity: integer(1, 1_000_000_000), unit_amount: integer(0, 999_999_999_999) }
const TERMS: Json = { flat: { unit_amount: amount }, per_unit: { unit_amount_decimal: decimal } }
TERMS.graduated = TERMS.volume = { tiers: list }
TERMS.package = { size: integer(1), unit_amount: amount, free_units: amount }
TERMS.percentage = { rate: decimal, per_event: amount, free_events: orNull, free_amount: orNull }
/** An instant in whole seconds, or a date. */
const point = (value: Json) =>
  text(/\.000Z$|^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)(value) &&
  [value, `${value}T00:00:00.000Z`].includes(new Date(value).toJSON())
const isMinimum = (value: Json) =>
  isObject(value) &&
  /^billed,(product,products,)?seconds(,whole)?$/.test(String(Object.keys(value).sort())) &&
  amount(value.billed) &&
  amount(value.seconds) &&
  (value.whole === undefined || value.whole === true) &&
  (value.products === undefined || isDivided(value))
/** Divided by the amounts of two or more products, of which one is that of the line. */
const isDivided = ({ products, product, billed, whole }: Json) =>
  whole &&
  list(products) &&
  products.length > 1 &&
  products.every(integer(1)) &&
  integer(0, products.length - 1)(product) &&
  Number(total(products.map(BigInt))) === billed
const PART = {
  ...{ from: point, to: point, start: point, end: point },
  quantity_before: (value: Json) => value === undefined || decimal(value),
  amount_before: (value: Json) => value === undefined || decimal(value),
  minimum: (value: Json) => value === undefined || isMinimum(value),
}
const TIER = { unit_amount_decimal: decimal, flat_amount: amount }
const NONE = /bif|clp|djf|gnf|isk|jpy|kmf|krw|pyg|rwf|ugx|uyi|vnd|vuv|xaf|xof|xpf/
const DIGITS: Json = { 0: NONE, 3: /bhd|iqd|jod|kwd|lyd|omr|tnd/, 4: /clf|uyw/ }
const digitsOf = (currency: string) => [0, 3, 4].find((n) => DIGITS[n].test(currency)) ?? 2

/** The summands of the exact value: bigints have `places` digits, exact ones twice as many plus two. */
function partsOf(pricing: Json, quantity: bigint, events: bigint[], places: number) {
  const { model, size, unit_amount, rate, per_event, free_events, free_amount } = pricing
  const part = (name: string, inputs: Json, exact: bigint) => ({ name, inputs, exact })
  const money = (count: bigint, each: number) => read(count * BigInt(each), 2 * places + 2)
  let before = 0n
  if (model === 'package') {
    const billed = quantity - read(pricing.free_units, places)
    const packages = billed > 0n ? (billed - 1n) / read(size, places) + 1n : 0n
    const inputs = { units: show(billed, places), size, packages: json(packages), unit_amount }
    return packages > 0n ? [part('packages', inputs, money(packages, unit_amount))] : []
  }
  if (model === 'percentage') {
    const most = free_amount === null ? null : read(free_amount, places)
    const paying = events.flatMap((event, at) => {
      const open = at < (free_events ?? at + 1) && (most === null || before < most)
      before += event
      if (!open || (free_events ?? most) === null) return [event]
      return most !== null && before > most ? [before - most] : []
    })
    const [count, pays] = [paying.length, total(paying)]
    const first = part('rate', { rate, amount: show(pays, places) }, pays * read(rate, places))
    const more = part('events', { events: count, per_event }, money(BigInt(count), per_event))
    return count > 0 ? [first, more] : []
  }
  return pricing.tiers.flatMap((terms: Json, at: number) => {
    const { up_to, unit_amount_decimal: price, flat_amount } = terms
    const [from, to] = [before, up_to === null ? quantity : read(up_to, places)]
    before = to
    if (quantity <= from || (model === 'volume' && quantity > to)) return []
    const held = model === 'volume' ? quantity : (quantity < to ? quantity : to) - from
    const [tier, units] = [at + 1, show(held, places)]
    const exact = held * read(price, places) * 100n + money(1n, flat_amount)
    return part(`tier ${tier}`, { tier, units, unit_amount: price, flat_amount }, exact)
  })
}

/** The expected form of a line with `pricing`, before anything is computed. */
function priced({ pricing, events }: Json): Json {
  const { model, tiers }: Json = isObject(pricing) ? pricing : {}
  const known = (name: Json) => typeof name === 'string' && Object.hasOwn(TERMS, name)
  const part = isObject(pricing) && Object.hasOwn(pricing, 'part') ? PART : undefined
  const terms = { model: known, ...(known(model) && TERMS[model]), part }
  const least = (at: number) => (at > 0 ? Number(tiers[at - 1]?.up_to) + 1 : 0)
  const bound = (at: number) => (at < tiers.length - 1 ? integer(least(at)) : null)
  const tier = (_: Json, at: number) => ({ ...TIER, up_to: bound(at) })
  if (terms.tiers && list(tiers)) terms.tiers = Array.from(tiers.length ? tiers : [null], tier)
  const amounts = list(events) ? Array.from(events, () => decimal) : list
  return {
    ...{ ...NODE, rule: 'line_amount', pricing: terms },
    inputs: { quantity: model === 'flat' ? '1' : decimal },
    events: model === 'percentage' ? amounts : undefined,
    parts: model === 'flat' || model === 'per_unit' ? undefined : list,
    exact: (value: Json) => value === undefined || (decimal(value) && !part),
    rests: part && isObject,
  }
}

/** The expected `rests` of a price with `places` digits; undefined if the part is empty, not in its period, or mixed. */
function restsOf(part: Json, exact: bigint, places: number): Json {
  const [start, from, to, end] = ['start', 'from', 'to', 'end'].map(
    (name) => Date.parse(part[name]) / 1000,
  ) as [number, number, number, number]
  const lengths = new Set([part.start, part.from, part.to, part.end].map((each) => each?.length))
  if (!(start <= from && from < to && to <= end && lengths.size === 1)) return undefined
  const { minimum } = part
  const seconds = end - start
  if (minimum && minimum.seconds > seconds) return undefined
  const left = minimum ? [minimum.seconds, 0] : [end - from, end - to]
  const by = read(seconds, places)
  const rests = left.map((each) => json(rounded(exact * BigInt(each), by)))
  return { price: show(exact, places), seconds, left, rests }
}

/** Checks a line against its terms, and the line that the invoice shows against both. */
function judgeLine(line: Json, index: number, invoice?: ShownInvoice): string[] {
  const where = `line ${index + 1}:`
  const shape =
    line?.pricing !== undefined ? priced(line) : { ...NODE, rule: 'line_amount', inputs: SHOWN }
  const faults = fits(line, shape, where)
  if (faults.length > 0) return faults
  const { pricing = null, inputs, events = [], parts, result } = line
  const points: string[] = JSON.stringify([pricing, inputs, events]).match(/\.\d+/g) ?? []
  const places = points.reduce((most, each) => Math.max(most, each.length - 1), 0)
  const [quantity, more] = [read(inputs.quantity, places), 2 * places + 2]
  const amounts: bigint[] = events.map((event: string) => read(event, places))
  const price = inputs.unit_amount ?? pricing.unit_amount_decimal ?? pricing.unit_amount
  const single = [{ exact: quantity * read(price ?? 0, places) * 100n }]
  const due: Json[] = parts ? partsOf(pricing, quantity, amounts, places) : single
  const [exact, one] = [total(due.map((part) => part.exact)), read(1, more)]
  for (let at = 0; parts && at < Math.max(parts.length, due.length); at++) {
    const { name = `part ${at + 1}`, inputs, exact } = due[at] ?? {}
    const part = due[at] && { rule: name.split(' ')[0], inputs, exact: show(exact, more) }
    faults.push(...fits(parts[at], part, `${where} ${name}`))
  }
  const sum = pricing?.model === 'percentage' ? show(total(amounts), places) : inputs.quantity
  faults.push(...fits(inputs.quantity, sum, `${where} quantity`))
  const { part } = pricing ?? {}
  const rests = part && restsOf(part, exact, more)
  const former = part?.quantity_before
  if (rests && part.minimum) {
    const { billed } = part.minimum
    rests.before = { price: String(billed), rests: [billed, 0] }
  } else if (rests && part.amount_before !== undefined) {
    const { price, rests: each } = restsOf(part, read(part.amount_before, more), more)
    rests.before = { price, rests: each }
  } else if (rests && former) {
    const units = read(former, places)
    const whole = parts
      ? partsOf(pricing, units, [units], places)
      : [{ exact: units * read(price ?? 0, places) * 100n }]
    const { price: value, rests: each } = restsOf(
      part,
      total(whole.map(({ exact }: Json) => exact)),
      more,
    )
    rests.before = { price: value, rests: each }
  }
  const less = rests?.before ? rests.before.rests[0] - rests.before.rests[1] : 0
  const missing = rests && rests.rests[0] - rests.rests[1] - less
  const { products, product } = part?.minimum ?? {}
  if (part && !rests) return faults.concat(`${where} pricing part is not in its period`)
  const spelled = !part && exact % one ? show(exact, more) : undefined
  faults.push(...fits(line.exact, spelled, `${where} exact`))
  faults.push(...fits(line.rests, rests, `${where} rests`))
  faults.push(
    ...fits(
      result,
      rests
        ? products
          ? json(split(BigInt(missing), products.map(BigInt))[product] ?? 0n)
          : missing
        : json(rounded(exact, one)),
      `${where} result`,
    ),
  )
  if (!invoice) return faults
  const integral = (value: Json) => (/^\d+$/.test(value) && !parts ? Number(value) : undefined)
  const [units, unit] = [integral(inputs.quantity), integral(price)]
  const plain = !part && SHOWN.quantity(units) && SHOWN.unit_amount(unit)
  const hasNone = plain || pricing.model === 'flat'
  const decimals = hasNone ? [null, null] : [inputs.quantity, parts || part ? null : String(price)]
  const shown = [...(plain ? [units, unit] : [1, result]), ...decimals, result, pricing]
  for (const [n, name] of COLUMNS.split(' ').entries()) {
    faults.push(...fits(invoice.line_items[index]?.[name], shown[n], `${where} shown ${name}`))
  }
  return faults
}

const rulesOf = (node: Json) => String(Array.from(stepsOf(node), (step) => step?.rule).sort())
const amountOf = (node: Json) => (safe(node?.result) ? BigInt(node.result) : 0n)
function sum(node: Json, rule: string, heads = {}) {
  const result = json(total(stepsOf(node).map(amountOf)))
  return fits(node, { ...NODE, steps: list, rule, result, ...heads }, rule)
}

const rulesOfTotal = (tax: Json) =>
  `discount,subtotal,tax${find(tax, 'tax_inclusive') ? ',tax_included' : ''}`

/** Returns every problem of a derivation, and of the invoice that shows it. Never throws. */
export function judge(derivation: unknown, invoice?: ShownInvoice): string[] {
  try {
    const amount_due: Json = derivation
    const currency = amount_due.currency
    const [total, paid] = [find(amount_due, 'total'), find(amount_due, 'credit_applied')]
    const [subtotal, tax] = [find(total, 'subtotal'), find(total, 'tax')]
    const exponent = digitsOf(currency)
    const held = BALANCE(paid?.inputs?.balance) ? read(paid.inputs.balance, exponent) : 0n
    const most = Math.min(Number(held), total?.result)
    const pays = integer(-most, Math.min(-most, -1))
    const credit = { steps: [], inputs: { balance: BALANCE }, result: pays }
    const heads = { version: 2, currency: CURRENCY, exponent }
    const faults = sum(amount_due, 'amount_due', heads).concat(
      fits(rulesOf(amount_due), paid ? 'credit_applied,total' : 'total', 'amount_due steps'),
      paid ? sum(paid, 'credit_applied', credit) : [],
      sum(total, 'total'),
      fits(rulesOf(total), rulesOfTotal(tax), 'total steps'),
      sum(subtotal, 'subtotal'),
      sum(tax, 'tax', { untaxed: (_: Json) => true }),
      sum(find(total, 'discount'), 'discount'),
      ...stepsOf(subtotal).map((line, at) => judgeLine(line, at, invoice)),
      judgeAfterLines(total, stepsOf(subtotal).map(amountOf), invoice),
    )
    if (!invoice) return faults
    const seen: Json = { ...invoice, line_items: invoice.line_items.length }
    const figures = { subtotal, tax, total, amount_due, credit_applied: { result: 0, ...paid } }
    for (const [name, node] of Object.entries(figures)) {
      const sign = name === 'credit_applied' ? -1 : 1
      faults.push(...fits(seen[name], sign * node?.result, `${name} shown`))
    }
    const lines = fits(seen.line_items, stepsOf(subtotal).length, 'number of lines shown')
    return faults.concat(lines, fits(seen.currency, currency, 'currency shown'))
  } catch {
    return ['amount_due cannot be read to its end']
  }
}
