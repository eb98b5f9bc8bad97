// The credit transaction as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { CREDIT_TYPES } from '../../domain/credit.ts'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import {
  AnyOf,
  Body,
  CurrencyFilter,
  listQuery,
  metadataQuery,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { creditTransactions } from './record.ts'

const { metadata, reason } = creditTransactions.members

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
  reason: Type.Optional(reason.input),
  metadata: Type.Optional(metadata.input),
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

export const CreditTransaction = creditTransactions.item

export const creditRef = (id: string): string => encodeId('cbt', id)
export const parseCreditId = (ref: string): string | undefined => decodeId('cbt', ref)
