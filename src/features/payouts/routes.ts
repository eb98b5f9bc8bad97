// The API routes of payouts.

import { Type } from 'typebox'
import { PAYOUT_STATUSES } from '../../domain/payout.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { crud } from '../crud.ts'
import { anyOf, currencies, filter } from '../filters.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { createPayout, reversePayout } from './actions.ts'
import { payoutIds, payouts } from './record.ts'
import { PayoutCreate, PayoutReversal } from './schemas.ts'

const Day = (description: string) =>
  Type.String({ format: 'date', examples: ['2026-12-18'], description })

const filters = {
  status: anyOf(PAYOUT_STATUSES, 'Payouts in this state.'),
  currency: currencies,
  'arrived_on[gte]': filter(
    Day('Arrived on this day or later.'),
    (day) => sql`arrived_on >= ${day}::date`,
  ),
  'arrived_on[lte]': filter(
    Day('Arrived on this day or earlier.'),
    (day) => sql`arrived_on <= ${day}::date`,
  ),
}

const reverseRoute = route({
  method: 'POST',
  path: '/payouts/:id/reverse',
  params: inPath(payoutIds),
  operation: 'reversePayout',
  summary: 'Reverse a payout',
  description:
    'For a payout that the bank returned or that was recorded by mistake. The gateway has the money again.',
  tag: 'Payouts',
  permission: 'payments:write',
  body: PayoutReversal,
  response: payouts.item,
  errors: ['resource_missing', 'payout_already_reversed', 'precondition_failed'],
  example: { summary: 'A wrong amount', body: { reason: 'wrong amount' } },
  handle: async (call, service: Service) =>
    service.write(call, reversePayout, {
      id: idInPath(payoutIds, call),
      reason: call.body.reason ?? '',
    }),
})

export const payoutRoutes: Route<Service>[] = [
  ...crud({
    ids: payoutIds,
    record: payouts,
    list: {
      description: 'What gateways paid to the bank account, newest first.',
      filters,
      example: { summary: 'In Canadian dollars', query: { currency: 'cad' } },
    },
    create: {
      summary: 'Record a payout',
      description:
        'Money of the gateway that arrived on the bank account. The ledger moves it from `cash_gateway` to `cash_bank_transfer`. It moves no money.',
      body: PayoutCreate,
      action: createPayout,
      errors: ['currency_invalid', 'payout_exceeds_balance', 'books_closed'],
      example: {
        summary: 'A payout on the bank statement',
        body: { amount: 1000, currency: 'cad', reference: 'PO 2026-12' },
      },
    },
  }),
  reverseRoute,
]
