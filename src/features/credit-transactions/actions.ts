// The movements of a customer's credit: the balance, its transaction, its ledger entry. Grants are in `crediting`.

import { CREDIT_SCALE, type CreditType, changeBalance } from '../../domain/credit.ts'
import { creditPostings, toLedger } from '../../domain/ledger.ts'
import { parseDecimal } from '../../domain/money.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Work } from '../accounts/store.ts'
import { aboutCustomer, presentCustomer } from '../customers/actions.ts'
import { events as customerEvents } from '../customers/record.ts'
import { type Customer, customers } from '../customers/store.ts'
import { post } from '../ledger/post.ts'
import { type CreditTransaction, creditIds, creditTransactions, events } from './record.ts'

/**
 * Takes the credit that pays an invoice from the customer's balance, or returns it, in the currency's smallest unit;
 * does nothing for zero.
 */
export function moveInvoiceCredit(
  work: Work,
  type: 'applied' | 'restored',
  { id, customer_id, currency }: { id: string; customer_id: number; currency: string },
  moved: number,
): void {
  if (moved === 0) return
  const amount = toLedger(moved, currency)
  // Locked with its invoice. Deleted customers are kept, and get their credit back too.
  moveCredit(work, work.find(customers, customer_id) as Customer, {
    type,
    amount: type === 'applied' ? -amount : amount,
    currency,
    reason: '',
    invoice_id: id,
    credit_note_id: null,
    payment_id: null,
    metadata: {},
  })
}

/** Grants the customer the remainder of a credit note, or takes it back; does nothing for zero. */
export function moveNoteCredit(
  work: Work,
  type: 'credited' | 'credit_note_voided',
  note: { id: string; customer_id: number; currency: string; to_balance: number },
): void {
  const { id, customer_id, currency, to_balance } = note
  if (to_balance === 0) return
  const amount = toLedger(to_balance, currency)
  moveCredit(work, work.find(customers, customer_id) as Customer, {
    type,
    amount: type === 'credited' ? amount : -amount,
    currency,
    reason: '',
    invoice_id: null,
    credit_note_id: id,
    payment_id: null,
    metadata: {},
  })
}

/** Grants the customer the excess of a payment over its invoice, or takes it back; does nothing for zero. */
export function movePaymentCredit(
  work: Work,
  type: 'overpaid' | 'overpayment_reversed',
  payment: { id: string; customer_id: number; currency: string; to_balance: number },
): void {
  const { id, customer_id, currency, to_balance } = payment
  if (to_balance === 0) return
  const amount = toLedger(to_balance, currency)
  moveCredit(work, work.find(customers, customer_id) as Customer, {
    type,
    amount: type === 'overpaid' ? amount : -amount,
    currency,
    reason: '',
    invoice_id: null,
    credit_note_id: null,
    payment_id: id,
    metadata: {},
  })
}

/**
 * Grants the credit that a payment gave, and that the customer used since, so that it can be taken back. Returns how much,
 * in units of the ledger.
 */
export function grantMissing(
  work: Work,
  payment: { customer_id: number; currency: string; to_balance: number },
  reason: string,
): bigint {
  const { customer_id, currency, to_balance } = payment
  const customer = work.find(customers, customer_id) as Customer
  const balance = parseDecimal(customer.balances[currency] ?? '0', CREDIT_SCALE)
  const missing = toLedger(to_balance, currency) - balance
  if (to_balance === 0 || missing <= 0n) return 0n
  moveGrant(work, customer, { amount: missing, currency, reason })
  return missing
}

/** Takes back what was granted so, now that the payment gave it again; does nothing for zero. */
export function expireGranted(
  work: Work,
  { customer_id, currency }: { customer_id: number; currency: string },
  granted: bigint,
  reason: string,
): void {
  if (granted === 0n) return
  const customer = work.find(customers, customer_id) as Customer
  moveGrant(work, customer, { amount: -granted, currency, reason })
}

const moveGrant = (
  work: Work,
  customer: Customer,
  moved: Pick<Movement, 'amount' | 'currency' | 'reason'>,
) =>
  moveCredit(work, customer, {
    ...{ ...moved, type: moved.amount > 0n ? 'granted' : 'expired' },
    ...{ invoice_id: null, credit_note_id: null, payment_id: null, metadata: {} },
  })

type Movement = Pick<
  CreditTransaction,
  | 'type'
  | 'amount'
  | 'currency'
  | 'reason'
  | 'invoice_id'
  | 'credit_note_id'
  | 'payment_id'
  | 'metadata'
>

/** Moves credit: the balance, its transaction, its ledger entry, and their events. */
export function moveCredit(work: Work, before: Customer, movement: Movement): CreditTransaction {
  const { type, currency } = movement
  const balance = changeBalance(before.balances[currency] ?? '0', movement)
  const after: Customer = {
    ...before,
    balances: { ...before.balances, [currency]: balance },
    balances_changed: true,
    updated_at: work.now,
  }
  const transaction: CreditTransaction = {
    environment_id: before.environment_id,
    id: newUuid(),
    customer_id: before.id,
    ...movement,
    created_at: work.now,
  }
  work.insert(creditTransactions, transaction)
  const about = { id: creditIds.ref(transaction.id), customer_id: before.id }
  work.record(events.created, about, creditTransactions.json(transaction))
  changeCustomer(work, before, after)
  if (type in KINDS) {
    const kind = KINDS[type as keyof typeof KINDS]
    post(work, { ...causeOf(transaction), kind }, creditPostings(movement))
  }
  return transaction
}

/** A deleted customer records no more events, but its balance is kept. */
function changeCustomer(work: Work, before: Customer, after: Customer): void {
  if (before.deleted_at !== null) work.update(customers, after)
  else {
    const present = (customer: Customer) => presentCustomer(work, customer)
    const update = { table: customers, before, after, present }
    work.change(customerEvents.updated, aboutCustomer(before), update)
  }
}

const KINDS = {
  granted: 'credit_granted',
  expired: 'credit_expired',
  applied: 'credit_applied',
  restored: 'credit_restored',
} as const satisfies Partial<Record<CreditType, string>>

const causeOf = ({ id, customer_id, invoice_id, currency }: CreditTransaction) => ({
  object_id: id,
  customer_id,
  invoice_id,
  currency,
})
