// Credit transaction schemas: responses and request bodies.

import { type Static, Type } from 'typebox'
import { Body } from '../../platform/http/shapes.ts'
import { sent } from '../bodies.ts'
import { creditTransactions } from './record.ts'

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
  ...sent(creditTransactions, { optional: ['reason', 'metadata'] }),
})
export type CreditCreate = Static<typeof CreditCreate>

export const CreditTransaction = creditTransactions.item
