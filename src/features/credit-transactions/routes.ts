// The API routes of customer credit.

import type { Pool } from 'pg'
import { CREDIT_TYPES } from '../../domain/credit.ts'
import { metadataIs } from '../../platform/db/metadata-filter.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { Body, listQuery, metadataQuery } from '../../platform/http/shapes.ts'
import { crud } from '../crud.ts'
import { customerIds } from '../customers/record.ts'
import { findCustomers } from '../customers/store.ts'
import { anyOf, conditionsOf, currencies, parametersOf } from '../filters.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { createCreditTransaction } from './actions.ts'
import { creditIds, creditTransactions } from './record.ts'
import { CreditCreate, CreditTransaction } from './schemas.ts'

const tag = 'Credit'

const filters = { currency: currencies, type: anyOf(CREDIT_TYPES, 'Transactions of this type.') }

const listed = listRoutes({
  path: '/customers/:customer_id/credit_transactions',
  params: inPath(customerIds),
  operation: 'listCreditTransactions',
  summary: 'List credit transactions',
  description:
    'Grants, removals, applications and restorations of credit. Their sum is the balance.',
  tag,
  permission: 'credit:read',
  query: Body({ ...listQuery, ...metadataQuery, ...parametersOf(filters) }),
  item: CreditTransaction,
  errors: ['resource_missing'],
  columns: columnsOf(creditTransactions.members),
  source: (call, { wallNow }: Service) => ({
    table: 'credit_transactions',
    filters: [
      sql`customer_id = ${idInPath(customerIds, call)}`,
      ...metadataIs(call.query.metadata),
      ...conditionsOf(filters, call.query, { ...call.scope, wallNow }),
    ],
    counter: 'credit_transactions_count',
    decodeCursor: creditIds.parse,
  }),
  find: creditTransactions.find,
  weight: sql`octet_length(t.metadata::text)`,
  json: (row) => creditTransactions.json(row),
  whenEmpty: (call, { pool }: Service) =>
    assertCustomer(pool, call.scope.environment_id, idInPath(customerIds, call)),
})

const createRoute = route({
  method: 'POST',
  path: '/customers/:customer_id/credit_transactions',
  params: inPath(customerIds),
  operation: 'createCreditTransaction',
  summary: 'Grant or remove credit',
  description:
    'Credit is applied to the next finalized invoices in this currency. A negative amount removes credit, even from a deleted customer.',
  tag,
  permission: 'credit:write',
  body: CreditCreate,
  response: CreditTransaction,
  errors: ['resource_missing', 'credit_exceeds_balance', 'amount_too_large', 'currency_invalid'],
  createdAt: (id) => `/credit_transactions/${id}`,
  example: {
    summary: 'Credit for an outage',
    body: { amount: '25.00', reason: 'Outage in November' },
  },
  handle: async (call, service: Service) =>
    service.write(call, createCreditTransaction, {
      customer_id: idInPath(customerIds, call),
      body: call.body,
    }),
})

/** The list is also empty if the customer does not exist. */
async function assertCustomer(pool: Pool, environment_id: number, id: number): Promise<void> {
  const [customer] = await findCustomers(pool, [{ environment_id, id }])
  if (!customer) throw customerIds.missing(customerIds.ref(id))
}

export const creditRoutes: Route<Service>[] = [
  ...listed,
  createRoute,
  ...crud({ ids: creditIds, record: creditTransactions }),
]
