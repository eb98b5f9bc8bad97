// The invoice as clients see it, and what they may send.

import { type Static, type TSchema, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { isCurrency, parseCurrency } from '../../domain/currencies.ts'
import { CUSTOMER_REF, customerRef } from '../../domain/customer.ts'
import { constraintOf } from '../../domain/errors.ts'
import { hostedPath } from '../../domain/hosted.ts'
import { amountRemaining, EMAIL_STATUSES, INVOICE_STATUSES } from '../../domain/invoice.ts'
import { BELOW, WHOLE } from '../../platform/http/describe.ts'
import { defineFormat, findFormat } from '../../platform/http/formats.ts'
import {
  AnyOf,
  Body,
  Clearable,
  ClosedOneOf,
  CurrencyFilter,
  listQuery,
  Metadata,
  MetadataPatch,
  metadataQuery,
  Text,
  Timestamp,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import type { ReadInvoice } from './store.ts'

defineFormat('currency', {
  check: (text) => /^[A-Za-z]{3}$/.test(text) && isCurrency(text.toLowerCase()),
  pattern: '^[A-Za-z]{3}$',
  code: 'currency_invalid',
  explain: (text) => constraintOf(() => parseCurrency(text)),
})

defineFormat('currencies', {
  check: (text) => text.split(',').every((each) => findFormat('currency')?.check(each)),
  pattern: '^[A-Za-z]{3}(,[A-Za-z]{3})*$',
  code: 'currency_invalid',
  explain: (text) =>
    constraintOf(() => {
      for (const each of text.split(',')) parseCurrency(each)
    }),
})

const Cents = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })
const CalendarDate = { format: 'date', examples: ['2026-12-20'] }
const dueFilter = (description: string) => Type.String({ ...CalendarDate, description })
const CustomerRef = Type.Union(
  [
    Type.String({ pattern: CUSTOMER_REF, examples: ['cus_1001'] }),
    Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }),
  ],
  { description: 'The customer to invoice: `cus_1001`, or 1001.' },
)
const ProductRef = Type.String({
  pattern: '^prod_[0-7][0-9a-hjkmnp-tv-z]{25}$',
  description: 'The product billed; archived ones are refused on new lines.',
  examples: ['prod_01h2xcejqtf2nbrexx3vqjhp41'],
})

const lineMembers = {
  description: Text(500, 'Text of the item.', 1),
  quantity: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Units billed.',
    [BELOW]: 'drop_line',
  }),
  unit_amount: Type.Integer({
    minimum: 0,
    maximum: 999_999_999_999,
    description: "Price of one unit in the currency's smallest unit.",
    [BELOW]: 'grant_credit',
    [WHOLE]: 'smallest_unit',
  }),
}

const Lines = Type.Array(
  Type.Object(
    { ...lineMembers, product_id: Type.Optional(Clearable(ProductRef)) },
    { title: 'InvoiceLineCreate', additionalProperties: false },
  ),
  { minItems: 1, maxItems: 250, description: 'Items to bill.' },
)
const Currency = Type.String({
  format: 'currency',
  description: "Three letters, in any case; the account's currency when left out.",
  examples: ['cad'],
})
const DueDate = Type.String({
  format: 'date',
  description: "Payment due date; counted from the account's payment terms when left out.",
  examples: ['2026-12-20'],
})
const Notes = Text(5000, 'Shown on the document.')

export const InvoiceCreate = Body({
  customer_id: CustomerRef,
  line_items: Lines,
  due_date: Type.Optional(DueDate),
  metadata: Type.Optional(Metadata),
  currency: Type.Optional(Currency),
  notes: Type.Optional(Notes),
  finalize: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to finalize it at once, as a finalize of its own would.',
    }),
  ),
})
export type InvoiceCreate = Static<typeof InvoiceCreate>

export const InvoicePatch = Type.Object(
  {
    customer_id: Type.Optional(CustomerRef),
    line_items: Type.Optional(Lines),
    due_date: Type.Optional(Clearable(DueDate)),
    metadata: Type.Optional(MetadataPatch),
    currency: Type.Optional(Clearable(Currency)),
    notes: Type.Optional(Clearable(Notes)),
  },
  { additionalProperties: false },
)
export type InvoicePatch = Static<typeof InvoicePatch>

export const InvoicePath = {
  id: Type.String({
    pattern: '^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description: 'The invoice.',
  }),
}

export const InvoiceList = Body({
  ...listQuery,
  ...metadataQuery,
  customer_id: Type.Optional(
    Type.String({
      pattern: CUSTOMER_REF,
      description: 'Invoices of this customer: `cus_1001`, or 1001.',
      examples: ['cus_1001'],
    }),
  ),
  status: Type.Optional(AnyOf(INVOICE_STATUSES, 'Invoices in this state.')),
  open: Type.Optional(
    Type.Boolean({
      description: 'Only those that wait for payment (posted or overdue), or none of them.',
    }),
  ),
  currency: Type.Optional(CurrencyFilter),
  number: Type.Optional(Text(64, 'The invoice of exactly this number.')),
  'due_date[gte]': Type.Optional(dueFilter('Due on this day or later.')),
  'due_date[lte]': Type.Optional(dueFilter('Due on this day or earlier.')),
})
export type InvoiceList = Static<typeof InvoiceList>

const OptionalTime = (description: string) => Type.Union([Timestamp, Type.Null()], { description })

export const Invoice = Type.Object(
  {
    id: Type.String({ pattern: '^inv_[0-9a-z]{26}$' }),
    customer_id: Type.String({
      pattern: '^cus_[0-9]+$',
      description: 'The invoiced customer.',
      examples: ['cus_1001'],
    }),
    status: ClosedOneOf(INVOICE_STATUSES, 'See the states of an invoice.'),
    number: Type.String({
      pattern: '^INV-[0-9]+$',
      description: 'Provisional while a draft; finalize assigns the definitive, gapless one.',
    }),
    amount_due: Cents('What the document asks for; frozen from finalize on.'),
    amount_paid: Cents('The sum of settled payments.'),
    currency: Type.String({
      pattern: '^[a-z]{3}$',
      description: 'The currency of all amounts.',
      examples: ['cad'],
    }),
    due_date: Type.String({ ...CalendarDate, description: 'The last day to pay.' }),
    line_items: Type.Array(
      Type.Object(
        {
          ...lineMembers,
          amount: Cents('quantity × unit_amount.'),
          product_id: Type.Union([Type.String(), Type.Null()]),
        },
        { title: 'InvoiceLine', additionalProperties: false },
      ),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
    finalized_at: OptionalTime('When it was issued; null until then.'),
    voided_at: OptionalTime('When it was voided; null until then.'),
    subtotal: Cents('The sum of the lines.'),
    tax: Cents('The sum of taxes.'),
    total: Cents('subtotal + tax.'),
    credit_applied: Cents('Customer credit that paid for a part of it at finalize.'),
    amount_remaining: Cents('amount_due − amount_paid; 0 once it is void.'),
    hosted_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'Its page for the customer, for whoever has the address; null until finalize.',
    }),
    email_status: Type.Union(
      EMAIL_STATUSES.map((word) => Type.Literal(word) as TSchema).concat(Type.Null()),
      { description: 'What became of the mail that brings it; null before there was one.' },
    ),
    sent_at: OptionalTime('When a mail server accepted it; null until then.'),
    notes: Type.String({ description: 'Shown on the document.' }),
    metadata: Metadata,
  },
  { title: 'Invoice', additionalProperties: false },
)

const Derivation = Type.Cyclic(
  {
    Derivation: Type.Object({
      rule: Type.String({ description: 'What was done, such as `line_amount` or `total`.' }),
      inputs: Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()])),
      steps: Type.Array(Type.Ref('Derivation')),
      result: Type.Integer(),
    }),
  },
  'Derivation',
)

export const Explanation = Type.Object({
  object: Type.Literal('invoice_explanation'),
  invoice_id: Type.String(),
  currency: Type.String(),
  amount_due: Cents('The figure that is explained.'),
  derivation: Derivation,
  sentences: Type.Array(Type.String(), { description: 'The same in words, the lines first.' }),
})

export const invoiceRef = (id: string): string => encodeId('inv', id)
export const parseInvoiceId = (ref: string): string | undefined => decodeId('inv', ref)

const time = (ms: number | null): string | null => (ms === null ? null : timestamp(ms))

/** The JSON text of an invoice; `publicUrl` is how others reach this service. */
export function invoiceJson(invoice: ReadInvoice, publicUrl: string): string {
  return JSON.stringify({
    id: invoiceRef(invoice.id),
    customer_id: customerRef(invoice.customer_id),
    status: invoice.status,
    number: invoice.number,
    amount_due: invoice.amount_due,
    amount_paid: invoice.amount_paid,
    currency: invoice.currency,
    due_date: invoice.due_date,
    line_items: invoice.line_items.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      unit_amount: line.unit_amount,
      amount: line.amount,
      product_id: line.product_id === null ? null : encodeId('prod', line.product_id),
    })),
    created_at: timestamp(invoice.created_at),
    updated_at: timestamp(invoice.updated_at),
    finalized_at: time(invoice.finalized_at),
    voided_at: time(invoice.voided_at),
    subtotal: invoice.subtotal,
    tax: invoice.tax,
    total: invoice.total,
    credit_applied: invoice.credit_applied,
    amount_remaining: amountRemaining(invoice),
    hosted_url:
      invoice.hosted_token === null
        ? null
        : `${publicUrl}${hostedPath(invoice.environment_id, invoice.hosted_token)}`,
    email_status: invoice.email_status,
    sent_at: time(invoice.sent_at),
    notes: invoice.notes,
    metadata: invoice.metadata,
  })
}
