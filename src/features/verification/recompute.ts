// Recomputes the figures of an invoice with exact integers. Shares no code with the engine that billed them, so that a
// mistake there cannot go unnoticed here.

import type { Differ } from './checks.ts'
import { closedOf } from './history.ts'
import { amountOf, billedOf } from './pricing-rules.ts'
import type { Replay } from './replay.ts'
import type { BooksInvoice, BooksLine } from './store-invoices.ts'
import { checkInvoiceFigures, checkLineFigures } from './tax-figures.ts'

const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

export function checkLines(invoice: BooksInvoice, differ: Differ): void {
  const { lines, subtotal } = invoice
  if (lines.length === 0) differ('it has no lines')
  for (const [index, line] of lines.entries()) {
    const { position } = line
    if (position !== index + 1) differ(`line ${index + 1} is at position ${position}`)
    checkAmount(line, differ)
  }
  checkLineFigures(invoice, differ)
  const expected = sum(lines.map((line) => BigInt(line.amount)))
  if (BigInt(subtotal) !== expected) {
    differ(`the subtotal is ${subtotal}, but the lines add up to ${expected}`)
  }
}

/** The amount of a line follows from its unit price, or from the terms of its pricing. */
function checkAmount(
  { position, quantity, unit_price, pricing, amount }: BooksLine,
  differ: Differ,
): void {
  if ((unit_price === null) === (pricing === null)) {
    differ(
      `line ${position} has ${pricing ? 'both a unit price and terms' : 'neither a unit price nor terms'}`,
    )
    return
  }
  try {
    const expected = amountOf(billedOf({ quantity, unit_price, pricing }))
    if (BigInt(amount) === expected) return
    const priced = pricing ? `${quantity} by its terms` : `${quantity} × ${unit_price}`
    differ(`line ${position} is ${amount}, but ${priced} is ${expected}`)
  } catch (error) {
    differ(`line ${position} cannot be priced again: ${(error as Error).message}`)
  }
}

export function checkTotals(invoice: BooksInvoice, differ: Differ): void {
  const { subtotal, discount, tax, tax_included, total, amount_due } = invoice
  checkInvoiceFigures(invoice, differ)
  const expected = BigInt(subtotal) - BigInt(discount) + BigInt(tax) - BigInt(tax_included)
  if (BigInt(total) !== expected) {
    differ(`the total is ${total}, but subtotal, discount and tax add up to ${expected}`)
  }
  const due = BigInt(total) - BigInt(invoice.credit_applied)
  if (BigInt(amount_due) !== due) {
    const less = invoice.credit_applied === '0' ? '' : ` less ${invoice.credit_applied} of credit`
    differ(`${amount_due} is due, but the total is ${total}${less}`)
  }
}

export function checkPayments(invoice: BooksInvoice, differ: Differ): void {
  const { status } = invoice
  const paid = closedOf(invoice)
  const due = BigInt(invoice.amount_due)
  if (paid < 0n || paid > due) differ(`${paid} of ${due} is paid or credited`)
  if (status === 'paid' && paid !== due) differ(`its status is paid, but ${paid} of ${due} is paid`)
  if ((status === 'posted' || status === 'overdue') && paid >= due) {
    differ(`its status is ${status}, but nothing of ${due} remains`)
  }
  // Voiding returns credit to the customer; the applied amount is still shown.
  const kept = paid - BigInt(invoice.credit_applied_later)
  if ((status === 'draft' && paid !== 0n) || (status === 'void' && kept !== 0n)) {
    differ(`it is ${status}, but ${paid} is paid`)
  }
  checkWriteOff(invoice, differ)
}

/** The write-off is at most the balance due, and zero if the invoice is closed. */
function checkWriteOff(invoice: BooksInvoice, differ: Differ): void {
  const written = BigInt(invoice.amount_written_off)
  const isOpen = invoice.status === 'posted' || invoice.status === 'overdue'
  const remaining = isOpen ? BigInt(invoice.amount_due) - closedOf(invoice) : 0n
  if (written < 0n || (written > 0n && written > remaining))
    differ(`${written} of ${remaining} is written off`)
}

/** The timestamps that a status requires (true) and excludes (false). */
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
  const finalized = invoice.finalized_at !== null
  for (const [name, present] of [
    ['snapshot', invoice.snapshot !== null],
    ['derivation', invoice.derivation !== null],
  ] as const) {
    if (finalized && !present) differ(`it was finalized, but has no ${name}`)
    if (!finalized && present) differ(`it was never finalized, but has a ${name}`)
  }
  if (!invoice.snapshot) return
  const billed = `cus_${invoice.snapshot.customer?.id}`
  if (billed !== invoice.customer_id) {
    differ(`it is billed to ${invoice.customer_id}, but its snapshot is of ${billed}`)
  }
}

/** The events that an invoice must have in its current status. */
export function checkTrail(
  { status, finalized_at }: BooksInvoice,
  { counts }: Replay,
  differ: Differ,
): void {
  const once = [
    ['finalized', finalized_at !== null],
    ['voided', status === 'void'],
  ] as const
  for (const [name, expected] of once) {
    const count = counts[name] ?? 0
    if (count !== Number(expected)) differ(`it is ${status}, but has ${count} events ${name}`)
  }
  for (const name of ['paid', 'overdue']) {
    if (status === name && !counts[name]) differ(`it is ${name}, but no event says so`)
  }
}
