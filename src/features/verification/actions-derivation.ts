// Re-evaluates the derivation of an issued invoice, as the guide's page on derivations has it, and holds it against
// the stored figures. Shares no code with the engine that made it.

import { same } from './actions-canonical.ts'
import type { Differ } from './checks.ts'
import { recomputeLine } from './pricing-rules.ts'
import type { BooksInvoice, BooksLine } from './store-invoices.ts'

interface Step extends Record<string, unknown> {
  rule: unknown
  inputs: Record<string, unknown>
  steps: Step[]
  result: unknown
}

/** What each rule's steps must be, in either version; of `subtotal`, as many lines as there are. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  amount_due: ['total'],
  total: ['subtotal', 'discount', 'tax'],
  discount: [],
  tax: [],
  credit_applied: [],
}
const FIGURES = ['subtotal', 'tax', 'total', 'credit_applied', 'amount_due'] as const

/** Computes a stored derivation anew from its leaves and holds it against the figures. */
export function checkDerivation(invoice: BooksInvoice, differ: Differ): void {
  const root = invoice.derivation as Step
  const evaluated = new Map<string, bigint>()
  const lines: Step[] = []
  try {
    checkHead(root, invoice.currency)
    evaluate(root, 'amount_due', { sums: evaluated, lines, version: root.version })
  } catch (error) {
    differ(`its derivation cannot be computed: ${(error as Error).message}`)
    return
  }
  evaluated.set('credit_applied', -(evaluated.get('credit_applied') ?? 0n))
  for (const name of FIGURES) {
    const result = evaluated.get(name)
    if (result === BigInt(invoice[name])) continue
    differ(`${name} is ${invoice[name]}, its derivation gives ${result ?? 'nothing'}`)
  }
  const credit = root.steps.find(({ rule }) => rule === 'credit_applied')
  if (credit) checkCovered(credit, invoice.currency, differ)
  const isOfLines =
    lines.length === invoice.lines.length &&
    lines.every((line, index) => isOf(line, invoice.lines[index] as BooksLine))
  if (!isOfLines) differ('its derivation is of other lines')
}

/** Version 1 says nothing of itself; version 2 says in which currency it is, and how that is counted. */
function checkHead({ version, currency, exponent }: Step, of: string): void {
  if (version === undefined) return
  if (version !== 2) throw new Error(`it is of version ${JSON.stringify(version)}`)
  if (currency !== of) throw new Error(`it is in ${JSON.stringify(currency)}`)
  if (exponent !== digitsOf(of)) throw new Error(`it counts ${JSON.stringify(exponent)} digits`)
}

interface Evaluation {
  sums: Map<string, bigint>
  lines: Step[]
  version: unknown
}

/** The result of a step, computed, with each sum noted; throws when the step is malformed or records another result. */
function evaluate(step: Step, rule: string, evaluation: Evaluation): bigint {
  if (step.rule !== rule) throw new Error(`it has ${step.rule} where ${rule} belongs`)
  const wanted = stepsOf(step, rule, evaluation.version)
  if (step.steps.length !== wanted.length) throw new Error(`${rule} has ${step.steps.length} steps`)
  const result = resultOf(step, rule, wanted, evaluation)
  if (whole(step.result) !== result) {
    throw new Error(`${rule} is recorded as ${step.result}, but gives ${result}`)
  }
  return result
}

function stepsOf({ steps }: Step, rule: string, version: unknown): readonly string[] {
  if (rule === 'subtotal') return steps.map(() => 'line_amount')
  if (rule === 'amount_due' && steps.length > 1) return ['total', 'credit_applied']
  const wanted = STEPS[rule] ?? []
  return version === undefined ? wanted.filter((name) => name !== 'discount') : wanted
}

function resultOf(
  step: Step,
  rule: string,
  wanted: readonly string[],
  evaluation: Evaluation,
): bigint {
  if (rule === 'line_amount') {
    evaluation.lines.push(step)
    return recomputeLine(step)
  }
  // Steps are known by their rules, whatever their order.
  const inOrder = wanted.map(
    (name, at) => step.steps.find((each) => each.rule === name) ?? step.steps[at],
  )
  const parts = rule === 'subtotal' ? step.steps : (inOrder as Step[])
  const result =
    rule === 'credit_applied'
      ? whole(step.result)
      : parts.reduce((sum, part, at) => sum + evaluate(part, wanted[at] ?? '', evaluation), 0n)
  evaluation.sums.set(rule, result)
  return result
}

/** Whether a step is of a stored line: of the same whole numbers, or the same terms, quantity and events. */
function isOf({ inputs, pricing, events }: Step, line: BooksLine): boolean {
  if (line.pricing) {
    const { terms, quantity, events: billed } = line.pricing
    return same(pricing, terms) && inputs.quantity === quantity && same(events, billed)
  }
  const told = `${inputs.quantity} × ${inputs.unit_amount}`
  return pricing === undefined && told === `${line.quantity} × ${line.unit_amount}`
}

/** Digits after the point where they are not two (ISO 4217, spelled out anew). */
const DIGITS: [currencies: string, digits: number][] = [
  ['bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf', 0],
  ['bhd iqd jod kwd lyd omr tnd', 3],
  ['clf uyw', 4],
]

const digitsOf = (currency: string): number =>
  DIGITS.find(([currencies]) => currencies.includes(currency))?.[1] ?? 2

/** Credit that was applied is more than nothing, and no more than the balance could pay. */
function checkCovered({ inputs, result }: Step, currency: string, differ: Differ): void {
  const [, units, rest = ''] = /^(\d+)\.(\d{8})$/.exec(String(inputs.balance)) ?? []
  const most = BigInt(`${units ?? 0}${rest.slice(0, digitsOf(currency))}`)
  if (whole(result) < 0n && -whole(result) <= most) return
  differ(`${-whole(result)} of credit is applied from a balance of ${inputs.balance}`)
}

function whole(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  throw new Error(`${JSON.stringify(value)} is not a whole number`)
}
