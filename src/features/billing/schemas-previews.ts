// The forecasts and previews of subscriptions, as clients see them.

import { Type } from 'typebox'
import { BILLINGS } from '../../domain/recurrence.ts'
import { ClosedOneOf, orNull, Timestamp } from '../../platform/http/shapes.ts'
import { creditNotes, Lines } from '../credit-notes/record.ts'
import { PreviewLines } from '../invoices/line-shapes.ts'
import { invoiceRecord } from '../invoices/record.ts'
import { PeriodShown } from '../period.ts'
import { itemShape, quantity, subscriptionRecord } from '../subscriptions/record.ts'

const { currency, due_date, subtotal, discount, tax, tax_included, total } =
  invoiceRecord.item.properties
const { credit_applied, amount_due, discounts, taxes } = invoiceRecord.item.properties

const note = creditNotes.item.properties

const UnusedTimeNote = Type.Object(
  {
    ...{ invoice_id: note.invoice_id, lines: Lines, total: note.total },
    ...{ to_open: note.to_open, to_balance: note.to_balance },
  },
  { title: 'UnusedTimeNote', additionalProperties: false },
)

const UpcomingInvoice = Type.Object(
  {
    scheduled_for: Timestamp,
    period: PeriodShown,
    due_date,
    currency,
    line_items: PreviewLines,
    ...{ subtotal, discount, tax, tax_included, total, credit_applied, amount_due },
    ...{ discounts, taxes },
    credit_notes: Type.Optional(
      Type.Array(UnusedTimeNote, {
        description: 'The credit notes issued with it, if changes are pending for it.',
      }),
    ),
  },
  { title: 'UpcomingInvoice', additionalProperties: false },
)

export const UpcomingInvoices = Type.Object(
  {
    object: Type.Literal('upcoming_invoices'),
    data: Type.Array(UpcomingInvoice, { description: 'The next invoices, oldest first.' }),
  },
  { title: 'UpcomingInvoices', additionalProperties: false },
)

export const SubscriptionPreview = Type.Object(
  {
    object: Type.Literal('subscription_preview'),
    at: Timestamp,
    hash: Type.String({ description: 'Hash of what would be billed.' }),
    status: subscriptionRecord.item.properties.status,
    start: Timestamp,
    current_period: orNull(PeriodShown),
    trial_end: orNull(Timestamp),
    next_invoice_at: orNull(Timestamp),
    invoices: Type.Array(UpcomingInvoice, { description: 'What would be billed at once.' }),
    next: Type.Array(UpcomingInvoice, { description: 'The three invoices after that.' }),
  },
  { title: 'SubscriptionPreview', additionalProperties: false },
)

const { id, price_id, product_id } = itemShape
const { interval, interval_count } = subscriptionRecord.item.properties

const PreviewedItem = Type.Object(
  {
    ...{ id, price_id, product_id, quantity, interval, interval_count },
    billing: ClosedOneOf(BILLINGS, 'Whether a period is billed when it begins or when it ends.'),
    amount: Type.Integer({ description: 'What a full period costs before discounts and taxes.' }),
  },
  { title: 'PreviewedSubscriptionItem', additionalProperties: false },
)

export const SubscriptionChangePreview = Type.Object(
  {
    object: Type.Literal('subscription_change_preview'),
    at: Timestamp,
    hash: Type.String({ description: 'Hash of what would change, be billed and be returned.' }),
    status: subscriptionRecord.item.properties.status,
    current_period: orNull(PeriodShown),
    next_invoice_at: orNull(Timestamp),
    items_before: Type.Array(PreviewedItem, { description: 'The items now.' }),
    items_after: Type.Array(PreviewedItem, {
      description: 'The items afterwards, once all scheduled changes have applied.',
    }),
    invoices: Type.Array(UpcomingInvoice, { description: 'What would be billed at once.' }),
    credit_notes: Type.Array(UnusedTimeNote, {
      description: 'The unused time that would be returned.',
    }),
    amount_due: Type.Integer({ description: 'What is to be paid at once, after credit.' }),
    balance_after: Type.String({
      pattern: '^[0-9]+\\.[0-9]{8}$',
      description: "The customer's credit after it, in the major unit of the currency.",
    }),
    next: Type.Array(UpcomingInvoice, { description: 'The three invoices after that.' }),
  },
  { title: 'PreviewedSubscriptionChange', additionalProperties: false },
)
