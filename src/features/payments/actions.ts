// The actions on payments: record and reverse.

import { parseCurrency } from '../../domain/currencies.ts'
import { isOwedAgain } from '../../domain/invoice.ts'
import { mirrored, settlePostings } from '../../domain/ledger.ts'
import {
  assertCurrencyOf,
  excessOf,
  type Overpayment,
  pay,
  reopen,
  reverse,
} from '../../domain/payment.ts'
import { readProfile, type StoredSnapshot } from '../../domain/snapshot.ts'
import type { Action, Work } from '../accounts/store.ts'
import { movePaymentCredit } from '../credit-transactions/actions.ts'
import { customers } from '../customers/store.ts'
import { invoiceInBody, reminderOf } from '../invoices/actions.ts'
import { changeInvoice } from '../invoices/change.ts'
import { type Invoice, events as invoiceEvents } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { bookDay } from '../ledger/book-day.ts'
import { type Cause, post } from '../ledger/post.ts'
import { emailFor } from '../outbox/enqueue.ts'
import { insertRow, newRow } from '../rows.ts'
import { events, type Payment, paymentIds } from './record.ts'
import { aboutPayment, type PaymentCreate } from './schemas.ts'
import { payments } from './store.ts'

/** The request body, with the invoice ID decoded. */
export type CreatePayment = PaymentCreate

export const createPayment: Action<CreatePayment> = {
  name: 'payments.create',
  rows: ({ invoice_id }) => [{ table: invoices, id: invoice_id }],
  decide(work, input) {
    const before = invoiceInBody(work, input.invoice_id)
    const received_on = bookDay(work, 'received_on', input.received_on)
    if (input.currency !== undefined) assertCurrencyOf(before, parseCurrency(input.currency))
    const to_balance = excessOf(before, input.amount, overpaymentOf(work, before))
    const paid = input.amount - to_balance
    const payment: Payment = {
      ...newRow(work),
      invoice_id: before.id,
      customer_id: before.customer_id,
      amount: input.amount,
      to_balance,
      currency: before.currency,
      method: input.method,
      status: 'settled',
      received_on,
      reference: input.reference ?? '',
      note: input.note ?? '',
      metadata: input.metadata ?? {},
      reversal_reason: '',
      reversed_at: null,
      refunded: 0,
    }
    const inserted = { table: payments, row: payment, present: payments.json }
    const answer = insertRow(work, events.created, aboutPayment(payment), inserted)
    const after: Invoice = paid > 0 ? { ...before, ...pay(before, paid, work.now) } : before
    if (paid > 0) {
      const event = after.status === 'paid' ? invoiceEvents.paid : invoiceEvents.partially_paid
      changeInvoice(work, event, before, after)
    }
    const cause = { ...causeOf('payment_settled', payment), value_date: received_on }
    post(work, cause, settlePostings(payment))
    movePaymentCredit(work, 'overpaid', payment)
    if (after.status === 'paid') {
      const { amount, method } = payment
      emailFor(work, after, { kind: 'receipt', amount, method, received_on })
    }
    return answer
  },
}

/** A customer who was deleted gets no more credit. */
function overpaymentOf(work: Work, { customer_id }: Invoice): Overpayment {
  const isDeleted = work.get(customers, customer_id).deleted_at !== null
  return (!isDeleted && readProfile(work.environment.profile).overpayment) || 'refuse'
}

export interface ReversePayment {
  id: string
  reason: string
}

export const reversePayment: Action<ReversePayment> = {
  name: 'payments.reverse',
  rows: ({ id }) => [{ table: payments, id }],
  decide(work, { id, reason }) {
    const before = work.find(payments, id)
    if (!before) throw paymentIds.missing(paymentIds.ref(id))
    work.assertMatch(() => payments.json(before))
    const after: Payment = { ...before, ...reverse(before, reason, work.now) }
    const answer = work.change(events.reversed, aboutPayment(before), {
      table: payments,
      before,
      after,
      present: payments.json,
    })
    const invoice = work.find(invoices, before.invoice_id) as Invoice
    const { time_zone } = (invoice.snapshot as StoredSnapshot).seller
    const paid = before.amount - before.to_balance
    if (paid > 0) {
      const open: Invoice = { ...invoice, ...reopen(invoice, paid, time_zone, work.now) }
      if (isOwedAgain(invoice, open)) open.reminder_at = reminderOf(work, open, time_zone)
      changeInvoice(work, invoiceEvents.payment_reversed, invoice, open)
    }
    post(work, causeOf('payment_reversed', before), mirrored(settlePostings(before)))
    movePaymentCredit(work, 'overpayment_reversed', before)
    return answer
  },
}

const causeOf = (kind: Cause['kind'], payment: Payment): Cause => ({
  kind,
  object_id: payment.id,
  customer_id: payment.customer_id,
  invoice_id: payment.invoice_id,
  currency: payment.currency,
})
