// The API route that grants and removes credit of customers.

import { sql } from '../../platform/db/sql.ts'
import { route } from '../../platform/http/route.ts'
import { creditTransactions } from '../credit-transactions/record.ts'
import { customerIds } from '../customers/record.ts'
import { idInPath, inPath } from '../identifiers.ts'
import { withOwed } from '../invoices/pay-owed.ts'
import type { Service } from '../service.ts'
import { createCreditTransaction } from './grants.ts'
import { CreditCreate } from './schemas.ts'

export const grantRoute = route({
  method: 'POST',
  path: '/customers/:customer_id/credit_transactions',
  params: inPath(customerIds),
  operation: 'createCreditTransaction',
  summary: 'Grant or remove credit',
  description:
    'Credit is applied to the next finalized invoices in this currency, and to open ones at once if the account has `apply_credit: "when_granted"`. A negative amount removes credit, even from a deleted customer.',
  tag: 'Credit',
  permission: 'credit:write',
  body: CreditCreate,
  response: creditTransactions.item,
  errors: ['resource_missing', 'credit_exceeds_balance', 'amount_too_large', 'currency_invalid'],
  createdAt: (id) => `/credit_transactions/${id}`,
  example: {
    summary: 'Credit for an outage',
    body: { amount: '25.00', reason: 'Outage in November' },
  },
  handle(call, service: Service) {
    const customer_id = idInPath(customerIds, call)
    const { body } = call
    const currency = body.currency?.toLowerCase() ?? null
    const whose = sql`select ${customer_id}::bigint, coalesce(${currency}::text, s.default_currency)`
    return withOwed(service, call, whose, (paysOwed) =>
      service.write(call, createCreditTransaction, { customer_id, body, ...paysOwed }),
    )
  },
})
