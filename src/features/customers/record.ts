// The table of customers. Balances and search words are in tables of their own; `store.ts` combines them.

import { type TSchema, type TString, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { type CustomerDiscount, DURATIONS } from '../../domain/coupon.ts'
import { CUSTOMER_REF, customerRef, parseCustomerId } from '../../domain/customer.ts'
import { ERASED } from '../../domain/erasure.ts'
import { eventsOf } from '../../domain/event.ts'
import { decimal, majorOf, withMajors } from '../../domain/money-column.ts'
import { type Column, NOT_PERSONAL } from '../../platform/db/column.ts'
import { type RowOf, record } from '../../platform/db/record.ts'
import { json, plain } from '../../platform/http/columns.ts'
import { ClosedOneOf, Line, OrEmpty, Text, Timestamp } from '../../platform/http/shapes.ts'
import { encodeId } from '../../platform/ids.ts'
import { type ObjectIds, objectIds } from '../identifiers.ts'
import {
  absent,
  always,
  asSent,
  computed,
  fixed,
  flag,
  hidden,
  instant,
  integer,
  listed,
  metadata,
  nullable,
  object,
  small,
  text,
} from '../kinds.ts'
import { type TaxId, TaxIds, TaxIdsSent } from './tax-numbers.ts'

export const customerIds: ObjectIds<number> = {
  ...objectIds('customer'),
  param: 'customer_id',
  schema: Type.String({
    pattern: CUSTOMER_REF,
    description: 'The customer: `cus_1001`, or 1001.',
    examples: ['cus_1001'],
  }),
  ref: customerRef,
  parse: parseCustomerId,
}

const email = text('Billing email.', { max: 254, erased: '' })
const language = text('Language of documents.', { max: 6, erased: null })

const country: Column<string, TString, TString> = {
  ...text('', { max: 2, erased: NOT_PERSONAL }),
  type: 'word',
  schema: Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'Two-letter country code.',
    examples: ['CA'],
  }),
  input: Type.String({
    format: 'country',
    description: 'Two-letter country code. Default: CA.',
    examples: ['CA'],
  }),
}

const Decimal = Type.String({ pattern: '^[0-9]+\\.[0-9]{8}$', examples: ['0.00000000'] })
const Balance = Type.Union([Decimal], {
  description: "In the account's currency, in the major unit.",
})
const Balances = Type.Record(Type.String(), Decimal, {
  description: 'Balances in other currencies, by currency.',
})

const taxIdShown = ({ type, value, status, checked_at }: TaxId) => ({
  ...{ type, value, status, checked_at: timestamp(checked_at) },
})

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

const Discounts = Type.Array(
  Type.Object(
    {
      id: Type.String({ description: 'The discount, `disc_…`.' }),
      coupon_id: Type.String(),
      promotion_code_id: orNull(Type.String()),
      name: Type.String({ description: 'Shown on documents.' }),
      percent_off: orNull(Type.String({ description: 'In percent.' })),
      amount_off: orNull(Type.Integer()),
      currency: orNull(Type.String()),
      product_ids: Type.Array(Type.String()),
      price_ids: Type.Array(Type.String()),
      minimum_amount: orNull(Type.Integer()),
      duration: ClosedOneOf(DURATIONS, 'Its duration.'),
      duration_months: orNull(Type.Integer()),
      months_used: Type.Integer({
        description: '1 if a finalized invoice used up `once`; otherwise 0.',
      }),
      last_month: orNull(
        Type.String({ description: 'The month of that invoice, such as 2026-12.' }),
      ),
      ends_at: orNull({
        ...Timestamp,
        description: 'When it ends; null if it does not, or was given before version 0.3.0.',
      }),
      created_at: Timestamp,
    },
    { title: 'CustomerDiscount', additionalProperties: false },
  ),
  { description: 'Discounts on each invoice, with the terms at the time they were created.' },
)

/** Its amounts are in the discount's own currency. */
const discountInMajor = (discount: Record<string, unknown>) =>
  withMajors(
    discount,
    ['amount_off', 'minimum_amount'].filter((name) => discount[name] !== null),
    discount.currency,
  )

const discountShown = (discount: CustomerDiscount) => ({
  id: discount.id,
  coupon_id: discount.coupon_id,
  promotion_code_id: discount.promotion_code_id,
  name: discount.name,
  percent_off: discount.percent_off ?? null,
  amount_off: discount.amount_off ?? null,
  currency: discount.currency ?? null,
  product_ids: discount.product_ids.map((id) => encodeId('prod', id)),
  price_ids: discount.price_ids.map((id) => encodeId('price', id)),
  minimum_amount: discount.minimum_amount ?? null,
  duration: discount.duration,
  duration_months: discount.duration_months,
  months_used: discount.months_used,
  last_month: discount.last_month,
  ends_at: discount.ends_at === undefined ? null : timestamp(discount.ends_at),
  created_at: timestamp(discount.created_at),
})

export const customerRecord = record(
  'customers',
  {
    id: fixed(integer({ description: 'In all other objects, this is `cus_<id>`.' })),
    object: object('customer'),
    name: text('Customer or company name.', { max: 256, min: 1, erased: ERASED }),
    contact_name: absent(
      asSent(
        text('Primary contact; absent if never set.', { max: 256, erased: null }),
        Text(256, 'Primary contact.'),
      ),
    ),
    email: asSent(
      email,
      OrEmpty(Type.String({ format: 'email', maxLength: 254, description: 'Billing email.' })),
    ),
    phone: text('Phone number.', { max: 32, erased: '' }),
    address_line1: text('Street address.', { max: 256, erased: '' }),
    address_line2: nullable(text('Second address line.', { max: 256, erased: null })),
    city: text('City.', { max: 128, erased: '' }),
    state_province: text('State or province.', { max: 128, erased: '' }),
    postal_code: text('Postal or ZIP code.', { max: 32, erased: '' }),
    country,
    tax_exempt: flag('Tax exempt status.', { erased: NOT_PERSONAL }),
    tax_id: nullable(text('Tax identification number.', { max: 64, erased: null })),
    tax_ids: asSent(
      listed<TaxId, typeof TaxIds>(TaxIds, { erased: [], shown: taxIdShown }),
      TaxIdsSent,
    ),
    discounts: {
      ...listed<CustomerDiscount, typeof Discounts>(Discounts, {
        erased: NOT_PERSONAL,
        shown: discountShown,
      }),
      cell: (name) => json(name, { shown: discountInMajor }),
    },
    credit_balance: computed(Balance, decimal),
    credit_balances: computed(Balances, (name) => json(name, { heading: majorOf(name) })),
    auto_pay_enabled: flag('Automatic payment switch.', { erased: false }),
    language: nullable({
      ...asSent(
        language,
        OrEmpty(Type.String({ format: 'language', description: 'Language of documents.' })),
      ),
      cell: plain,
    }),
    external_id: nullable(
      asSent(text('', { max: 255, erased: null }), Line(255, 'Your ID of the customer; unique.')),
      'Your ID of the customer, or null.',
    ),
    metadata: metadata(),
    created_at: fixed(instant()),
    updated_at: instant(),

    /** A deleted customer is kept for the documents that name it. */
    deleted_at: hidden(nullable(instant())),
    words_version: always(small(), '1'),
  },
  { count: { counter: 'customers_count', counts: (row) => row.deleted_at === null } },
)

export interface CustomerRow extends RowOf<typeof customerRecord.members> {}

export const events = eventsOf('customer')
