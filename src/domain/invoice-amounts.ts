// The amounts of an invoice: computed once from its lines and credit, together with how they came about.
import { applicable } from './credit.ts'
import type {
  CreditDerivation,
  Derivation,
  DerivationOf,
  InvoiceDerivation,
  LineDerivation,
  Rule,
} from './derivation.ts'
import { BillingError, billingError, type Fault } from './errors.ts'
import type { LineInput, LineItem } from './invoice-lines.ts'
import { multiply, sumAmounts } from './money.ts'

/** The members that follow from the lines. */
export interface SettledLines {
  line_items: LineItem[]
  subtotal: number
  tax: number
  total: number
  amount_due: number
}

/** What the customer has with us when the invoice is issued: a decimal of the major unit. */
export interface Credit {
  balance: string
  currency: string
}

/**
 * The amounts of lines, and how each came about: the one computation behind drafts, finalized
 * invoices and explanations. Credit, which only finalize brings, pays for as much of the total as it
 * can in whole smallest units. Throws `amount_too_large`, naming every line that is, or their sum.
 */
export function deriveInvoice(lines: readonly LineInput[], credit?: Credit): InvoiceDerivation {
  const subtotal = sumOf('subtotal', deriveLines(lines))
  // No tax rate applies to anything yet: the sum of nothing.
  const tax = sumOf('tax', [] as const)
  const total = sumOf('total', [subtotal, tax] as const)
  const applied =
    credit === undefined ? 0 : applicable(credit.balance, credit.currency, total.result)
  if (credit === undefined || applied === 0) return sumOf('amount_due', [total] as const)
  const step: CreditDerivation = {
    rule: 'credit_applied',
    inputs: { balance: credit.balance },
    steps: [],
    result: -applied,
  }
  return sumOf('amount_due', [total, step] as const)
}

/** The members of an invoice that follow from its lines. Throws as deriveInvoice does. */
export function settleLines(lines: readonly LineInput[]): SettledLines {
  return readOff(deriveInvoice(lines), lines)
}

/** How the amounts of an invoice came about: as frozen at finalize, or as they stand in a draft. */
export function derivationOf(invoice: {
  derivation: InvoiceDerivation | null
  line_items: readonly LineInput[]
}): InvoiceDerivation {
  return invoice.derivation ?? deriveInvoice(invoice.line_items)
}

function deriveLines(lines: readonly LineInput[]): LineDerivation[] {
  const faults: Fault[] = []
  const derived: LineDerivation[] = []
  for (const [index, { quantity, unit_amount }] of lines.entries()) {
    try {
      const result = multiply(unit_amount, quantity, `line_items[${index}]`)
      derived.push({ rule: 'line_amount', inputs: { quantity, unit_amount }, steps: [], result })
    } catch (error) {
      if (!(error instanceof BillingError)) throw error
      faults.push(...error.errors)
    }
  }
  const [first] = faults
  if (first === undefined) return derived
  const { code, message, param, constraint } = first
  throw billingError(code, message, { param, constraint, errors: faults })
}

function sumOf<R extends Rule, Steps extends readonly Derivation[]>(
  rule: R,
  steps: Steps,
): DerivationOf<R, Steps> {
  const results = steps.map((step) => step.result)
  return { rule, inputs: {}, steps, result: sumAmounts(results, 'line_items') }
}

export function readOff(derivation: InvoiceDerivation, lines: readonly LineInput[]): SettledLines {
  const [total] = derivation.steps
  const [subtotal, tax] = total.steps
  return {
    line_items: subtotal.steps.map(({ result }, index) => ({
      ...(lines[index] as LineInput),
      amount: result,
    })),
    subtotal: subtotal.result,
    tax: tax.result,
    total: total.result,
    amount_due: derivation.result,
  }
}

/** How much credit went into an amount due, in the currency's smallest unit. */
export function creditApplied({ steps: [, credit] }: InvoiceDerivation): number {
  return credit === undefined ? 0 : -credit.result
}
