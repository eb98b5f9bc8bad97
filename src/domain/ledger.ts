// The ledger: what each movement of money debits and credits. Every entry is balanced by construction.

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
  'cash_card',
  'cash_bank_transfer',
  'cash_cheque',
  'cash_cash',
  'cash_other',
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
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** Digits after the point that the ledger and credit balances keep. */
export const LEDGER_SCALE = 8

/** One side of an entry, in 10^-8 of the currency's major unit: a debit is positive, a credit negative. */
export interface Posting {
  account: LedgerAccount
  amount: bigint
  /** What it is about within its account, such as a tax rate; nothing more where it is left out. */
  dimension?: string
}

/** An amount of the currency's smallest unit as the ledger counts it; exact, since no currency has more digits. */
export function toLedger(amount: number, currency: string): bigint {
  return BigInt(amount) * 10n ** BigInt(LEDGER_SCALE - currencyExponent(currency))
}

/** What the ledger counts as a decimal of the major unit: "19.99000000". */
export function ledgerDecimal(amount: bigint): string {
  return formatDecimal(amount, LEDGER_SCALE)
}

/** The whole of a document becomes owed: by the customer to us, and each of its taxes by us to the state. */
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

/** The same entry the other way round: what voiding does to what finalize wrote. */
export function mirrored(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, amount: -posting.amount }))
}

/** What a payment of each method is received in: each is reconciled with a statement of its own. */
const CASH = {
  card: 'cash_card',
  bank_transfer: 'cash_bank_transfer',
  cheque: 'cash_cheque',
  cash: 'cash_cash',
  other: 'cash_other',
} as const satisfies Record<PaymentMethod, LedgerAccount>

/** Money came: we have it, and the customer owes it no longer. */
export function settlePostings(payment: {
  method: PaymentMethod
  amount: number
  currency: string
}): Posting[] {
  return move(CASH[payment.method], 'receivable', toLedger(payment.amount, payment.currency))
}

/** Credit of a customer moved: granted, expired, applied to an invoice, or given back from a void one. */
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
  }
}

/** Moves an amount: the first account is debited with it, the second credited. */
function move(debit: LedgerAccount, credit: LedgerAccount, amount: bigint): Posting[] {
  invariant(amount >= 0n, 'An entry moves nothing backwards; its mirror does.')
  return balanced([
    { account: debit, amount },
    { account: credit, amount: -amount },
  ])
}

/** Zero amounts are not written; an entry of nothing is none. */
function balanced(postings: Posting[]): Posting[] {
  const sum = postings.reduce((total, { amount }) => total + amount, 0n)
  invariant(sum === 0n, `An entry is off balance by ${sum}.`)
  return postings.filter(({ amount }) => amount !== 0n)
}
