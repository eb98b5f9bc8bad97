// Validates the terms of a price: which properties each model takes, and how tiers are ordered.

import type { Constraint } from '../constraint.ts'
import { explain } from '../constraint-messages.ts'
import { exactText, parseExact, whole } from './decimal.ts'
import type { ErrorCode } from './error-catalogue.ts'
import { errorOf, type Fault } from './errors.ts'
import type { PriceModel, Pricing, Tier } from './pricing.ts'

/** At most twelve digits before and after the decimal point. */
export const DECIMAL = /^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,12})?$/
/** From 0 to 100 percent, with at most four digits after the point. */
export const RATE = /^(?:100(?:\.0{1,4})?|[1-9]?[0-9](?:\.[0-9]{1,4})?)$/

type Given<T> = T | null | undefined

/** The terms as sent; null is the same as absent. */
export interface TermsSent {
  unit_amount?: Given<number>
  unit_amount_decimal?: Given<string>
  tiers?: Given<readonly TierSent[]>
  size?: Given<number>
  free_units?: Given<number>
  rate?: Given<string>
  per_event?: Given<number>
  free_events?: Given<number>
  free_amount?: Given<number>
}
export const TERMS = [
  'unit_amount',
  'unit_amount_decimal',
  'tiers',
  'size',
  'free_units',
  'rate',
  'per_event',
  'free_events',
  'free_amount',
] as const satisfies readonly (keyof TermsSent)[]

interface TierSent {
  up_to?: Given<number>
  unit_amount?: Given<number>
  unit_amount_decimal?: Given<string>
  flat_amount?: Given<number>
}

/** The properties of each model. */
const MEMBERS: Readonly<Record<PriceModel, readonly (keyof TermsSent)[]>> = {
  flat: ['unit_amount'],
  per_unit: ['unit_amount', 'unit_amount_decimal'],
  graduated: ['tiers'],
  volume: ['tiers'],
  package: ['unit_amount', 'size', 'free_units'],
  percentage: ['rate', 'per_event', 'free_events', 'free_amount'],
}

/**
 * Parses the terms as sent. Throws one error with all faults: missing properties (`parameter_missing`), properties of
 * other models (`parameters_exclusive`), and unordered tiers (`tiers_invalid`).
 */
export function termsOf(model: PriceModel, sent: TermsSent): Pricing {
  const faults = faultsOf(model, sent)
  const error = errorOf(faults)
  if (error) throw error
  switch (model) {
    case 'flat':
      return { model, unit_amount: Number(sent.unit_amount) }
    case 'per_unit':
      return { model, unit_amount_decimal: unitOf(sent) }
    case 'graduated':
    case 'volume':
      return { model, tiers: (sent.tiers ?? []).map(tierOf) }
    case 'package': {
      const { unit_amount, size, free_units } = sent
      return {
        model,
        size: Number(size),
        unit_amount: Number(unit_amount),
        free_units: free_units ?? 0,
      }
    }
    case 'percentage': {
      const { rate, per_event, free_events = null, free_amount = null } = sent
      const percent = exactText(parseExact(String(rate)))
      return { model, rate: percent, per_event: per_event ?? 0, free_events, free_amount }
    }
  }
}

/** The terms as properties, null if the model does not have them: what clients see, and can send back. */
export function membersOf(terms: Pricing): {
  [K in keyof Required<TermsSent>]: TermsSent[K] | null
} {
  const loose = terms as unknown as Partial<Record<keyof TermsSent, never>>
  const members = Object.fromEntries(TERMS.map((name) => [name, loose[name] ?? null]))
  if (terms.model === 'per_unit') {
    const unit = parseExact(terms.unit_amount_decimal)
    members.unit_amount = (unit.scale === 0 ? Number(unit.digits) : null) as never
  }
  return members as never
}

function faultsOf(model: PriceModel, sent: TermsSent): Fault[] {
  const faults: Fault[] = []
  const refuse = (code: ErrorCode, param: string, constraint: Constraint) =>
    faults.push(explain(code, param, constraint))
  const given = TERMS.filter((name) => sent[name] !== undefined && sent[name] !== null)
  for (const name of given) {
    if (MEMBERS[model].includes(name)) continue
    refuse('parameters_exclusive', name, { kind: 'not_of_model', model, members: MEMBERS[model] })
  }
  const needs = (name: keyof TermsSent) => {
    if (!given.includes(name)) refuse('parameter_missing', name, { kind: 'required' })
  }
  if (model === 'flat' || model === 'package') needs('unit_amount')
  if (model === 'package') needs('size')
  if (model === 'percentage') needs('rate')
  if (model === 'per_unit') judgeUnit(sent, 'unit_amount', refuse)
  if (model === 'graduated' || model === 'volume') {
    needs('tiers')
    judgeTiers(sent.tiers ?? [], refuse)
  }
  return faults
}

type Refuse = (code: ErrorCode, param: string, constraint: Constraint) => void

/** A unit price is sent as a whole number or as a decimal; both only if they are equal. */
function judgeUnit(
  { unit_amount, unit_amount_decimal }: Pick<TermsSent, 'unit_amount' | 'unit_amount_decimal'>,
  param: string,
  refuse: Refuse,
): void {
  const isWhole = unit_amount !== undefined && unit_amount !== null
  const isDecimal = unit_amount_decimal !== undefined && unit_amount_decimal !== null
  if (!isWhole && !isDecimal) refuse('parameter_missing', param, { kind: 'required' })
  if (!isWhole || !isDecimal) return
  if (exactText(parseExact(unit_amount_decimal)) === exactText(whole(unit_amount))) return
  refuse('parameters_exclusive', param, { kind: 'exclusive', with: `${param}_decimal` })
}

function judgeTiers(tiers: readonly TierSent[], refuse: Refuse): void {
  let below = 0
  for (const [index, tier] of tiers.entries()) {
    const param = `tiers[${index}].up_to`
    const isLast = index === tiers.length - 1
    const isOpen = tier.up_to === undefined || tier.up_to === null
    judgeUnit(tier, `tiers[${index}].unit_amount`, refuse)
    if (isLast !== isOpen) refuse('tiers_invalid', param, { kind: 'tier_end', isLast })
    else if (!isOpen && Number(tier.up_to) <= below) {
      refuse('tiers_invalid', param, { kind: 'tier_order', above: below })
    }
    below = tier.up_to ?? below
  }
}

const tierOf = (tier: TierSent): Tier => ({
  up_to: tier.up_to ?? null,
  unit_amount_decimal: unitOf(tier),
  flat_amount: tier.flat_amount ?? 0,
})

const unitOf = ({
  unit_amount,
  unit_amount_decimal,
}: Pick<TermsSent, 'unit_amount' | 'unit_amount_decimal'>): string =>
  unit_amount_decimal === undefined || unit_amount_decimal === null
    ? String(unit_amount)
    : exactText(parseExact(unit_amount_decimal))
