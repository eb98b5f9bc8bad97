// The tools that correct bills and move received money: credit notes, refunds, write-offs, allocation.

import { Type } from 'typebox'
import { REASONS_SENT } from '../../domain/credit-reasons.ts'
import {
  Amount,
  CreditNoteId,
  Day,
  deed,
  Input,
  InvoiceId,
  PaymentId,
  RefundId,
  Text,
  Words,
  type WriteTool,
  writeTool,
} from './tool.ts'

const creditInvoice = writeTool({
  name: 'credit_invoice',
  title: 'Issue a credit note',
  description:
    'Corrects a finalized invoice by a credit note: an amount of the whole (with tax), or lines by amount or quantity. It first reduces what is still to be paid; the rest becomes credit of the customer, unless `refund` or `outside` says how much goes back. The dry run shows the note. It cannot be undone once its credit is used.',
  scopes: ['credit_notes:write'],
  destructive: true,
  input: Input({
    invoice_id: InvoiceId,
    amount: Type.Optional(
      Amount(1, 'Amount to credit of the whole invoice, with tax. Or send lines.'),
    ),
    lines: Type.Optional(
      Type.Array(
        Input({
          line_id: Text(64, 'ID of a line of the invoice.', ['il_…']),
          amount: Type.Optional(Amount(1, 'Amount to credit of the line, after its discount.')),
          quantity: Type.Optional(Text(40, 'Or how many of its units.', ['1', '2.5'])),
        }),
        { minItems: 1, maxItems: 100, description: 'What to credit. Or send amount.' },
      ),
    ),
    reason: Words(REASONS_SENT, 'Why.'),
    refund: Type.Optional(
      Amount(1, 'Amount to refund of payments of the invoice. You pay it yourself.'),
    ),
    outside: Type.Optional(Amount(1, 'Returned to the customer already, outside of Reckoner.')),
    note: Type.Optional(Text(5000, 'Shown to the customer on the credit note.')),
  }),
  write: (body) => ({ method: 'POST', path: '/v1/credit_notes', body }),
})

const voidCreditNote = writeTool({
  name: 'void_credit_note',
  title: 'Void a credit note',
  description:
    'Voids a credit note that was issued by mistake, while its credit is unused and nothing was refunded: its invoice is owed again. This cannot be undone.',
  scopes: ['credit_notes:write'],
  destructive: true,
  input: Input({ credit_note_id: CreditNoteId }),
  write: ({ credit_note_id }) => deed('credit_notes', credit_note_id, 'void'),
})

const refundPayment = writeTool({
  name: 'refund_payment',
  title: 'Refund a payment',
  description:
    'Starts a refund: of the unallocated part of a payment, or, with credit_note_id, of the amount left to refund for that note. It moves no money: pay it, then record that with settle_refund. To refund what pays an invoice, use credit_invoice with refund.',
  scopes: ['refunds:write'],
  destructive: true,
  input: Input({
    payment_id: PaymentId,
    credit_note_id: Type.Optional(CreditNoteId),
    amount: Type.Optional(Amount(1, 'Default: the whole remaining amount.')),
  }),
  write: (body) => ({
    method: 'POST',
    path: '/v1/refunds',
    body: body.credit_note_id === undefined ? { ...body, from: 'overpayment' } : body,
  }),
})

const OUTCOMES = ['succeed', 'fail', 'cancel', 'to_balance'] as const

const settleRefund = writeTool({
  name: 'settle_refund',
  title: 'Record the outcome of a refund',
  description:
    'Records that a pending refund was paid (succeed), could not be paid or came back (fail), is not to be paid (cancel), or becomes credit of the customer instead (to_balance). It moves no money.',
  scopes: ['refunds:write'],
  destructive: true,
  input: Input({
    refund_id: RefundId,
    outcome: Words(OUTCOMES, 'The outcome.'),
    paid_on: Type.Optional(Day('With succeed: the day it was paid. Default: today.')),
    reference: Type.Optional(Text(256, 'With succeed: where that payment is found.')),
    failure_reason: Type.Optional(Text(500, 'With fail: why.', ['account closed'])),
  }),
  write: ({ refund_id, outcome, ...body }) => {
    const hasBody = outcome === 'succeed' || outcome === 'fail'
    return deed('refunds', refund_id, outcome, hasBody ? body : undefined)
  },
})

const applyCredit = writeTool({
  name: 'apply_credit',
  title: 'Pay an invoice with credit',
  description: "Pays a finalized invoice with its customer's credit, in part or as far as it goes.",
  scopes: ['invoices:write'],
  destructive: false,
  input: Input({
    invoice_id: InvoiceId,
    amount: Type.Optional(Amount(1, 'Default: as much as possible.')),
  }),
  write: ({ invoice_id, ...body }) => deed('invoices', invoice_id, 'apply_credit', body),
})

const writeOff = writeTool({
  name: 'write_off_invoice',
  title: 'Write off an invoice',
  description:
    'Writes off what will never be paid as bad debt: reminders end, and it no longer counts as outstanding. A later payment recovers it. Taxes do not change; for that, use credit_invoice.',
  scopes: ['invoices:write'],
  destructive: true,
  input: Input({
    invoice_id: InvoiceId,
    amount: Type.Optional(Amount(1, 'Default: all that is to be collected.')),
    reason: Text(500, 'Why.', ['insolvency']),
  }),
  write: ({ invoice_id, ...body }) => deed('invoices', invoice_id, 'write_off', body),
})

/** The invoices that a payment pays, and how much of each. */
export const Allocations = Type.Array(
  Input({
    invoice_id: InvoiceId,
    amount: Type.Optional(Amount(1, 'Default: as much as possible.')),
  }),
  { minItems: 1, maxItems: 100, description: 'The invoices of the customer.' },
)

const allocatePayment = writeTool({
  name: 'allocate_payment',
  title: 'Allocate a payment',
  description:
    'Pays invoices of the customer with the unallocated amount of a payment: all of them or none.',
  scopes: ['payments:write'],
  destructive: false,
  input: Input({ payment_id: PaymentId, allocations: Allocations }),
  write: ({ payment_id, ...body }) => deed('payments', payment_id, 'allocate', body),
})

const deallocatePayment = writeTool({
  name: 'deallocate_payment',
  title: 'Deallocate a payment',
  description:
    'Takes a payment off invoices that it does not belong to. They are due again, and the amount is unallocated again.',
  scopes: ['payments:write'],
  destructive: true,
  input: Input({ payment_id: PaymentId, allocations: Allocations }),
  write: ({ payment_id, ...body }) => deed('payments', payment_id, 'deallocate', body),
})

export const CORRECTING: readonly WriteTool[] = [
  ...[creditInvoice, voidCreditNote, refundPayment, settleRefund],
  ...[applyCredit, writeOff, allocatePayment, deallocatePayment],
]
