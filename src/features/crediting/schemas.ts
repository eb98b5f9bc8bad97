// Schemas of credit notes, refunds and grants: request bodies and the preview.

import { type Static, Type } from 'typebox'
import { REASONS_SENT } from '../../domain/credit-reasons.ts'
import { Body, OneOf, Timestamp } from '../../platform/http/shapes.ts'
import { Amount, PreviewSent, sent, undescribed } from '../bodies.ts'
import { creditNotes, Lines } from '../credit-notes/record.ts'
import { creditTransactions } from '../credit-transactions/record.ts'
import { idSchema } from '../identifiers.ts'
import { refunds } from '../refunds/record.ts'
import { DecimalText } from '../terms.ts'

const credited = {
  invoice_id: idSchema('invoice', 'The invoice to correct.', 'inv_01h2xcejqtf2nbrexx3vqjhp41'),
  lines: Type.Optional(
    Type.Array(
      Body({
        line_id: Type.String({
          pattern: '^il_[0-7][0-9a-hjkmnp-tv-z]{25}$',
          description: 'The line of the invoice.',
        }),
        amount: Type.Optional(
          Amount('What to credit of it after its discounts; tax that was added to it follows.'),
        ),
        quantity: Type.Optional(DecimalText('Or the units to credit.', ['2'])),
      }),
      { minItems: 1, maxItems: 250, description: 'The lines to credit.' },
    ),
  ),
  refund: Type.Optional(
    Amount(
      'How much of the rest after the open amount to refund, from the payments of the invoice, the newest first. Together with `outside` at most the money received for the invoice.',
    ),
  ),
  outside: Type.Optional(
    Amount(
      'How much of the rest after the open amount was returned to the customer outside of Reckoner.',
    ),
  ),
  amount: Type.Optional(
    Amount('Or an amount with tax, spread over what is not credited yet of all lines.'),
  ),
}

const refund_paid = Type.Optional(
  Type.Boolean({
    description:
      'True if you paid the refund already; otherwise the part that no gateway pays waits until you say so.',
  }),
)

const refund_by_gateway = Type.Optional(
  Type.Boolean({
    description:
      'False if you return the money yourself, also of payments that a gateway collected. Default: true, unless `refund_paid`.',
  }),
)

const send_email = Type.Optional(
  Type.Boolean({
    description:
      'True to email the note to the customer, as the invoice names them. Default: false.',
  }),
)

const TEXTS = ['outside_reference', 'note', 'metadata'] as const

const reason = OneOf(REASONS_SENT, 'Why it is issued.')

export const CreditNoteCreate = Body({
  ...credited,
  reason,
  ...sent(creditNotes, { optional: TEXTS }),
  refund_paid,
  refund_by_gateway,
  send_email,
  preview: PreviewSent,
})
export type CreditNoteCreate = Static<typeof CreditNoteCreate>

/** Accepts everything that creating the note accepts; properties that change no figure are ignored. */
export const CreditNotePreviewCreate = undescribed(
  Body({
    ...credited,
    reason: Type.Optional(reason),
    ...sent(creditNotes, { optional: TEXTS }),
    refund_paid,
    refund_by_gateway,
    send_email,
  }),
)

const shown = creditNotes.item.properties
const { subtotal, tax, tax_included, taxes, total, to_open, to_balance, refund, outside } = shown

export const CreditNotePreview = Type.Object(
  {
    object: Type.Literal('credit_note_preview'),
    at: Timestamp,
    hash: Type.String({ description: 'Hash of the figures.' }),
    invoice_id: shown.invoice_id,
    customer_id: shown.customer_id,
    currency: shown.currency,
    lines: Lines,
    ...{ subtotal, tax, tax_included, taxes, total, to_open, to_balance, refund, outside },
    amount_remaining: Type.Integer({
      description: 'What is then still to be paid of the invoice.',
    }),
  },
  { title: 'CreditNotePreview' },
)

export const CreditNote = creditNotes.item

export const Refund = refunds.item

export const RefundCreate = Body({
  credit_note_id: Type.Optional(
    idSchema('credit_note', 'The credit note that asks for it.', 'cn_01h2xcejqtf2nbrexx3vqjhp41'),
  ),
  from: Type.Optional(
    Type.Literal('overpayment', { description: 'Instead of a note: what pays no invoice.' }),
  ),
  payment_id: idSchema(
    'payment',
    'The payment that is refunded.',
    'pay_01h2xcejqtf2nbrexx3vqjhp42',
  ),
  amount: Type.Optional(Amount('Default: the whole remaining amount.')),
  by_gateway: Type.Optional(
    Type.Boolean({
      description:
        'False if you return the money yourself. Default: true if a gateway collected the payment.',
    }),
  ),
})
export type RefundCreate = Static<typeof RefundCreate>

export const RefundPayment = Body({
  paid_on: Type.Optional(
    Type.String({
      format: 'date',
      examples: ['2026-12-18'],
      description:
        "The date the money went back, not in the future. Default: today, in the account's time zone.",
    }),
  ),
  ...sent(refunds, { optional: ['reference'] }),
})

export const RefundFailure = Body(sent(refunds, { optional: ['failure_reason'] }))

export const CreditCreate = Body({
  amount: Type.String({
    maxLength: 40,
    description:
      'A decimal of the major unit with at most eight decimal places: "25.00" grants, "-25.00" removes.',
    examples: ['25.00'],
  }),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: "Three-letter code. Default: the account's currency.",
      examples: ['cad'],
    }),
  ),
  ...sent(creditTransactions, { optional: ['reason', 'metadata'] }),
})
export type CreditCreate = Static<typeof CreditCreate>
