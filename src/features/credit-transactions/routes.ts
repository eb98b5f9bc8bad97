// The credit of customers over the API.

import type { Pool } from 'pg'
import { parseCustomerId } from '../../domain/customer.ts'
import { metadataIs } from '../../platform/db/metadata-filter.ts'
import { among, type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { customerMissing } from '../customers/actions.ts'
import { findCustomers } from '../customers/store.ts'
import type { Service } from '../service.ts'
import { createCreditTransaction, creditMissing } from './actions.ts'
import { creditTransactions } from './record.ts'
import {
  CreditCreate,
  CreditList,
  CreditPath,
  CreditTransaction,
  CustomerPath,
  parseCreditId,
} from './schemas.ts'

const tag = 'Credit'

const listed = listRoutes({
  path: '/customers/:customer_id/credit_transactions',
  params: CustomerPath,
  operation: 'listCreditTransactions',
  summary: 'List credit transactions of a customer',
  description: 'What was granted, taken back, applied and restored; the balance is their sum.',
  tag,
  permission: 'credit:read',
  query: CreditList,
  item: CreditTransaction,
  errors: ['resource_missing'],
  columns: columnsOf(creditTransactions.members),
  source: ({ params, query }) => ({
    table: 'credit_transactions',
    filters: [sql`customer_id = ${pathCustomer(params)}`, ...decodeFilters(query)],
    counter: 'credit_transactions_count',
    decodeCursor: parseCreditId,
  }),
  find: creditTransactions.find,
  weight: sql`octet_length(t.metadata::text)`,
  json: (row) => creditTransactions.json(row),
  whenEmpty: ({ scope, params }, service: Service) =>
    assertCustomer(service.pool, scope.environment_id, pathCustomer(params)),
})

const createRoute = route({
  method: 'POST',
  path: '/customers/:customer_id/credit_transactions',
  params: CustomerPath,
  operation: 'createCreditTransaction',
  summary: 'Grant credit, or take it back',
  description:
    'The next invoice in this currency that is finalized takes as much of the balance as it can. A negative amount removes credit, even from a deleted customer.',
  tag,
  permission: 'credit:write',
  body: CreditCreate,
  response: CreditTransaction,
  errors: ['resource_missing', 'credit_exceeds_balance', 'amount_too_large', 'currency_invalid'],
  createdAt: (id) => `/credit_transactions/${id}`,
  example: { summary: 'For a bad week', body: { amount: '25.00', reason: 'Outage in November' } },
  handle: async (call, service: Service) =>
    service.write(call, createCreditTransaction, {
      customer_id: pathCustomer(call.params),
      body: call.body,
    }),
})

const retrieveRoute = route({
  method: 'GET',
  path: '/credit_transactions/:id',
  params: CreditPath,
  operation: 'retrieveCreditTransaction',
  summary: 'Retrieve a credit transaction',
  tag,
  permission: 'credit:read',
  response: CreditTransaction,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const ref = String(call.params.id)
    const id = parseCreditId(ref)
    if (id === undefined) throw creditMissing(JSON.stringify(ref.slice(0, 60)))
    const row = await service.read(creditTransactions.find, {
      environment_id: call.scope.environment_id,
      id,
    })
    if (!row) throw creditMissing(ref)
    return { json: creditTransactions.json(row), etag: true }
  },
})

function pathCustomer(params: Call['params']): number {
  const ref = String(params.customer_id)
  const id = parseCustomerId(ref)
  if (id === undefined) throw customerMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

/** An empty list may be that of a customer who does not exist. */
async function assertCustomer(pool: Pool, environment_id: number, id: number): Promise<void> {
  const [customer] = await findCustomers(pool, [{ environment_id, id }])
  if (!customer) throw customerMissing(`cus_${id}`)
}

function decodeFilters({ currency, type, metadata }: CreditList): Sql[] {
  return [
    ...metadataIs(metadata),
    ...(currency === undefined ? [] : [among('currency', valuesIn(currency.toLowerCase()))]),
    ...(type === undefined ? [] : [among('type', valuesIn(type))]),
  ]
}

export const creditRoutes: Route<Service>[] = [...listed, createRoute, retrieveRoute]
