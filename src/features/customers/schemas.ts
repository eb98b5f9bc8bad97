// Customer schemas: responses and request bodies.

import { type Static, Type } from 'typebox'
import { isCountry, parseCountry } from '../../domain/countries.ts'
import { constraintOf } from '../../domain/errors.ts'
import { formatDecimal, parseDecimal } from '../../domain/money.ts'
import { defineFormat } from '../../platform/http/formats.ts'
import { Body } from '../../platform/http/shapes.ts'
import { mergedMetadata, sent } from '../bodies.ts'
import { customerRecord } from './record.ts'
import type { Customer as Row } from './store.ts'

defineFormat('country', {
  check: (text) => /^[A-Za-z]{2}$/.test(text) && isCountry(text.toUpperCase()),
  pattern: '^[A-Za-z]{2}$',
  code: 'country_invalid',
  explain: (text) => constraintOf(() => parseCountry(text)),
})
/** The part of BCP 47 that documents need: a language and an optional region. */
defineFormat('language', {
  check: (text) => /^[a-z]{2,3}(-[A-Z]{2})?$/.test(text),
  pattern: '^[a-z]{2,3}(-[A-Z]{2})?$',
})

const others = [
  'contact_name',
  'email',
  'phone',
  'address_line1',
  'address_line2',
  'city',
  'state_province',
  'postal_code',
  'country',
  'tax_exempt',
  'tax_id',
  'tax_ids',
  'auto_pay_enabled',
  'language',
  'external_id',
] as const

export const CustomerCreate = Body(
  sent(customerRecord, { required: ['name'], optional: [...others, 'metadata'] }),
)
export type CustomerCreate = Static<typeof CustomerCreate>

export const CustomerPatch = Body({
  ...sent(customerRecord, { optional: ['name'], clearable: others }),
  ...mergedMetadata,
})
export type CustomerPatch = Static<typeof CustomerPatch>

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
    // Sorted, so that just changed and stored balances are in the same order.
    credit_balances: Object.fromEntries(
      Object.entries(others)
        .map(([code, balance]) => [code, eightDigits(balance)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  })
}

const eightDigits = (decimal: string): string => formatDecimal(parseDecimal(decimal, 8), 8)
