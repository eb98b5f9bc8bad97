// The invoice as clients see it, and the requests about it.

import { type Static, type TSchema, Type } from 'typebox'
import { MOST_OF_INVOICE } from '../../domain/coupon.ts'
import { isCurrency, parseCurrency } from '../../domain/currencies.ts'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import { constraintOf } from '../../domain/errors.ts'
import { INVOICE_STATUSES } from '../../domain/invoice.ts'
import { warningShape } from '../../platform/http/dry-run.ts'
import { defineFormat, findFormat } from '../../platform/http/formats.ts'
import {
  AnyOf,
  Body,
  Clearable,
  CurrencyFilter,
  KEPT_TIMESTAMP,
  Line,
  listQuery,
  MetadataPatch,
  metadataQuery,
  momentFilter,
  Text,
  Timestamp,
} from '../../platform/http/shapes.ts'
import { Amount, customerIn, PreviewSent } from '../bodies.ts'
import { DiscountAdd } from '../discounts.ts'
import { LinePricing, lineMembers, PreviewLines, SupplyDate } from './line-shapes.ts'
import { invoiceRecord } from './record.ts'

const { metadata, notes, reference } = invoiceRecord.members

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
const CustomerRef = customerIn('The customer to invoice: `cus_1001`, or 1001.')
const ProductRef = Type.String({
  pattern: '^prod_[0-7][0-9a-hjkmnp-tv-z]{25}$',
  description: 'The product to bill. Archived products can’t be added to new lines.',
  examples: ['prod_01h2xcejqtf2nbrexx3vqjhp41'],
})

const PriceRef = Type.String({
  pattern: '^price_[0-7][0-9a-hjkmnp-tv-z]{25}$',
  description: 'The price, instead of a unit amount.',
  examples: ['price_01h2xcejqtf2nbrexx3vqjhp42'],
})
const TaxRates = Type.Array(
  Type.String({
    pattern: '^txr_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    examples: ['txr_01h2xcejqtf2nbrexx3vqjhp43'],
  }),
  {
    maxItems: 5,
    description:
      'Your tax rates for this line; empty for no tax. If omitted, they follow from your registrations, with automatic tax on.',
  },
)
const maybe = <S extends TSchema>(schema: S) => Type.Optional(Clearable(schema))

const periodCalled = (title: string) =>
  Type.Object(
    { start: Type.String(KEPT_TIMESTAMP), end: Type.String(KEPT_TIMESTAMP) },
    {
      title,
      additionalProperties: false,
      description: 'What the line is for, up to an instant that it excludes. Printed on documents.',
    },
  )

/**
 * The properties that a line needs in addition to its price are checked in `lines.ts`: they depend on the rest of it.
 */
const linesCalled = (title: string) =>
  Type.Array(
    Type.Object(
      {
        description: Type.Optional(lineMembers.description),
        quantity: Type.Optional(lineMembers.quantity),
        unit_amount: Type.Optional(lineMembers.unit_amount),
        product_id: maybe(ProductRef),
        price_id: maybe(PriceRef),
        quantity_decimal: maybe(lineMembers.quantity_decimal),
        unit_amount_decimal: maybe(lineMembers.unit_amount_decimal),
        events: maybe(lineMembers.events),
        tax_rates: maybe(TaxRates),
        period: maybe(periodCalled(`${title}Period`)),
        supply_date: maybe(SupplyDate('When it was supplied, for a line without a period.')),
      },
      { title, additionalProperties: false },
    ),
    { minItems: 1, maxItems: 250, description: 'The lines.' },
  )
const Lines = linesCalled('InvoiceLineCreate')
export type LinesSent = Static<typeof Lines>

const Currency = Type.String({
  format: 'currency',
  description: "Three-letter code. Default: the account's currency.",
  examples: ['cad'],
})
const DueDate = Type.String({
  format: 'date',
  description: "Due date. Default: by the account's payment terms.",
  examples: ['2026-12-20'],
})

const Discounts = Type.Optional(
  Type.Array(DiscountAdd, {
    maxItems: MOST_OF_INVOICE,
    description:
      'Discounts of this invoice only, each with a coupon or promotion code. Discounts of the customer apply automatically.',
  }),
)

const SuppliedOn = SupplyDate('When everything on it was supplied. Shown on the document.')
const RelatesTo = Type.String({
  pattern: '^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
  description: 'The finalized invoice of the same customer that it adds to.',
  examples: ['inv_01h2xcejqtf2nbrexx3vqjhp41'],
})

export const InvoiceFinalize = Body({ preview: PreviewSent })
export type InvoiceFinalize = Static<typeof InvoiceFinalize>

export const InvoiceApplyCredit = Body({
  amount: Type.Optional(Amount('Default: as much as remains to be paid and the credit covers.')),
})

export const InvoiceWriteOff = Body({
  amount: Type.Optional(Amount('Default: all that is to be collected.')),
  reason: Line(500, 'Why, in one line. Customers do not see it.', 1),
})

export const InvoiceCreate = Body({
  customer_id: CustomerRef,
  line_items: Lines,
  due_date: Type.Optional(DueDate),
  metadata: Type.Optional(metadata.input),
  currency: Type.Optional(Currency),
  notes: Type.Optional(notes.input),
  reference: Type.Optional(reference.input),
  supply_date: Type.Optional(SuppliedOn),
  relates_to: Type.Optional(RelatesTo),
  finalize: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to finalize the invoice immediately.',
    }),
  ),
  discounts: Discounts,
  preview: PreviewSent,
})
export type InvoiceCreate = Static<typeof InvoiceCreate>

export const InvoicePatch = Type.Object(
  {
    customer_id: Type.Optional(CustomerRef),
    line_items: Type.Optional(Lines),
    due_date: Type.Optional(Clearable(DueDate)),
    metadata: Type.Optional(MetadataPatch),
    currency: Type.Optional(Clearable(Currency)),
    notes: Type.Optional(Clearable(notes.input)),
    reference: Type.Optional(Clearable(reference.input)),
    supply_date: Type.Optional(Clearable(SuppliedOn)),
    relates_to: Type.Optional(Clearable(RelatesTo)),
  },
  { additionalProperties: false },
)
export type InvoicePatch = Static<typeof InvoicePatch>

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
  subscription_id: Type.Optional(
    Type.String({
      pattern: '^sub_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      description: 'Invoices of this subscription.',
      examples: ['sub_01h2xcejqtf2nbrexx3vqjhp45'],
    }),
  ),
  status: Type.Optional(AnyOf(INVOICE_STATUSES, 'Invoices in this state.')),
  open: Type.Optional(
    Type.Boolean({
      description:
        '`true` for invoices with something to collect only: posted or overdue, and not written off entirely; `false` for drafts, paid and void invoices. `status` finds those that are written off.',
    }),
  ),
  collection: Type.Optional(
    AnyOf(
      ['running', 'ended'],
      'Outstanding invoices whose automatic payment failed: `running` while it is tried again, `ended` when it is not.',
    ),
  ),
  currency: Type.Optional(CurrencyFilter),
  number: Type.Optional(Text(64, 'The invoice with exactly this number.')),
  warning: Type.Optional(
    Type.String({
      pattern: '^[a-z_]{1,64}$',
      description: 'Invoices finalized with this warning code.',
      examples: ['tax_address_missing'],
    }),
  ),
  'due_date[gte]': Type.Optional(dueFilter('Due on this day or later.')),
  'due_date[lte]': Type.Optional(dueFilter('Due on this day or earlier.')),
  'finalized_at[gte]': momentFilter('Finalized at this time or later.'),
  'finalized_at[gt]': momentFilter('Finalized later than this.'),
  'finalized_at[lte]': momentFilter('Finalized at this time or earlier.'),
  'finalized_at[lt]': momentFilter('Finalized earlier than this.'),
})
export type InvoiceList = Static<typeof InvoiceList>

export const Invoice = invoiceRecord.item

const Because = Type.Object({
  code: Type.String(),
  place: Type.String(),
  date: Type.String(),
})

const Derivation = Type.Cyclic(
  {
    Derivation: Type.Object({
      rule: Type.String({ description: 'The rule, such as `line_amount` or `total`.' }),
      inputs: Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()])),
      steps: Type.Array(Type.Ref('Derivation')),
      result: Type.Integer(),
      version: Type.Optional(
        Type.Integer({ description: 'Version of the format; in the root only.' }),
      ),
      currency: Type.Optional(Type.String()),
      exponent: Type.Optional(Type.Integer({ description: 'Decimal places of the currency.' })),
      pricing: Type.Optional(LinePricing),
      events: Type.Optional(Type.Array(Type.String())),
      parts: Type.Optional(
        Type.Array(
          Type.Object({
            rule: Type.String({ description: 'The parts of the sum, such as `tier`.' }),
            inputs: Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()])),
            exact: Type.String(),
          }),
        ),
      ),
      exact: Type.Optional(
        Type.String({ description: 'The exact value, if `result` is rounded.' }),
      ),
      rests: Type.Optional(
        Type.Object(
          {
            price: Type.String(),
            seconds: Type.Integer(),
            left: Type.Array(Type.Integer()),
            rests: Type.Array(Type.Integer()),
          },
          {
            description:
              'For a part of a period: the prices of the remaining time at its start and end.',
          },
        ),
      ),
      because: Type.Optional(Because),
      shares: Type.Optional(
        Type.Array(
          Type.Object({
            line: Type.Integer({ description: 'Number of the line, from 1.' }),
            of: Type.Integer(),
            amount: Type.Integer(),
          }),
          { description: 'The share of each line.' },
        ),
      ),
      untaxed: Type.Optional(
        Type.Array(Type.Object({ lines: Type.Array(Type.Integer()), because: Because }), {
          description: 'Lines without any tax, and why.',
        }),
      ),
    }),
  },
  'Derivation',
)

export const Explanation = Type.Object({
  object: Type.Literal('invoice_explanation'),
  invoice_id: Type.String(),
  currency: Type.String(),
  amount_due: Cents('The amount due.'),
  derivation: Derivation,
  sentences: Type.Array(Type.String(), {
    description: 'The same in words, starting with the lines.',
  }),
  warnings: invoiceRecord.item.properties.warnings,
})

export const PreviewCreate = Body({
  invoice_id: Type.Optional(
    Type.String({
      pattern: '^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      description: 'The draft to preview, or the properties of a new invoice.',
    }),
  ),
  customer_id: Type.Optional(CustomerRef),
  line_items: Type.Optional(linesCalled('InvoicePreviewLine')),
  due_date: Type.Optional(DueDate),
  currency: Type.Optional(Currency),
  discounts: Discounts,
})
export type PreviewCreate = Static<typeof PreviewCreate>

const { subtotal, discount, tax, tax_included, total, credit_applied, amount_due } =
  invoiceRecord.item.properties
const { due_date, currency, discounts, taxes } = invoiceRecord.item.properties

export const InvoicePreview = Type.Object(
  {
    object: Type.Literal('invoice_preview'),
    at: Timestamp,
    hash: Type.String({ description: 'Hash of the figures.' }),
    customer_id: Type.String(),
    currency,
    due_date,
    line_items: PreviewLines,
    ...{ subtotal, discount, tax, tax_included, total, credit_applied, amount_due },
    ...{ discounts, taxes },
    derivation: Derivation,
    sentences: Type.Array(Type.String(), { description: 'How each amount was calculated.' }),
    warnings: Type.Array(Type.Object(warningShape, { title: 'PreviewWarning' }), {
      description:
        'Warnings that finalizing would return. Account settings can turn them into errors.',
    }),
  },
  { title: 'InvoicePreview' },
)
