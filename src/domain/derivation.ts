// How an amount was computed: a tree of steps, built by the computation itself. The format is documented in
// `docs/guide/derivations.md`. Look up steps by the name of their rule: later versions can add more.

import type { LineTerms } from './invoice-lines.ts'
import type { Share, Untaxed } from './parts.ts'
import type { Part } from './pricing.ts'
import type { Rests } from './rest.ts'
import type { TaxReason } from './tax/tax.ts'

export type Rule =
  | 'line_amount'
  | 'subtotal'
  | 'discount'
  | 'discount_amount'
  | 'tax'
  | 'tax_exclusive'
  | 'tax_inclusive'
  | 'tax_included'
  | 'total'
  | 'credit_applied'
  | 'amount_due'

/** One computed amount with its inputs and the steps below it; amounts in the smallest unit. */
export interface Derivation {
  rule: Rule
  inputs: Readonly<Record<string, number | string>>
  steps: readonly Derivation[]
  result: number
}

/** A line. Unless both numbers are whole, it includes the pricing terms and the exact value. */
export interface LineDerivation extends Derivation {
  rule: 'line_amount'
  steps: readonly []
  pricing?: LineTerms
  events?: readonly string[]
  parts?: readonly Part[]
  /** The value before rounding, if rounding changed it. */
  exact?: string
  /** For a part of a period: how its amount follows from the price of the period. */
  rests?: Rests
}

/** The amount of one discount. */
export interface DiscountDerivation extends Derivation {
  rule: 'discount_amount'
  shares: readonly Share[]
  exact?: string
}

/** One tax rate on everything that it applies to. */
export interface TaxDerivation extends Derivation {
  rule: 'tax_exclusive' | 'tax_inclusive'
  because: TaxReason
  shares: readonly Share[]
  exact?: string
}

/** All taxes, including lines without tax. */
export interface TaxesDerivation extends Derivation {
  rule: 'tax'
  untaxed?: readonly Untaxed[]
}

/** A whole invoice: the root is the amount due. */
export interface InvoiceDerivation extends Derivation {
  rule: 'amount_due'
  version: 2
  currency: string
  exponent: number
}

/** Finds the step of a rule below a node; undefined if it has none. */
export function stepOf(node: Derivation | undefined, rule: Rule): Derivation | undefined {
  return node?.steps.find((step) => step.rule === rule)
}

/** The lines of an invoice, in order. */
export function linesOf(derivation: InvoiceDerivation): LineDerivation[] {
  const lines = stepOf(stepOf(derivation, 'total'), 'subtotal')?.steps ?? []
  return lines.filter((step): step is LineDerivation => step.rule === 'line_amount')
}
