// Credit transaction schemas: responses and request bodies.

import { type Static, Type } from 'typebox'
import { Body } from '../../platform/http/shapes.ts'
import { sent } from '../bodies.ts'
import { creditTransactions } from './record.ts'

export const CreditCreate = Body({
  amount: Type.String({
    maxLength: 40,
    description:
      'A decimal of the major unit with at most eight decimal places: "25.00" grants, "-25.00" removes.',
    examples: ['25.00'],
  }),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: "Three-letter code. Default: the account's currency.",
      examples: ['cad'],
    }),
  ),
  ...sent(creditTransactions, { optional: ['reason', 'metadata'] }),
})
export type CreditCreate = Static<typeof CreditCreate>

export const CreditTransaction = creditTransactions.item
