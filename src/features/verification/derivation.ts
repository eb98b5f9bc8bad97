// Re-evaluates the derivation of an invoice from its leaves, and compares it with the figures and the lines. Written
// from docs/guide/derivations.md: it shares no code with the engine that derived the amounts.

import { same } from './canonical.ts'
import type { Differ } from './checks.ts'
import { recomputeLine } from './pricing-rules.ts'
import { termsShown } from './shown-lines.ts'
import type { BooksInvoice, BooksLine } from './store-invoices.ts'
import { checkTaxes, type Node } from './tax-figures.ts'

interface Step extends Node {
  steps: Step[]
  /** Only for lines priced by terms. */
  pricing?: Record<string, unknown>
  events?: unknown[]
}

/** Properties of the root only. */
interface Root extends Step {
  version?: unknown
  currency?: unknown
  exponent?: unknown
}

interface Evaluation {
  /** The result of each sum, by its rule. */
  sums: Map<string, bigint>
  lines: { step: Step; result: bigint }[]
  credit?: Step
}

/** The steps that each rule requires. */
const STEPS: Record<string, readonly string[] | 'lines' | 'any'> = {
  // `credit_applied` may follow, if credit was applied.
  amount_due: ['total'],
  credit_applied: [],
  total: ['subtotal', 'discount', 'tax'],
  subtotal: 'lines',
  discount: 'any',
  tax: 'any',
  tax_included: [],
}

/** The rules of the steps below a sum with one step per discount or rate. */
const PARTS: Record<string, readonly string[]> = {
  discount: ['discount_amount'],
  tax: ['tax_exclusive', 'tax_inclusive'],
}

export function checkDerivation(invoice: BooksInvoice, differ: Differ): void {
  const root = invoice.derivation as Root
  const sums = new Map<string, bigint>()
  const evaluation: Evaluation = { sums, lines: [] }
  try {
    evaluate(root, 'amount_due', evaluation)
  } catch (error) {
    differ(`its derivation cannot be computed: ${(error as Error).message}`)
    return
  }
  for (const name of ['credit_applied', 'discount', 'tax_included']) {
    sums.set(name, -(sums.get(name) ?? 0n))
  }
  for (const name of FIGURES) {
    const result = sums.get(name)
    if (result === BigInt(invoice[name])) continue
    differ(`${name} is ${invoice[name]}, but its derivation gives ${result ?? 'nothing'}`)
  }
  checkRoot(root, invoice.currency, differ)
  checkCovered(evaluation, invoice.currency, differ)
  checkTaxes(invoice, root, differ)
  checkSameLines(evaluation, invoice.lines, differ)
}

const FIGURES = [
  ...(['subtotal', 'discount', 'tax', 'tax_included', 'total', 'credit_applied'] as const),
  'amount_due' as const,
]

/** The result of a step, computed, with each sum noted; throws when the step is malformed or records another result. */
function evaluate(step: Step, rule: string, evaluation: Evaluation): bigint {
  if (step.rule !== rule) throw new Error(`it has ${step.rule} instead of ${rule}`)
  const wanted = wantedSteps(step, rule)
  if (step.steps.length !== wanted.length) throw new Error(`${rule} has ${step.steps.length} steps`)
  const result = compute(step, rule, wanted, evaluation)
  if (whole(step.result) !== result) {
    throw new Error(`${rule} is recorded as ${step.result}, but gives ${result}`)
  }
  return result
}

function wantedSteps(step: Step, rule: string): string[] {
  const parts = STEPS[rule] ?? []
  if (parts === 'lines') return step.steps.map(() => 'line_amount')
  if (parts === 'any') return partsOf(step, rule)
  const hasIncluded = step.steps.some(({ rule: name }) => name === 'tax_included')
  if (rule === 'total' && hasIncluded) return [...parts, 'tax_included']
  if (rule === 'amount_due' && step.steps.length > 1) return ['total', 'credit_applied']
  return [...parts]
}

function partsOf({ steps }: Step, rule: string): string[] {
  const allowed = PARTS[rule] ?? []
  return steps.map(({ rule: name }) => {
    if (allowed.includes(String(name))) return String(name)
    throw new Error(`it has ${name} in a sum of ${rule}`)
  })
}

function compute(step: Step, rule: string, wanted: string[], evaluation: Evaluation): bigint {
  const { sums, lines } = evaluation
  if (rule === 'discount' || rule === 'tax') {
    // The result of each part is compared with the stored figures by checkTaxes.
    const result = step.steps.reduce((sum, part) => sum + whole(part.result), 0n)
    sums.set(rule, result)
    return result
  }
  if (rule === 'line_amount') {
    const result = recomputeLine(step)
    lines.push({ step, result })
    return result
  }
  let result = 0n
  if (rule === 'credit_applied') {
    evaluation.credit = step
    result = whole(step.result)
  }
  // Taxes that prices include are subtracted from the total again.
  if (rule === 'tax_included') result = whole(step.result)
  // Steps are matched by rule, in any order.
  const order = ({ rule: name }: Step): number => wanted.indexOf(String(name))
  const found = step.steps.toSorted((a, b) => order(a) - order(b))
  const results = found.map((part, at) => evaluate(part, wanted[at] ?? '', evaluation))
  result += results.reduce((sum, each) => sum + each, 0n)
  sums.set(rule, result)
  return result
}

/** Digits after the point for currencies without two (ISO 4217, spelled out a second time). */
const DIGITS: [currencies: string, digits: number][] = [
  ['bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf', 0],
  ['bhd iqd jod kwd lyd omr tnd', 3],
  ['clf uyw', 4],
]

function digitsOf(currency: string): number {
  return DIGITS.find(([currencies]) => currencies.includes(currency))?.[1] ?? 2
}

function checkRoot({ version, currency, exponent }: Root, billed: string, differ: Differ): void {
  if (version !== 2) differ(`its derivation has version ${version}`)
  if (currency !== billed) differ(`it is in ${billed}, but its derivation is in ${currency}`)
  const digits = digitsOf(billed)
  if (exponent !== digits)
    differ(`its derivation has ${exponent} digits of ${billed}, not ${digits}`)
}

/** Applied credit is positive, and at most the balance and the total. */
function checkCovered({ credit, sums }: Evaluation, currency: string, differ: Differ): void {
  if (!credit) return
  const [balance, applied] = [credit.inputs?.balance, -whole(credit.result)]
  const [, units, rest = ''] = /^(\d+)\.(\d{8})$/.exec(String(balance)) ?? []
  const most = BigInt(`${units ?? 0}${rest.slice(0, digitsOf(currency))}`)
  const total = sums.get('total') ?? 0n
  if (applied > 0n && applied === (most < total ? most : total)) return
  differ(`${applied} of credit is applied from a balance of ${balance}`)
}

/** The derivation matches the stored lines. */
function checkSameLines({ lines }: Evaluation, stored: BooksLine[], differ: Differ): void {
  const derived = lines.map(({ step: { pricing, inputs, events } }) =>
    pricing
      ? { terms: pricing, quantity: inputs.quantity, events }
      : `${inputs.quantity} × ${inputs.unit_amount}`,
  )
  const billed = stored.map((line) => {
    const { quantity, unit_price, pricing } = line
    const terms = termsShown(line)
    return terms ? { terms, quantity, events: pricing?.events } : `${quantity} × ${unit_price}`
  })
  if (!same(derived, billed)) {
    differ('its derivation has other lines')
    return
  }
  for (const [index, { position, amount }] of stored.entries()) {
    const result = lines[index]?.result
    if (BigInt(amount) !== result) {
      differ(`line ${position} is ${amount}, but its derivation gives ${result}`)
    }
  }
}

function whole(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  throw new Error(`${JSON.stringify(value)} is not a whole number`)
}
