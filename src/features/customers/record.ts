// The table of customers. Balances and search words are in tables of their own; `store.ts` combines them.

import { type TString, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { CUSTOMER_REF, customerRef, parseCustomerId } from '../../domain/customer.ts'
import { ERASED } from '../../domain/erasure.ts'
import { eventsOf } from '../../domain/event.ts'
import { decimal, majorOf } from '../../domain/money-column.ts'
import { type Column, NOT_PERSONAL } from '../../platform/db/column.ts'
import { type RowOf, record } from '../../platform/db/record.ts'
import { json, plain } from '../../platform/http/columns.ts'
import { Line, OrEmpty, Text } from '../../platform/http/shapes.ts'
import { heldDiscounts } from '../held-discounts.ts'
import { type ObjectIds, objectIds } from '../identifiers.ts'
import {
  absent,
  always,
  asSent,
  computed,
  fixed,
  flag,
  hidden,
  id,
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
    discounts: heldDiscounts('CustomerDiscount', 'Discounts on each invoice'),
    credit_balance: computed(Balance, decimal),
    credit_balances: computed(Balances, (name) => json(name, { heading: majorOf(name) })),
    auto_pay_enabled: flag('Automatic payment switch.', { erased: false }),
    default_payment_method_id: nullable(
      id('payment_method'),
      'The payment method that pays automatically, or null.',
    ),
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
