// Payout schemas: request bodies.

import { type Static, Type } from 'typebox'
import { Body, Line } from '../../platform/http/shapes.ts'
import { Amount, sent } from '../bodies.ts'
import { payouts } from './record.ts'

export const PayoutCreate = Body({
  amount: Amount("In the currency's smallest unit; at most what the gateway has."),
  currency: Type.String({
    format: 'currency',
    description: 'That of the payout.',
    examples: ['cad'],
  }),
  arrived_on: Type.Optional(
    Type.String({
      format: 'date',
      examples: ['2026-12-18'],
      description:
        "The date it arrived on the bank account, not in the future; reports count it on this date. Default: today, in the account's time zone.",
    }),
  ),
  ...sent(payouts, { optional: ['reference'] }),
})
export type PayoutCreate = Static<typeof PayoutCreate>

export const PayoutReversal = Body({
  reason: Type.Optional(Line(500, 'The reason, such as "returned by the bank".')),
})
