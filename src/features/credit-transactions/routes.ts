// The API routes that show customer credit. Granting it is in `crediting`.

import type { Pool } from 'pg'
import { CREDIT_TYPES } from '../../domain/credit.ts'
import { metadataIs } from '../../platform/db/metadata-filter.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import type { Route } from '../../platform/http/route.ts'
import { Body, listQuery, metadataQuery } from '../../platform/http/shapes.ts'
import { crud } from '../crud.ts'
import { customerIds } from '../customers/record.ts'
import { findCustomers } from '../customers/store.ts'
import { anyOf, conditionsOf, currencies, parametersOf } from '../filters.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { creditIds, creditTransactions } from './record.ts'
import { CreditTransaction } from './schemas.ts'

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

/** The list is also empty if the customer does not exist. */
async function assertCustomer(pool: Pool, environment_id: number, id: number): Promise<void> {
  const [customer] = await findCustomers(pool, [{ environment_id, id }])
  if (!customer) throw customerIds.missing(customerIds.ref(id))
}

export const creditRoutes: Route<Service>[] = [
  ...listed,
  ...crud({ ids: creditIds, record: creditTransactions }),
]
