// Price models and the cost of a quantity: one rule per model, exact and unrounded. A new model needs a variant of
// `Pricing`, a rule in the table below, its sentences in `pricing-sentences.ts`, and its second rule in
// `features/verification/pricing-rules.ts`; if one is missing, compilation or `test/pricing-models.test.ts` fails. The
// format of a rule's derivation is in `docs/guide/derivations.md`.

import {
  begun,
  compare,
  type Decimal,
  exactText,
  least,
  minus,
  parseExact,
  plus,
  times,
  whole,
  ZERO,
} from './decimal.ts'

export const PRICE_MODELS = [
  'flat',
  'per_unit',
  'graduated',
  'volume',
  'package',
  'percentage',
] as const
export type PriceModel = (typeof PRICE_MODELS)[number]

/** Amounts in the currency's smallest unit; decimals are strings with at most 12 digits after the point. */
export interface Tier {
  /** The last unit of the tier; null for the last tier. */
  up_to: number | null
  unit_amount_decimal: string
  flat_amount: number
}

/** The terms of a price, by its model. */
export type Pricing =
  | { model: 'flat'; unit_amount: number }
  | { model: 'per_unit'; unit_amount_decimal: string }
  | { model: 'graduated'; tiers: readonly Tier[] }
  | { model: 'volume'; tiers: readonly Tier[] }
  | { model: 'package'; size: number; unit_amount: number; free_units: number }
  | {
      model: 'percentage'
      /** A percentage. */
      rate: string
      per_event: number
      free_events: number | null
      free_amount: number | null
    }
type Of<M extends PriceModel> = Extract<Pricing, { model: M }>

/** A billed quantity, or the billed amounts, in order, whose sum is the quantity. */
export interface Billed {
  quantity: string
  events?: readonly string[] | undefined
}

/** An addend of an exact value. */
export interface Part {
  rule: 'tier' | 'packages' | 'rate' | 'events'
  inputs: Readonly<Record<string, number | string>>
  exact: string
}

/** The unrounded cost of a quantity, and its addends if the model has any. */
export interface Priced {
  exact: Decimal
  parts?: Part[]
}

type Rule<M extends PriceModel> = (terms: Of<M>, quantity: Decimal, billed: Billed) => Priced

const RULES: { readonly [M in PriceModel]: Rule<M> } = {
  flat: ({ unit_amount }) => ({ exact: whole(unit_amount) }),

  per_unit: ({ unit_amount_decimal }, quantity) => ({
    exact: times(quantity, parseExact(unit_amount_decimal)),
  }),

  graduated({ tiers }, quantity) {
    let below = ZERO
    const entered: Tiered[] = []
    for (const [index, tier] of tiers.entries()) {
      if (compare(quantity, below) <= 0) break
      const end = tier.up_to === null ? quantity : least(quantity, whole(tier.up_to))
      entered.push(tierOf(tier, index, minus(end, below)))
      below = end
    }
    return sumOf(entered)
  },

  volume({ tiers }, quantity) {
    if (quantity.digits === 0n) return sumOf([])
    const index = tiers.findIndex(
      ({ up_to }) => up_to === null || compare(quantity, whole(up_to)) <= 0,
    )
    return sumOf([tierOf(tiers[index] as Tier, index, quantity)])
  },

  package({ size, unit_amount, free_units }, quantity) {
    const units = minus(quantity, whole(free_units))
    const packages = begun(units, size)
    if (packages === 0n) return sumOf([])
    const exact = whole(packages * BigInt(unit_amount))
    const inputs = { units: exactText(units), size, packages: Number(packages), unit_amount }
    return sumOf([{ rule: 'packages', inputs, exact }])
  },

  percentage({ rate, per_event, ...free }, _, { events = [] }) {
    let sum = ZERO
    let amount = ZERO
    let paid = 0
    for (const [count, text] of events.entries()) {
      const event = parseExact(text)
      const pays = payableOf(event, { count, sum }, free)
      sum = plus(sum, event)
      if (pays === undefined) continue
      amount = plus(amount, pays)
      paid++
    }
    if (paid === 0) return sumOf([])
    const inputs = { rate, amount: exactText(amount) }
    const percent = times(amount, parseExact(rate))
    return sumOf([
      { rule: 'rate', inputs, exact: { ...percent, scale: percent.scale + 2 } },
      { rule: 'events', inputs: { events: paid, per_event }, exact: whole(paid * per_event) },
    ])
  },
}

/** The exact cost of a quantity under the terms of a price. */
export function priceOf(terms: Pricing, billed: Billed): Priced {
  const rule = RULES[terms.model] as Rule<PriceModel>
  return rule(terms as never, parseExact(billed.quantity), billed)
}

/** The sum of amounts: the quantity of a percentage price. */
export const sumOfEvents = (events: readonly string[]): string =>
  exactText(events.reduce((sum, event) => plus(sum, parseExact(event)), ZERO))

/** The part of an event that is charged; undefined if it is free, while neither allowance is used up. */
function payableOf(
  event: Decimal,
  before: { count: number; sum: Decimal },
  { free_events, free_amount }: Pick<Of<'percentage'>, 'free_events' | 'free_amount'>,
): Decimal | undefined {
  if (free_events === null && free_amount === null) return event
  if (free_events !== null && before.count >= free_events) return event
  if (free_amount === null) return undefined
  if (compare(before.sum, whole(free_amount)) >= 0) return event
  const excess = minus(plus(before.sum, event), whole(free_amount))
  return excess.digits > 0n ? excess : undefined
}

type Tiered = Omit<Part, 'exact'> & { exact: Decimal }

function tierOf({ unit_amount_decimal, flat_amount }: Tier, index: number, units: Decimal): Tiered {
  return {
    rule: 'tier',
    inputs: {
      tier: index + 1,
      units: exactText(units),
      unit_amount: unit_amount_decimal,
      flat_amount,
    },
    exact: plus(times(units, parseExact(unit_amount_decimal)), whole(flat_amount)),
  }
}

function sumOf(parts: readonly Tiered[]): Priced {
  return {
    exact: parts.reduce((sum, { exact }) => plus(sum, exact), ZERO),
    parts: parts.map((part) => ({ ...part, exact: exactText(part.exact) })),
  }
}
