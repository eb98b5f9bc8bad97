// How an amount came about: a small tree that is built by the computation itself, and told in words.
import { formatMoney } from './money.ts'

/**
 * What was done to reach a result:
 * - `line_amount`: the inputs `quantity × unit_amount`
 * - `credit_applied`: as much of the customer's `balance` as pays for the total, taken from it
 * - `subtotal`, `tax`, `total`, `amount_due`: the sum of the results of the steps (of none, it is 0)
 */
export type Rule = 'line_amount' | 'subtotal' | 'tax' | 'total' | 'credit_applied' | 'amount_due'

/** One computed amount with its inputs and the steps below it; amounts in the smallest unit. */
export interface Derivation {
  rule: Rule
  inputs: Readonly<Record<string, number | string>>
  steps: readonly Derivation[]
  result: number
}

/** A derivation of one rule, with steps of known shape. */
export interface DerivationOf<R extends Rule, Steps extends readonly Derivation[]>
  extends Derivation {
  rule: R
  steps: Steps
}

export type LineDerivation = DerivationOf<'line_amount', readonly []>
type SubtotalDerivation = DerivationOf<'subtotal', readonly LineDerivation[]>
type TaxDerivation = DerivationOf<'tax', readonly []>
type TotalDerivation = DerivationOf<'total', readonly [SubtotalDerivation, TaxDerivation]>
export type CreditDerivation = DerivationOf<'credit_applied', readonly []>
/** The whole of an invoice: the root is the amount due, the leaves are the lines in their order. */
export type InvoiceDerivation = DerivationOf<
  'amount_due',
  readonly [TotalDerivation] | readonly [TotalDerivation, CreditDerivation]
>

/** A longer sum is told by how many it adds up; its parts have sentences of their own anyway. */
const PARTS_SPELT_OUT_MAX = 6

/** The derivation in plain sentences, the leaves first: "Line 1: 3 × CA$19.99 = CA$59.97." */
export function explain(derivation: InvoiceDerivation, currency: string): string[] {
  const money = (amount: number) => formatMoney(amount, currency)
  const [total, credit] = derivation.steps
  const [subtotal, tax] = total.steps
  return [
    ...subtotal.steps.map((line, index) => `Line ${index + 1}: ${lineSentence(line, money)}`),
    `Subtotal: ${sumSentence(subtotal, money)}`,
    `Tax: no tax applies, so ${money(tax.result)}.`,
    `Total: ${sumSentence(total, money)}`,
    ...(credit ? [creditSentence(credit, currency)] : []),
    `Amount due: ${dueSentence(derivation, money)}`,
  ]
}

type Money = (amount: number) => string

/** The balance has more digits than the currency: what is too small to pay with stays. */
function creditSentence({ inputs, result }: CreditDerivation, currency: string): string {
  const applied = formatMoney(-result, currency)
  return `Credit applied: ${applied}, of the ${inputs.balance} ${currency.toUpperCase()} the customer had.`
}

function dueSentence({ steps: [total, credit], result }: InvoiceDerivation, money: Money): string {
  if (credit === undefined) return `the total, ${money(result)}.`
  return `${money(total.result)} − ${money(-credit.result)} = ${money(result)}.`
}

function lineSentence({ inputs, result }: LineDerivation, money: Money): string {
  const quantity = Number(inputs.quantity).toLocaleString('en')
  return `${quantity} × ${money(Number(inputs.unit_amount))} = ${money(result)}.`
}

function sumSentence({ steps, result }: Derivation, money: Money): string {
  const [only] = steps
  if (steps.length === 1 && only !== undefined) return `the one line, ${money(only.result)}.`
  if (steps.length > PARTS_SPELT_OUT_MAX)
    return `the ${steps.length} lines add up to ${money(result)}.`
  return `${steps.map((step) => money(step.result)).join(' + ')} = ${money(result)}.`
}
