// How an amount came about: a tree that is built by the computation itself, and told in words.
//
// Its format is in `docs/guide/derivations.md`. It is walked by the names of its rules, since later versions may
// have more steps.

import type { Share, Untaxed } from './parts.ts'
import type { Part, Pricing } from './pricing.ts'
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

/** A line; one that is more than two whole numbers tells its terms and the exact value. */
export interface LineDerivation extends Derivation {
  rule: 'line_amount'
  steps: readonly []
  pricing?: Pricing
  events?: readonly string[]
  parts?: readonly Part[]
  /** Before it was rounded, where that changed it. */
  exact?: string
}

/** What a discount takes off. */
export interface DiscountDerivation extends Derivation {
  rule: 'discount_amount'
  shares: readonly Share[]
  exact?: string
}

/** A rate on all it is on. */
export interface TaxDerivation extends Derivation {
  rule: 'tax_exclusive' | 'tax_inclusive'
  because: TaxReason
  shares: readonly Share[]
  exact?: string
}

/** All taxes, and the lines that have none. */
export interface TaxesDerivation extends Derivation {
  rule: 'tax'
  untaxed?: readonly Untaxed[]
}

/** The whole of an invoice: the root is the amount due. */
export interface InvoiceDerivation extends Derivation {
  rule: 'amount_due'
  version: 2
  currency: string
  exponent: number
}

/** The step of a rule below a node; undefined where it has none. */
export function stepOf(node: Derivation | undefined, rule: Rule): Derivation | undefined {
  return node?.steps.find((step) => step.rule === rule)
}

/** The lines of an invoice, in their order. */
export function linesOf(derivation: InvoiceDerivation): LineDerivation[] {
  const lines = stepOf(stepOf(derivation, 'total'), 'subtotal')?.steps ?? []
  return lines.filter((step): step is LineDerivation => step.rule === 'line_amount')
}
