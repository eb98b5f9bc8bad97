// The ledger's debits and credits for each movement of money. Every entry is balanced by construction.

import { invariant } from '../invariant.ts'
import type { CreditType } from './credit.ts'
import { currencyExponent } from './currencies.ts'
import { formatDecimal } from './money.ts'
import type { PaymentMethod } from './payment.ts'

export const LEDGER_ACCOUNTS = [
  'receivable',
  'revenue',
  'tax_payable',
  'customer_credit',
  'credit_granted',
  'refunds_payable',
  'bad_debt',
  'unallocated_payments',
  'cash_card',
  'cash_bank_transfer',
  'cash_cheque',
  'cash_cash',
  'cash_other',
  'cash_gateway',
  'gateway_fees',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

export const LEDGER_KINDS = [
  'invoice_finalized',
  'invoice_voided',
  'credit_granted',
  'credit_expired',
  'credit_applied',
  'credit_restored',
  'payment_settled',
  'payment_reversed',
  'payment_allocated',
  'payment_deallocated',
  'credit_note_issued',
  'credit_note_voided',
  'refund_succeeded',
  'refund_failed',
  'refund_moved',
  'invoice_written_off',
  'write_off_reversed',
  'gateway_fee_charged',
  'payout_arrived',
  'payout_reversed',
  'dispute_withdrawn',
  'dispute_returned',
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** Digits after the decimal point in the ledger and in credit balances. */
export const LEDGER_SCALE = 8

/** One side of an entry, in 10^-8 of the currency's major unit: debits are positive, credits negative. */
export interface Posting {
  account: LedgerAccount
  amount: bigint
  /** The subject within its account, such as a tax rate; absent if it has none. */
  dimension?: string
}

/** Converts an amount in the smallest unit to ledger units; exact, since no currency has more digits. */
export function toLedger(amount: number, currency: string): bigint {
  return BigInt(amount) * 10n ** BigInt(LEDGER_SCALE - currencyExponent(currency))
}

/** Converts a ledger amount to the smallest unit. Throws if it has a part of one. */
export function fromLedger(amount: bigint, currency: string): bigint {
  const unit = toLedger(1, currency)
  invariant(amount % unit === 0n, `${amount} is no whole number of units of ${currency}.`)
  return amount / unit
}

/** Formats a ledger amount as a decimal of the major unit: "19.99000000". */
export function ledgerDecimal(amount: bigint): string {
  return formatDecimal(amount, LEDGER_SCALE)
}

/** Postings of a finalized document: the customer owes us the total, and we owe the state each tax. */
export function finalizePostings(invoice: {
  currency: string
  tax: number
  total: number
  taxes: readonly { rate: string; amount: number }[] | null
}): Posting[] {
  const amountOf = (amount: number) => toLedger(amount, invoice.currency)
  const rates = new Map<string, bigint>()
  for (const { rate, amount } of invoice.taxes ?? []) {
    rates.set(rate, (rates.get(rate) ?? 0n) + amountOf(amount))
  }
  return balanced([
    { account: 'receivable', amount: amountOf(invoice.total) },
    { account: 'revenue', amount: -amountOf(invoice.total - invoice.tax) },
    ...[...rates].map(([dimension, amount]) => ({
      account: 'tax_payable' as const,
      amount: -amount,
      dimension,
    })),
  ])
}

/**
 * Postings of a credit note: revenue and taxes go down, the customer owes us less, and the rest is the customer's credit,
 * is to be refunded, or was returned.
 */
export function notePostings(note: {
  currency: string
  tax: number
  total: number
  taxes: readonly { rate: string; amount: number }[] | null
  to_open: number
  to_balance: number
  refund: number
  outside: number
}): Posting[] {
  const [, ...sides] = mirrored(finalizePostings(note))
  return balanced([
    ...sides,
    { account: 'receivable', amount: -toLedger(note.to_open, note.currency) },
    { account: 'customer_credit', amount: -toLedger(note.to_balance, note.currency) },
    { account: 'refunds_payable', amount: -toLedger(note.refund, note.currency) },
    { account: 'cash_other', amount: -toLedger(note.outside, note.currency) },
  ])
}

/** The reverse of an entry: voiding reverses what finalize posted. */
export function mirrored(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, amount: -posting.amount }))
}

/** The cash account of each payment method: each is reconciled with its own statement. */
const CASH = {
  card: 'cash_card',
  bank_transfer: 'cash_bank_transfer',
  cheque: 'cash_cheque',
  cash: 'cash_cash',
  other: 'cash_other',
  gateway: 'cash_gateway',
} as const satisfies Record<PaymentMethod, LedgerAccount>

/**
 * Postings of a payment: cash increases, and the customer owes less or has more credit. Unallocated amounts go through
 * `unallocated_payments`, also if they were deallocated later.
 */
export function settlePostings(
  payment: { method: PaymentMethod; amount: number; to_balance: number; currency: string },
  isUnallocated: boolean,
): Posting[] {
  const { amount, to_balance, currency } = payment
  const cash = CASH[payment.method]
  if (isUnallocated) return move(cash, 'unallocated_payments', toLedger(amount, currency))
  return balanced([
    { account: cash, amount: toLedger(amount, currency) },
    { account: 'receivable', amount: -toLedger(amount - to_balance, currency) },
    { account: 'customer_credit', amount: -toLedger(to_balance, currency) },
  ])
}

/** Postings of a gateway's fee, which it keeps of a payment; none if it is unknown. */
export function feePostings(payment: { fee: number | null; currency: string }): Posting[] {
  const { fee, currency } = payment
  return move('gateway_fees', CASH.gateway, toLedger(fee ?? 0, currency))
}

/** Postings of a payout: money of the gateway arrives on the bank account. */
export function payoutPostings({ amount, currency }: { amount: number; currency: string }) {
  return move(CASH.bank_transfer, CASH.gateway, toLedger(amount, currency))
}

/** Postings of a dispute that takes money out of a payment. */
export function disputePostings(taken: {
  method: PaymentMethod
  amount: number
  currency: string
}): Posting[] {
  const amount = toLedger(taken.amount, taken.currency)
  return move('unallocated_payments', CASH[taken.method], amount)
}

/** Postings that allocate part of a payment to an invoice or to the customer's credit. */
export function allocationPostings(allocated: {
  invoice_id: string | null
  amount: number
  currency: string
}): Posting[] {
  const account = allocated.invoice_id === null ? 'customer_credit' : 'receivable'
  return move('unallocated_payments', account, toLedger(allocated.amount, allocated.currency))
}

/**
 * Postings of a paid refund: the money leaves the cash account in which it arrived. It reduces `refunds_payable` or,
 * without a note, `unallocated_payments`.
 */
export function refundPostings(refund: {
  credit_note_id: string | null
  method: PaymentMethod
  amount: number
  currency: string
}): Posting[] {
  const { credit_note_id, method, amount, currency } = refund
  const account = credit_note_id === null ? 'unallocated_payments' : 'refunds_payable'
  return move(account, CASH[method], toLedger(amount, currency))
}

/** Postings of a refund that becomes customer credit instead. */
export function refundMovedPostings(refund: { amount: number; currency: string }): Posting[] {
  return move('refunds_payable', 'customer_credit', toLedger(refund.amount, refund.currency))
}

/** Postings of a write-off: the debt is no longer expected to be paid. */
export function writeOffPostings(written: { amount: number; currency: string }): Posting[] {
  return move('bad_debt', 'receivable', toLedger(written.amount, written.currency))
}

/**
 * Postings of a credit transaction: granted, expired, applied to an invoice, or returned from a void one. Credit from a
 * credit note or an overpayment is posted with the note or the payment.
 */
export function creditPostings(credit: { type: CreditType; amount: bigint }): Posting[] {
  const amount = credit.amount < 0n ? -credit.amount : credit.amount
  switch (credit.type) {
    case 'granted':
      return move('credit_granted', 'customer_credit', amount)
    case 'expired':
      return move('customer_credit', 'credit_granted', amount)
    case 'applied':
      return move('customer_credit', 'receivable', amount)
    case 'restored':
      return move('receivable', 'customer_credit', amount)
    case 'credited':
    case 'credit_note_voided':
    case 'overpaid':
    case 'overpayment_reversed':
      return []
  }
}

/** Debits the first account and credits the second. */
function move(debit: LedgerAccount, credit: LedgerAccount, amount: bigint): Posting[] {
  invariant(amount >= 0n, 'An entry moves nothing backwards; its mirror does.')
  return balanced([
    { account: debit, amount },
    { account: credit, amount: -amount },
  ])
}

/** Omits zero amounts; throws if the rest does not balance. */
function balanced(postings: Posting[]): Posting[] {
  const sum = postings.reduce((total, { amount }) => total + amount, 0n)
  invariant(sum === 0n, `An entry is off balance by ${sum}.`)
  return postings.filter(({ amount }) => amount !== 0n)
}
