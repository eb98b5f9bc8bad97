// The statuses that pages show where they say more than the status of the API, or need another word.
import type { CreditNote, CreditTransaction, Invoice, Refund } from '../api/types.ts'

type Closed = Pick<
  Invoice,
  'status' | 'amount_paid' | 'amount_credited' | 'credit_applied' | 'credit_applied_later'
>

/** An invoice that only credit notes closed is credited, not paid. */
export function invoiceStatus({ status, amount_credited, ...closed }: Closed) {
  const paid = closed.amount_paid + closed.credit_applied + closed.credit_applied_later
  const isCredited = status === 'paid' && amount_credited > 0 && paid === 0
  return isCredited ? 'credited' : status
}

/** A void note has a word of its own, since a note and an invoice have different genders in French. */
export const noteStatus = (status: CreditNote['status']) =>
  status === 'void' ? 'note_void' : status

/** The status of credit transactions, which have their own word for credit that a note granted or reversed. */
export function transactionStatus(type: CreditTransaction['type']) {
  if (type === 'credited') return 'note_given'
  if (type === 'overpayment_reversed') return 'reversed'
  return type === 'credit_note_voided' ? 'note_taken' : type
}

/** A refund whose amount went to the balance says so. A canceled one has a word of its own in French. */
export function refundStatus({ status, moved_to_balance_at }: RefundState) {
  if (moved_to_balance_at !== null) return 'refund_moved'
  return status === 'canceled' ? 'refund_canceled' : status
}

type RefundState = Pick<Refund, 'status' | 'moved_to_balance_at'>
