// The customer as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { isCountry, parseCountry } from '../../domain/countries.ts'
import { CUSTOMER_REF, CUSTOMER_REFS } from '../../domain/customer.ts'
import { constraintOf } from '../../domain/errors.ts'
import { formatDecimal, parseDecimal } from '../../domain/money.ts'
import { defineFormat } from '../../platform/http/formats.ts'
import {
  Body,
  Clearable,
  listQuery,
  MetadataPatch,
  metadataQuery,
  OrEmpty,
  Text,
} from '../../platform/http/shapes.ts'
import { customerRecord } from './record.ts'
import type { Customer as Row } from './store.ts'
import { TaxIdsSent } from './tax-numbers.ts'

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

const { members } = customerRecord

export const CustomerCreate = Body({
  name: members.name.input,
  email: Type.Optional(OrEmpty(members.email.input)),
  contact_name: Type.Optional(members.contact_name.input),
  phone: Type.Optional(members.phone.input),
  address_line1: Type.Optional(members.address_line1.input),
  address_line2: Type.Optional(members.address_line2.input),
  city: Type.Optional(members.city.input),
  state_province: Type.Optional(members.state_province.input),
  postal_code: Type.Optional(members.postal_code.input),
  country: Type.Optional(members.country.input),
  tax_exempt: Type.Optional(members.tax_exempt.input),
  tax_id: Type.Optional(members.tax_id.input),
  tax_ids: Type.Optional(TaxIdsSent),
  auto_pay_enabled: Type.Optional(members.auto_pay_enabled.input),
  language: Type.Optional(OrEmpty(members.language.input)),
  external_id: Type.Optional(members.external_id.input),
  metadata: Type.Optional(members.metadata.input),
})
export type CustomerCreate = Static<typeof CustomerCreate>

export const CustomerPatch = Type.Object(
  {
    name: Type.Optional(members.name.input),
    email: Type.Optional(Clearable(OrEmpty(members.email.input))),
    contact_name: Type.Optional(Clearable(members.contact_name.input)),
    phone: Type.Optional(Clearable(members.phone.input)),
    address_line1: Type.Optional(Clearable(members.address_line1.input)),
    address_line2: Type.Optional(Clearable(members.address_line2.input)),
    city: Type.Optional(Clearable(members.city.input)),
    state_province: Type.Optional(Clearable(members.state_province.input)),
    postal_code: Type.Optional(Clearable(members.postal_code.input)),
    country: Type.Optional(Clearable(members.country.input)),
    tax_exempt: Type.Optional(Clearable(members.tax_exempt.input)),
    tax_id: Type.Optional(Clearable(members.tax_id.input)),
    tax_ids: Type.Optional(Clearable(TaxIdsSent)),
    auto_pay_enabled: Type.Optional(Clearable(members.auto_pay_enabled.input)),
    language: Type.Optional(Clearable(OrEmpty(members.language.input))),
    external_id: Type.Optional(Clearable(members.external_id.input)),
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
  email: Type.Optional(Text(254, 'Customers with this email address, in upper or lower case.')),
  external_id: Type.Optional(Text(255, 'The customer with exactly this ID of your own.')),
  q: Type.Optional(
    Text(200, 'Customers whose name, contact or email address has words that begin so.'),
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

export const Customer = customerRecord.item

export const DeletedCustomer = Type.Object(
  { id: Type.Integer(), object: Type.Literal('customer'), deleted: Type.Literal(true) },
  { additionalProperties: false },
)

/** The JSON text of a customer; `currency` is the account's. */
export function customerJson(row: Row, currency: string): string {
  const { [currency]: own = '0', ...others } = row.balances
  return customerRecord.json(row, {
    credit_balance: eightDigits(own),
    // In one order, whether the balances were just moved or read.
    credit_balances: Object.fromEntries(
      Object.entries(others)
        .map(([code, balance]) => [code, eightDigits(balance)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  })
}

const eightDigits = (decimal: string): string => formatDecimal(parseDecimal(decimal, 8), 8)
