// The customer as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { isCountry, parseCountry } from '../../domain/countries.ts'
import { CUSTOMER_REF, CUSTOMER_REFS } from '../../domain/customer.ts'
import { constraintOf } from '../../domain/errors.ts'
import { formatDecimal, parseDecimal } from '../../domain/money.ts'
import { defineFormat } from '../../platform/http/formats.ts'
import {
  Body,
  Clearable,
  Line,
  listQuery,
  Metadata,
  MetadataPatch,
  metadataQuery,
  OrEmpty,
  Text,
  Timestamp,
} from '../../platform/http/shapes.ts'
import type { Customer as Row } from './store.ts'

defineFormat('country', {
  check: (text) => /^[A-Za-z]{2}$/.test(text) && isCountry(text.toUpperCase()),
  pattern: '^[A-Za-z]{2}$',
  code: 'country_invalid',
  explain: (text) => constraintOf(() => parseCountry(text)),
})
/** BCP 47, as far as documents need it: a language, perhaps a region. */
defineFormat('language', {
  check: (text) => /^[a-z]{2,3}(-[A-Z]{2})?$/.test(text),
  pattern: '^[a-z]{2,3}(-[A-Z]{2})?$',
})

const Email = Type.String({ format: 'email', maxLength: 254, description: 'Billing e-mail.' })
const Country = Type.String({
  format: 'country',
  description: 'Two-letter country code, in any case; CA when it is not given.',
  examples: ['CA'],
})
const Language = Type.String({ format: 'language', description: 'Language of documents.' })

const optional = {
  contact_name: Text(256, 'Primary contact.'),
  phone: Text(32, 'Phone number.'),
  address_line1: Text(256, 'Street address.'),
  address_line2: Text(256, 'Second address line.'),
  city: Text(128, 'City.'),
  state_province: Text(128, 'State or province.'),
  postal_code: Text(32, 'Postal or ZIP code.'),
  tax_id: Text(64, 'Tax identification number.'),
}
const Name = Text(256, 'Customer or company name.', 1)
const ExternalId = Line(255, 'Your own ID of the customer, which no other customer has.')
const TaxExempt = Type.Boolean({ description: 'Tax exempt status.' })
const AutoPay = Type.Boolean({ description: 'Automatic payment switch.' })

export const CustomerCreate = Body({
  name: Name,
  email: Type.Optional(OrEmpty(Email)),
  contact_name: Type.Optional(optional.contact_name),
  phone: Type.Optional(optional.phone),
  address_line1: Type.Optional(optional.address_line1),
  address_line2: Type.Optional(optional.address_line2),
  city: Type.Optional(optional.city),
  state_province: Type.Optional(optional.state_province),
  postal_code: Type.Optional(optional.postal_code),
  country: Type.Optional(Country),
  tax_exempt: Type.Optional(TaxExempt),
  tax_id: Type.Optional(optional.tax_id),
  auto_pay_enabled: Type.Optional(AutoPay),
  language: Type.Optional(OrEmpty(Language)),
  external_id: Type.Optional(ExternalId),
  metadata: Type.Optional(Metadata),
})
export type CustomerCreate = Static<typeof CustomerCreate>

export const CustomerPatch = Type.Object(
  {
    name: Type.Optional(Name),
    email: Type.Optional(Clearable(OrEmpty(Email))),
    contact_name: Type.Optional(Clearable(optional.contact_name)),
    phone: Type.Optional(Clearable(optional.phone)),
    address_line1: Type.Optional(Clearable(optional.address_line1)),
    address_line2: Type.Optional(Clearable(optional.address_line2)),
    city: Type.Optional(Clearable(optional.city)),
    state_province: Type.Optional(Clearable(optional.state_province)),
    postal_code: Type.Optional(Clearable(optional.postal_code)),
    country: Type.Optional(Clearable(Country)),
    tax_exempt: Type.Optional(Clearable(TaxExempt)),
    tax_id: Type.Optional(Clearable(optional.tax_id)),
    auto_pay_enabled: Type.Optional(Clearable(AutoPay)),
    language: Type.Optional(Clearable(OrEmpty(Language))),
    external_id: Type.Optional(Clearable(ExternalId)),
    metadata: Type.Optional(MetadataPatch),
  },
  { additionalProperties: false },
)
export type CustomerPatch = Static<typeof CustomerPatch>

export const CustomerPath = {
  customer_id: Type.String({
    pattern: CUSTOMER_REF,
    description: 'The customer: `cus_1001`, or 1001.',
    examples: ['cus_1001'],
  }),
}

export const CustomerList = Body({
  ...listQuery,
  ...metadataQuery,
  email: Type.Optional(Text(254, 'Customers with this e-mail address, in upper or lower case.')),
  external_id: Type.Optional(Text(255, 'The customer with exactly this ID of your own.')),
  q: Type.Optional(
    Text(200, 'Customers whose name, contact or e-mail address has words that begin so.'),
  ),
  ids: Type.Optional(
    Type.String({
      pattern: CUSTOMER_REFS,
      maxLength: 2000,
      description: 'These customers, at most 100: `cus_1001,cus_1002`.',
      examples: ['cus_1001,cus_1002'],
    }),
  ),
})
export type CustomerList = Static<typeof CustomerList>

const Decimal = Type.String({ pattern: '^[0-9]+\\.[0-9]{8}$', examples: ['0.00000000'] })

export const Customer = Type.Object(
  {
    id: Type.Integer({ description: 'In every other shape this is `cus_<id>`.' }),
    object: Type.Literal('customer'),
    name: Type.String({ description: 'Customer or company name.' }),
    contact_name: Type.Optional(
      Type.String({ description: 'Primary contact; absent when never given.' }),
    ),
    email: Type.String({ description: 'Billing e-mail.' }),
    phone: Type.String({ description: 'Phone number.' }),
    address_line1: Type.String({ description: 'Street address.' }),
    address_line2: Type.Union([Type.String(), Type.Null()], {
      description: 'Second address line.',
    }),
    city: Type.String({ description: 'City.' }),
    state_province: Type.String({ description: 'State or province.' }),
    postal_code: Type.String({ description: 'Postal or ZIP code.' }),
    country: Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'Two-letter country code.',
      examples: ['CA'],
    }),
    tax_exempt: TaxExempt,
    tax_id: Type.Union([Type.String(), Type.Null()], { description: 'Tax identification number.' }),
    credit_balance: Type.Union([Decimal], {
      description: "In the account's currency, in its major unit.",
    }),
    credit_balances: Type.Record(Type.String(), Decimal, {
      description: 'Balances in other currencies, by currency.',
    }),
    auto_pay_enabled: AutoPay,
    language: Type.Union([Type.String(), Type.Null()], { description: 'Language of documents.' }),
    external_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Your own ID of the customer; null when it has none.',
    }),
    metadata: Metadata,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { additionalProperties: false },
)

export const DeletedCustomer = Type.Object(
  { id: Type.Integer(), object: Type.Literal('customer'), deleted: Type.Literal(true) },
  { additionalProperties: false },
)

/** The JSON text of a customer; `currency` is the account's. */
export function customerJson(row: Row, currency: string): string {
  const { [currency]: own = '0', ...others } = row.balances
  return JSON.stringify({
    id: row.id,
    object: 'customer',
    name: row.name,
    ...(row.contact_name !== null && { contact_name: row.contact_name }),
    email: row.email,
    phone: row.phone,
    address_line1: row.address_line1,
    address_line2: row.address_line2,
    city: row.city,
    state_province: row.state_province,
    postal_code: row.postal_code,
    country: row.country,
    tax_exempt: row.tax_exempt,
    tax_id: row.tax_id,
    credit_balance: eightDigits(own),
    // In one order, whether the balances were just moved or read.
    credit_balances: Object.fromEntries(
      Object.entries(others)
        .map(([code, balance]) => [code, eightDigits(balance)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    auto_pay_enabled: row.auto_pay_enabled,
    language: row.language,
    external_id: row.external_id,
    metadata: row.metadata,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  })
}

const eightDigits = (decimal: string): string => formatDecimal(parseDecimal(decimal, 8), 8)
