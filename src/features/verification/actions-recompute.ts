// Computes the figures of an invoice anew. Shares no code with the engine that billed them, so that
// a mistake there cannot hide here: exact integers, and nothing else.

import type { Story } from './actions-story.ts'
import type { Differ } from './checks.ts'
import type { BooksInvoice } from './store-invoices.ts'

const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

export function checkLines(invoice: BooksInvoice, differ: Differ): void {
  const { lines, subtotal } = invoice
  if (lines.length === 0) differ('it has no lines')
  for (const [index, { position, quantity, unit_amount, amount }] of lines.entries()) {
    if (position !== index + 1) differ(`line ${index + 1} stands at position ${position}`)
    const expected = BigInt(quantity) * BigInt(unit_amount)
    if (BigInt(amount) !== expected) {
      differ(`line ${position} is ${amount}, but ${quantity} × ${unit_amount} is ${expected}`)
    }
  }
  const expected = sum(lines.map((line) => BigInt(line.amount)))
  if (BigInt(subtotal) !== expected) {
    differ(`the subtotal is ${subtotal}, but the lines add up to ${expected}`)
  }
}

export function checkTotals(invoice: BooksInvoice, differ: Differ): void {
  const { subtotal, tax, total, amount_due } = invoice
  if (BigInt(tax) !== 0n) differ(`the tax is ${tax}, but no tax applies to anything`)
  const expected = BigInt(subtotal) + BigInt(tax)
  if (BigInt(total) !== expected) {
    differ(`the total is ${total}, but subtotal and tax are ${expected}`)
  }
  const due = BigInt(total) - BigInt(invoice.credit_applied)
  if (BigInt(amount_due) !== due) {
    const less = invoice.credit_applied === '0' ? '' : ` less ${invoice.credit_applied} of credit`
    differ(`${amount_due} is due, but the total is ${total}${less}`)
  }
}

export function checkPayments(invoice: BooksInvoice, differ: Differ): void {
  const { status } = invoice
  const paid = BigInt(invoice.amount_paid)
  const due = BigInt(invoice.amount_due)
  if (paid < 0n || paid > due) differ(`${paid} is paid of ${due}`)
  if (status === 'paid' && paid !== due) differ(`it counts as paid with ${paid} of ${due}`)
  if ((status === 'posted' || status === 'overdue') && paid >= due) {
    differ(`it counts as ${status}, but nothing of ${due} remains`)
  }
  if ((status === 'draft' || status === 'void') && paid !== 0n) {
    differ(`it is ${status}, but ${paid} is paid`)
  }
}

/** Which times a status demands (true) and excludes (false). */
const TIMES: Record<string, { finalized_at?: boolean; voided_at: boolean; overdue_at: boolean }> = {
  draft: { finalized_at: false, voided_at: false, overdue_at: false },
  posted: { finalized_at: true, voided_at: false, overdue_at: true },
  overdue: { finalized_at: true, voided_at: false, overdue_at: true },
  paid: { finalized_at: true, voided_at: false, overdue_at: false },
  void: { voided_at: true, overdue_at: false },
}

export function checkStates(invoice: BooksInvoice, differ: Differ): void {
  const { status, overdue_at, updated_at } = invoice
  for (const [name, expected] of Object.entries(TIMES[status] ?? {})) {
    const value = invoice[name as 'finalized_at' | 'voided_at' | 'overdue_at']
    if ((value !== null) !== expected) {
      differ(`it is ${status}, but ${name} is ${value ?? 'not set'}`)
    }
  }
  if (status === 'overdue' && overdue_at !== null && overdue_at > updated_at) {
    differ(`it became overdue at ${updated_at}, before ${overdue_at}`)
  }
}

export function checkDocument(invoice: BooksInvoice, differ: Differ): void {
  const issued = invoice.finalized_at !== null
  for (const [name, present] of [
    ['snapshot', invoice.snapshot !== null],
    ['derivation', invoice.derivation !== null],
  ] as const) {
    if (issued && !present) differ(`it was issued, but has no ${name}`)
    if (!issued && present) differ(`it was never issued, but has a ${name}`)
  }
  if (!invoice.snapshot) return
  const billed = `cus_${invoice.snapshot.customer?.id}`
  if (billed !== invoice.customer_id) {
    differ(`it is billed to ${invoice.customer_id}, its snapshot is of ${billed}`)
  }
}

interface Step {
  rule: unknown
  inputs: Record<string, unknown>
  steps: Step[]
  result: unknown
}

/** Re-evaluates a stored derivation from its leaves and holds it against the figures. */
export function checkDerivation(invoice: BooksInvoice, differ: Differ): void {
  const evaluated = new Map<string, bigint>()
  const lines: Step[] = []
  try {
    evaluate(invoice.derivation as Step, 'amount_due', evaluated, lines)
  } catch (error) {
    differ(`its derivation cannot be computed: ${(error as Error).message}`)
    return
  }
  evaluated.set('credit_applied', -(evaluated.get('credit_applied') ?? 0n))
  for (const name of ['subtotal', 'tax', 'total', 'credit_applied', 'amount_due'] as const) {
    const result = evaluated.get(name)
    if (result === BigInt(invoice[name])) continue
    differ(`${name} is ${invoice[name]}, its derivation gives ${result ?? 'nothing'}`)
  }
  const [, credit] = (invoice.derivation as Step).steps
  if (credit) checkCovered(credit, invoice.currency, differ)
  const derived = lines.map(({ inputs }) => `${inputs.quantity} × ${inputs.unit_amount}`)
  const stored = invoice.lines.map(({ quantity, unit_amount }) => `${quantity} × ${unit_amount}`)
  if (derived.join() !== stored.join()) differ('its derivation is of other lines')
}

/** What each rule's steps must be. */
const STEPS: Record<string, readonly string[] | 'lines'> = {
  // And `credit_applied`, when some was.
  amount_due: ['total'],
  credit_applied: [],
  total: ['subtotal', 'tax'],
  subtotal: 'lines',
  tax: [],
}

/** The result of a step, computed, with each sum noted in `sums`; throws when the step is malformed or records another result. */
function evaluate(step: Step, rule: string, sums: Map<string, bigint>, lines: Step[]): bigint {
  if (step.rule !== rule) throw new Error(`it has ${step.rule} where ${rule} belongs`)
  const parts = STEPS[rule]
  let wanted = parts === 'lines' ? step.steps.map(() => 'line_amount') : (parts ?? [])
  if (rule === 'amount_due' && step.steps.length > 1) wanted = ['total', 'credit_applied']
  if (step.steps.length !== wanted.length) throw new Error(`${rule} has ${step.steps.length} steps`)
  let result: bigint
  if (rule === 'line_amount') {
    result = whole(step.inputs.quantity) * whole(step.inputs.unit_amount)
    lines.push(step)
  } else if (rule === 'credit_applied') {
    result = whole(step.result)
    sums.set(rule, result)
  } else {
    result = sum(step.steps.map((part, at) => evaluate(part, wanted[at] ?? '', sums, lines)))
    sums.set(rule, result)
  }
  if (whole(step.result) !== result) {
    throw new Error(`${rule} is recorded as ${step.result}, but gives ${result}`)
  }
  return result
}

/** Digits after the point where they are not two (ISO 4217, spelled out anew). */
const DIGITS: [currencies: string, digits: number][] = [
  ['bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf', 0],
  ['bhd iqd jod kwd lyd omr tnd', 3],
  ['clf uyw', 4],
]

/** Credit that was applied is more than nothing, and no more than the balance could pay. */
function checkCovered({ inputs, result }: Step, currency: string, differ: Differ): void {
  const digits = DIGITS.find(([currencies]) => currencies.includes(currency))?.[1] ?? 2
  const [, units, rest = ''] = /^(\d+)\.(\d{8})$/.exec(String(inputs.balance)) ?? []
  const most = BigInt(`${units ?? 0}${rest.slice(0, digits)}`)
  if (whole(result) < 0n && -whole(result) <= most) return
  differ(`${-whole(result)} of credit is applied from a balance of ${inputs.balance}`)
}

function whole(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  throw new Error(`${JSON.stringify(value)} is not a whole number`)
}

/** What the feed must tell of an invoice in the state it is in. */
export function checkTrail(
  { status, finalized_at }: BooksInvoice,
  { counts }: Story,
  differ: Differ,
): void {
  const once = [
    ['finalized', finalized_at !== null],
    ['voided', status === 'void'],
  ] as const
  for (const [name, expected] of once) {
    const count = counts[name] ?? 0
    if (count !== Number(expected)) differ(`it is ${status}, with ${count} events ${name}`)
  }
  for (const name of ['paid', 'overdue']) {
    if (status === name && !counts[name]) differ(`it is ${name}, without an event that says so`)
  }
}
