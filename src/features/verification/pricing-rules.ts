// The second rule of each price model, written from the guide's page on derivations and from nothing else.

import {
  add,
  ceiling,
  type Fraction,
  isEqual,
  isLess,
  isWhole,
  multiply,
  nearest,
  of,
  read,
  subtract,
} from './fractions.ts'

type Terms = Record<string, unknown>

/** What an exact value is the sum of, as it has to be told. */
interface Part {
  rule: string
  inputs: Record<string, Fraction>
  exact: Fraction
}

interface Recomputed {
  exact: Fraction
  parts: Part[]
}

type Rule = (terms: Terms, quantity: Fraction, events: readonly Fraction[]) => Recomputed

const sumOf = (parts: Part[]): Recomputed => ({
  exact: parts.reduce((sum, part) => add(sum, part.exact), of(0)),
  parts,
})

export const PRICING_RULES: Readonly<Record<string, Rule>> = {
  flat(terms, quantity) {
    if (!isEqual(quantity, of(1))) throw new Error('a flat price is billed once')
    return { exact: count(terms.unit_amount), parts: [] }
  },
  per_unit: (terms, quantity) => ({
    exact: multiply(quantity, read(terms.unit_amount_decimal)),
    parts: [],
  }),
  graduated(terms, quantity) {
    const tiers = tiersOf(terms)
    const parts = tiers.flatMap((tier, index): Part[] => {
      const start = tiers[index - 1]?.end ?? of(0)
      if (!isLess(start, quantity)) return []
      const isEnded = tier.end !== undefined && isLess(tier.end, quantity)
      return [tier.part(subtract(isEnded ? (tier.end as Fraction) : quantity, start))]
    })
    return sumOf(parts)
  },
  volume(terms, quantity) {
    if (quantity.n === 0n) return sumOf([])
    const holder = tiersOf(terms).find(({ end }) => end === undefined || !isLess(end, quantity))
    return sumOf(holder ? [holder.part(quantity)] : [])
  },
  package(terms, quantity) {
    const [size, unit_amount] = [count(terms.size), count(terms.unit_amount)]
    const units = subtract(quantity, count(terms.free_units))
    if (units.n <= 0n) return sumOf([])
    const packages = of(ceiling(of(units.n * size.d, units.d * size.n)))
    const inputs = { units, size, packages, unit_amount }
    return sumOf([{ rule: 'packages', inputs, exact: multiply(packages, unit_amount) }])
  },
  percentage(terms, _, events) {
    const rate = read(terms.rate)
    const per_event = count(terms.per_event)
    const paying = events.flatMap((_, index) => payingOf(terms, events, index))
    if (paying.length === 0) return sumOf([])
    const amount = paying.reduce(add, of(0))
    const paid = of(paying.length)
    return sumOf([
      {
        rule: 'rate',
        inputs: { rate, amount },
        exact: multiply(multiply(amount, rate), of(1, 100)),
      },
      { rule: 'events', inputs: { events: paid, per_event }, exact: multiply(paid, per_event) },
    ])
  },
}

/** What the event at an index pays on; none if it is free. */
function payingOf(terms: Terms, events: readonly Fraction[], index: number): Fraction[] {
  const event = events[index] as Fraction
  const before = events.slice(0, index).reduce(add, of(0))
  const most = terms.free_events === null ? undefined : count(terms.free_events)
  const free = terms.free_amount === null ? undefined : count(terms.free_amount)
  if (!most && !free) return [event]
  if (most && !isLess(of(index), most)) return [event]
  if (!free) return []
  if (!isLess(before, free)) return [event]
  const beyond = subtract(add(before, event), free)
  return beyond.n > 0n ? [beyond] : []
}

function tiersOf({ tiers }: Terms) {
  if (!Array.isArray(tiers) || tiers.length === 0) throw new Error('it has no tiers')
  let above = of(0)
  return tiers.map((tier: Terms, index) => {
    const isLast = index === tiers.length - 1
    if (isLast !== (tier.up_to === null)) throw new Error(`tier ${index + 1} ends wrongly`)
    const end = isLast ? undefined : count(tier.up_to)
    if (end && !isLess(above, end)) throw new Error(`tier ${index + 1} ends too early`)
    above = end ?? above
    const [unit_amount, flat_amount] = [read(tier.unit_amount_decimal), count(tier.flat_amount)]
    const part = (units: Fraction): Part => ({
      rule: 'tier',
      inputs: { tier: of(index + 1), units, unit_amount, flat_amount },
      exact: add(multiply(units, unit_amount), flat_amount),
    })
    return { end, part }
  })
}

/** A whole number that is not negative. */
function count(value: unknown): Fraction {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return of(value)
  throw new Error(`${JSON.stringify(value)} is not a whole number`)
}

const INTEGERS = new Set([
  'tier',
  'flat_amount',
  'size',
  'packages',
  'unit_amount',
  'events',
  'per_event',
])

/** The amount of a line by its terms; throws where they are none. */
export function amountOf(pricing: {
  terms?: unknown
  quantity: unknown
  events?: unknown
}): bigint {
  return nearest(recompute(pricing).exact)
}

/** The result of a line's node, if its exact value and its parts follow from its terms; throws otherwise. */
export function recomputeLine(node: Record<string, unknown>): bigint {
  const { pricing: terms, inputs, events, parts = [], exact } = node
  const { quantity } = inputs as Record<string, unknown>
  const anew = recompute({ terms, quantity, events })
  const told = parts as Record<string, unknown>[]
  if (told.length !== anew.parts.length) {
    throw new Error(`it has ${told.length} parts where its terms make ${anew.parts.length}`)
  }
  for (const [index, part] of anew.parts.entries()) comparePart(told[index] ?? {}, part)
  if (isWhole(anew.exact) ? exact !== undefined : !isEqual(read(exact), anew.exact)) {
    throw new Error(`its exact value is recorded as ${exact ?? 'nothing'}, which it is not`)
  }
  return nearest(anew.exact)
}

function recompute({ terms, quantity, events }: Record<string, unknown>): Recomputed {
  const { model } = (terms ?? {}) as Terms
  const rule = Object.hasOwn(PRICING_RULES, String(model)) && PRICING_RULES[String(model)]
  if (!rule) throw new Error(`${JSON.stringify(model)} is no model of prices`)
  if ((events !== undefined) !== (model === 'percentage')) throw new Error('its events are amiss')
  const amounts = ((events ?? []) as unknown[]).map(read)
  const billed = read(quantity)
  if (model === 'percentage' && !isEqual(billed, amounts.reduce(add, of(0)))) {
    throw new Error(`its events do not come to ${quantity}`)
  }
  return rule(terms as Terms, billed, amounts)
}

function comparePart(told: Record<string, unknown>, { rule, inputs, exact }: Part): void {
  if (told.rule !== rule) throw new Error(`it has a part ${told.rule} where ${rule} belongs`)
  const given = (told.inputs ?? {}) as Record<string, unknown>
  const names = Object.keys(inputs)
  if (Object.keys(given).sort().join() !== names.toSorted().join()) {
    throw new Error(`part ${rule} has other inputs than ${names.join(', ')}`)
  }
  for (const name of names) {
    const isCount = typeof given[name] === 'number' && INTEGERS.has(name)
    const value = isCount ? count(given[name]) : read(given[name])
    if (isEqual(value, inputs[name] as Fraction)) continue
    throw new Error(`${name} of part ${rule} is recorded as ${given[name]}, which it is not`)
  }
  if (!isEqual(read(told.exact), exact)) {
    throw new Error(`part ${rule} is recorded as ${told.exact}, which it is not`)
  }
}
