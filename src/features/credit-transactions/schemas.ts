// The credit transaction as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { CREDIT_TYPES, creditDecimal } from '../../domain/credit.ts'
import { CUSTOMER_REF, customerRef } from '../../domain/customer.ts'
import {
  AnyOf,
  Body,
  CurrencyFilter,
  listQuery,
  Metadata,
  metadataQuery,
  OneOf,
  Text,
  Timestamp,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import type { CreditTransaction as Row } from './store.ts'

export const CreditCreate = Body({
  amount: Type.String({
    maxLength: 40,
    description:
      'A decimal of the major unit with at most eight digits after the point: "25.00" grants, "-25.00" takes back.',
    examples: ['25.00'],
  }),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: "Three letters, in any case; the account's currency when left out.",
      examples: ['cad'],
    }),
  ),
  reason: Type.Optional(Text(500, 'Why.')),
  metadata: Type.Optional(Metadata),
})
export type CreditCreate = Static<typeof CreditCreate>

export const CreditList = Body({
  ...listQuery,
  ...metadataQuery,
  currency: Type.Optional(CurrencyFilter),
  type: Type.Optional(AnyOf(CREDIT_TYPES, 'Of this type.')),
})
export type CreditList = Static<typeof CreditList>

export const CustomerPath = {
  customer_id: Type.String({
    pattern: CUSTOMER_REF,
    description: 'The customer: `1001`, or `cus_1001`.',
  }),
}
export const CreditPath = {
  id: Type.String({
    pattern: '^cbt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description: 'The credit transaction.',
  }),
}

export const CreditTransaction = Type.Object(
  {
    id: Type.String({ pattern: '^cbt_[0-9a-z]{26}$' }),
    object: Type.Literal('credit_transaction'),
    customer_id: Type.String({ pattern: '^cus_[0-9]+$', examples: ['cus_1001'] }),
    type: OneOf(
      CREDIT_TYPES,
      'Granted or taken back by you, applied to an invoice, or restored when that was voided.',
    ),
    amount: Type.String({
      pattern: '^-?[0-9]+\\.[0-9]{8}$',
      description: 'What it added to the balance, in the major unit.',
      examples: ['25.00000000'],
    }),
    currency: Type.String({ pattern: '^[a-z]{3}$', examples: ['cad'] }),
    reason: Type.String({ description: 'Why.' }),
    invoice_id: Type.Union([Type.String({ pattern: '^inv_[0-9a-z]{26}$' }), Type.Null()], {
      description: 'The invoice it was applied to or restored from.',
    }),
    metadata: Metadata,
    created_at: Timestamp,
  },
  { additionalProperties: false },
)

export const creditRef = (id: string): string => encodeId('cbt', id)
export const parseCreditId = (ref: string): string | undefined => decodeId('cbt', ref)

export function creditJson(row: Row): string {
  return JSON.stringify({
    id: creditRef(row.id),
    object: 'credit_transaction',
    customer_id: customerRef(row.customer_id),
    type: row.type,
    amount: creditDecimal(row.amount),
    currency: row.currency,
    reason: row.reason,
    invoice_id: row.invoice_id === null ? null : encodeId('inv', row.invoice_id),
    metadata: row.metadata,
    created_at: timestamp(row.created_at),
  })
}
