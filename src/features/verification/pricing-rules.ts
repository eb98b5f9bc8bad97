// Prices a line again by its terms, in fractions. Shares no code with the engine that billed it:
// docs/guide/derivations.md is its source.

import { invariant } from '../../invariant.ts'
import { shareOut } from './discount-rules.ts'
import {
  beyond,
  type Fraction,
  fraction,
  integer,
  isBelow,
  isNothing,
  type Members,
  NOTHING,
  plus,
  quote,
  readDecimal,
  readList,
  readMembers,
  rounded,
  smaller,
  spell,
  sum,
  times,
  whole,
} from './fractions.ts'
import type { BooksLine } from './store-invoices.ts'

export interface Part {
  rule: 'tier' | 'packages' | 'rate' | 'events'
  inputs: Record<string, number | string>
  exact: Fraction
}

/** `parts` is null for models without parts. */
export interface Priced {
  exact: Fraction
  parts: Part[] | null
}

type PricingRule = (terms: Members, quantity: Fraction, events: Fraction[]) => Priced

interface Tier {
  number: number
  /** Null for the last tier. */
  up_to: Fraction | null
  unit_amount: string
  flat_amount: number
}

function readTiers(terms: Members): Tier[] {
  const { tiers } = readMembers(terms, ['model', 'tiers'], 'pricing')
  const all = readList(tiers, 'tiers')
  invariant(all.length > 0, 'it has no tiers')
  let last = -1
  return all.map((each, index) => {
    const what = `tier ${index + 1}`
    const tier = readMembers(each, ['up_to', 'unit_amount_decimal', 'flat_amount'], what)
    const isLast = index === all.length - 1
    if (isLast)
      invariant(tier.up_to === null, `its ${what} is the last, but is up to ${tier.up_to}`)
    else last = whole(tier.up_to, last + 1)
    readDecimal(tier.unit_amount_decimal)
    return {
      number: index + 1,
      up_to: isLast ? null : integer(last),
      unit_amount: String(tier.unit_amount_decimal),
      flat_amount: whole(tier.flat_amount, 0),
    }
  })
}

function tierPart({ number, unit_amount, flat_amount }: Tier, units: Fraction): Part {
  return {
    rule: 'tier',
    inputs: { tier: number, units: spell(units), unit_amount, flat_amount },
    exact: plus(times(units, readDecimal(unit_amount)), integer(flat_amount)),
  }
}

const ofParts = (parts: Part[]): Priced => ({ exact: sum(parts.map(({ exact }) => exact)), parts })

function flat(terms: Members, quantity: Fraction): Priced {
  const { unit_amount } = readMembers(terms, ['model', 'unit_amount'], 'pricing')
  invariant(spell(quantity) === '1', `flat is billed once, not ${spell(quantity)} times`)
  return { exact: integer(whole(unit_amount, 0)), parts: null }
}

function perUnit(terms: Members, quantity: Fraction): Priced {
  const { unit_amount_decimal } = readMembers(terms, ['model', 'unit_amount_decimal'], 'pricing')
  return { exact: times(quantity, readDecimal(unit_amount_decimal)), parts: null }
}

function graduated(terms: Members, quantity: Fraction): Priced {
  const tiers = readTiers(terms)
  const parts = tiers.map((tier, index) => {
    const reached = tier.up_to ? smaller(quantity, tier.up_to) : quantity
    return { tier, units: beyond(reached, tiers[index - 1]?.up_to ?? NOTHING) }
  })
  const entered = parts.filter(({ units }) => !isNothing(units))
  return ofParts(entered.map(({ tier, units }) => tierPart(tier, units)))
}

function volume(terms: Members, quantity: Fraction): Priced {
  const holding = readTiers(terms).find(({ up_to }) => !up_to || !isBelow(up_to, quantity))
  return ofParts(holding && !isNothing(quantity) ? [tierPart(holding, quantity)] : [])
}

function inPackages(terms: Members, quantity: Fraction): Priced {
  readMembers(terms, ['model', 'size', 'unit_amount', 'free_units'], 'pricing')
  const [size, unit_amount] = [whole(terms.size, 1), whole(terms.unit_amount, 0)]
  const units = beyond(quantity, integer(whole(terms.free_units, 0)))
  if (isNothing(units)) return ofParts([])
  const { numerator, denominator } = fraction(units.numerator, units.denominator * BigInt(size))
  const begun = numerator / denominator + (numerator % denominator === 0n ? 0n : 1n)
  const inputs = { units: spell(units), size, packages: whole(Number(begun)), unit_amount }
  return ofParts([{ rule: 'packages', inputs, exact: integer(begun * BigInt(unit_amount)) }])
}

/** The amount that each paying event is charged on, after the remaining allowances are subtracted, event by event. */
function payingAmounts(terms: Members, events: Fraction[]): Fraction[] {
  const { free_events, free_amount } = terms
  let eventsLeft = free_events === null ? null : whole(free_events, 0)
  let amountLeft = free_amount === null ? null : integer(whole(free_amount, 0))
  const paying: Fraction[] = []
  for (const event of events) {
    const isUsedUp = eventsLeft === 0 || (amountLeft !== null && isNothing(amountLeft))
    if (isUsedUp || (eventsLeft === null && amountLeft === null)) {
      paying.push(event)
      continue
    }
    if (eventsLeft !== null) eventsLeft -= 1
    if (amountLeft === null) continue
    const excess = beyond(event, amountLeft)
    amountLeft = beyond(amountLeft, event)
    if (!isNothing(excess)) paying.push(excess)
  }
  return paying
}

function percentage(terms: Members, quantity: Fraction, events: Fraction[]): Priced {
  const names = ['model', 'rate', 'per_event', 'free_events', 'free_amount']
  readMembers(terms, names, 'pricing')
  const [rate, per_event] = [readDecimal(terms.rate), whole(terms.per_event, 0)]
  const billed = spell(sum(events))
  invariant(billed === spell(quantity), `its events add up to ${billed}, not ${spell(quantity)}`)
  const paying = payingAmounts(terms, events)
  if (paying.length === 0) return ofParts([])
  const amount = sum(paying)
  const hundredth = fraction(1n, 100n)
  return ofParts([
    {
      rule: 'rate',
      inputs: { rate: spell(rate), amount: spell(amount) },
      exact: times(times(amount, rate), hundredth),
    },
    {
      rule: 'events',
      inputs: { events: paying.length, per_event },
      exact: integer(BigInt(paying.length) * BigInt(per_event)),
    },
  ])
}

export const PRICING_RULES = {
  flat,
  per_unit: perUnit,
  graduated,
  volume,
  package: inPackages,
  percentage,
} satisfies Record<string, PricingRule>

function holdPart(recorded: unknown, { rule, inputs, exact }: Part): void {
  const what = rule === 'tier' ? `tier ${inputs.tier}` : `part ${rule}`
  const part = readMembers(recorded, ['rule', 'inputs', 'exact'], what)
  invariant(part.rule === rule, `it has ${quote(part.rule)} instead of its ${what}`)
  const has = readMembers(part.inputs, Object.keys(inputs), what)
  const both = Object.entries({ ...inputs, exact: spell(exact) })
  for (const [name, value] of both) {
    const given = name === 'exact' ? part.exact : has[name]
    invariant(given === value, `its ${what} has ${name} ${quote(given)}, not ${quote(value)}`)
  }
}

function holdParts(recorded: unknown, parts: Part[]): void {
  const all = readList(recorded, 'parts')
  invariant(all.length === parts.length, `it has ${all.length} parts, not ${parts.length}`)
  for (const [index, part] of parts.entries()) holdPart(all[index], part)
}

function recomputeIntegers(line: Members): bigint {
  readMembers(line, ['rule', 'inputs', 'steps', 'result'], 'line_amount')
  const inputs = readMembers(line.inputs, ['quantity', 'unit_amount'], 'inputs')
  return BigInt(whole(inputs.quantity)) * BigInt(whole(inputs.unit_amount))
}

/**
 * In seconds: the length of a period, and the distances from the start and from the end of a part to the end of the
 * period.
 */
interface Span {
  seconds: bigint
  left: [bigint, bigint]
  /** What was billed of a minimum. */
  billed?: bigint
  /** The amounts by which a shortfall is divided, and which of them the line is for. */
  divided?: { by: bigint[]; at: number } | undefined
}

/** An instant, or the start of a date as if clocks never changed, in whole seconds since 1970. */
export function readPoint(value: unknown): bigint {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const spelled = Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
  const isPoint = spelled && [spelled, spelled.slice(0, 10)].includes(String(value))
  invariant(
    isPoint && ms % 1000 === 0,
    `${quote(value)} is not a date or an instant in whole seconds`,
  )
  return BigInt(ms / 1000)
}

function readSpan(value: unknown): Span {
  const more = ['quantity_before', 'amount_before'].find((name) =>
    Object.hasOwn(Object(value), name),
  )
  const least = Object(value).minimum === undefined ? undefined : minimumOf(value)
  const names = [
    'from',
    'to',
    'start',
    'end',
    ...(more ? [more] : []),
    ...(least ? ['minimum'] : []),
  ]
  const part = readMembers(value, names, 'part')
  const points = [part.from, part.to, part.start, part.end]
  const [from = 0n, to = 0n, start = 0n, end = 0n] = points.map(readPoint)
  const lengths = new Set(points.map((point) => String(point).length))
  invariant(lengths.size === 1, 'its part has dates as well as instants')
  invariant(start <= from && from < to && to <= end, 'its part is empty, or not in its period')
  if (!least) return { seconds: end - start, left: [end - from, end - to] }
  invariant(least.seconds <= end - start, 'its part bills more time than its period has')
  const { billed, divided } = least
  return { seconds: end - start, left: [least.seconds, 0n], billed, divided }
}

/** The time and the amount that were billed of a minimum, and the products by which it is divided. */
function minimumOf(part: unknown): Pick<Span, 'divided'> & { seconds: bigint; billed: bigint } {
  const { minimum } = part as Members
  const has = (name: string) => Object.hasOwn(Object(minimum), name)
  const more = [...(has('whole') ? ['whole'] : []), ...(has('products') ? PRODUCTS : [])]
  const members = readMembers(minimum, ['seconds', 'billed', ...more], 'minimum')
  const [seconds, billed] = [members.seconds, members.billed].map((each) => BigInt(whole(each, 0)))
  invariant(!has('whole') || members.whole === true, 'its minimum is whole, but not true')
  if (!has('products')) return { seconds: seconds as bigint, billed: billed as bigint }
  const by = readList(members.products, 'products').map((each) => BigInt(whole(each, 1)))
  const at = whole(members.product, 0)
  const total = by.reduce((all, each) => all + each, 0n)
  const isDivided = has('whole') && by.length > 1 && at < by.length && total === billed
  invariant(isDivided, `its products were billed ${total}, but its minimum says ${billed}`)
  return { seconds: seconds as bigint, billed: billed as bigint, divided: { by, at } }
}

const PRODUCTS = ['products', 'product']

/** The prices of the remainders of a period, from the start and from the end of a part. */
const restsOf = ({ numerator, denominator }: Fraction, { seconds, left }: Span): bigint[] =>
  left.map((each) => rounded({ numerator: numerator * each, denominator: denominator * seconds }))

const amountFor = (exact: Fraction, span: Span | undefined, before?: Fraction): bigint => {
  const [from = 0n, to = 0n] = span ? restsOf(exact, span) : [rounded(exact)]
  const amount = from - to - (span?.billed ?? (before ? amountFor(before, span) : 0n))
  const { divided } = span ?? {}
  return divided ? (shareOut(amount, divided.by)[divided.at] ?? 0n) : amount
}

function holdRests(recorded: unknown, exact: Fraction, span: Span, before?: Fraction): void {
  const { billed } = span
  const hasBefore = before !== undefined || billed !== undefined
  const names = ['price', 'seconds', 'left', 'rests', ...(hasBefore ? ['before'] : [])]
  const rests = readMembers(recorded, names, 'rests')
  const priced = (of: Fraction) => ({ price: spell(of), rests: restsOf(of, span).map(Number) })
  const wanted = {
    ...{ ...priced(exact), seconds: Number(span.seconds), left: span.left.map(Number) },
    ...(before && { before: priced(before) }),
    ...(billed !== undefined && { before: { price: String(billed), rests: [Number(billed), 0] } }),
  }
  for (const [name, value] of Object.entries(wanted)) {
    const [given, due] = [quote(rests[name]), quote(value)]
    invariant(given === due, `its rests have ${name} ${given}, not ${due}`)
  }
}

/** A billed quantity with its terms, and the part of a period that it is for. */
interface Billed {
  terms?: unknown
  quantity: unknown
  events?: unknown
  part?: unknown
}

/** The basis of a line: its terms, or its unit price. */
export const billedOf = ({
  quantity,
  unit_price,
  pricing,
}: Pick<BooksLine, 'quantity' | 'unit_price' | 'pricing'>): Billed => ({
  terms: pricing ? pricing.terms : { model: 'per_unit', unit_amount_decimal: unit_price },
  ...{ quantity, events: pricing?.events, part: pricing?.part },
})

/** The exact price of the whole period. */
export const priceOf = (billed: Billed): Fraction => price(billed).exact

function price({ terms, quantity, events }: Billed): Priced & { hasEvents: boolean } {
  const model = (terms as Members | null | undefined)?.model
  const isModel = typeof model === 'string' && Object.hasOwn(PRICING_RULES, model)
  invariant(isModel, `${quote(model)} is not a pricing model`)
  const rule: PricingRule = PRICING_RULES[model as keyof typeof PRICING_RULES]
  const hasEvents = model === 'percentage'
  const amounts = hasEvents ? readList(events, 'events').map(readDecimal) : []
  return { ...rule(terms as Members, readDecimal(quantity), amounts), hasEvents }
}

/** The amount of a line by its terms; throws a sentence if they are invalid. */
export const amountOf = (billed: Billed): bigint =>
  amountFor(price(billed).exact, spanOf(billed.part), beforeOf(billed))

/** The price of the amount billed before, if the line charges only the difference. */
export function beforeOf({ terms, part }: Pick<Billed, 'terms' | 'part'>): Fraction | undefined {
  const { quantity_before: quantity, amount_before: amount } = (part ?? {}) as Members
  if (amount !== undefined) return readDecimal(amount)
  return quantity === undefined ? undefined : price({ terms, quantity, events: [quantity] }).exact
}

const spanOf = (part: unknown): Span | undefined =>
  part === undefined ? undefined : readSpan(part)

function recomputePriced(line: Members): bigint {
  const { quantity } = readMembers(line.inputs, ['quantity'], 'inputs')
  const { pricing, events } = line
  const { part, ...terms } = (pricing ?? {}) as Members
  const { exact, parts, hasEvents } = price({ terms, quantity, events })
  const span = spanOf(part)
  const names = ['rule', 'pricing', 'inputs', 'steps', 'result']
  if (hasEvents) names.push('events')
  if (parts) names.push('parts')
  if (span) names.push('rests')
  else if (exact.denominator !== 1n) names.push('exact')
  readMembers(line, names, 'line_amount')
  if (parts) holdParts(line.parts, parts)
  if (span) {
    const before = beforeOf({ terms, part })
    holdRests(line.rests, exact, span, before)
    return amountFor(exact, span, before)
  }
  const spelled = spell(exact)
  const isExact = exact.denominator === 1n || line.exact === spelled
  invariant(isExact, `its exact value is recorded as ${quote(line.exact)}, but is ${spelled}`)
  return rounded(exact)
}

/** The computed result of a `line_amount`; throws a sentence if the node does not match its terms. */
export function recomputeLine(node: unknown): bigint {
  invariant(typeof node === 'object' && node !== null, `${quote(node)} is not a line_amount`)
  const line = node as Members
  invariant(line.rule === 'line_amount', `it has ${line.rule} instead of line_amount`)
  const steps = readList(line.steps, 'steps').length
  invariant(steps === 0, `line_amount has ${steps} steps`)
  const result = Object.hasOwn(line, 'pricing') ? recomputePriced(line) : recomputeIntegers(line)
  const isRight = BigInt(whole(line.result)) === result
  invariant(isRight, `line_amount is recorded as ${line.result}, but gives ${result}`)
  return result
}
