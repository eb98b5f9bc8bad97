// The customers of the API.

import { parseCountry } from '../../domain/countries.ts'
import { DEFAULT_COUNTRY, parseCustomerId } from '../../domain/customer.ts'
import { wordsAsked } from '../../domain/words.ts'
import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { havingWords } from '../../platform/db/word-index.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import type { Service } from '../service.ts'
import {
  type CustomerIds,
  createCustomer,
  customerMissing,
  deleteCustomer,
  type SentNumbers,
  updateCustomer,
} from './actions.ts'
import { customerRecord } from './record.ts'
import {
  Customer,
  CustomerCreate,
  CustomerList,
  CustomerPatch,
  CustomerPath,
  customerJson,
  DeletedCustomer,
} from './schemas.ts'
import { customerWords, findCustomers } from './store.ts'
import { checkTaxIds, guessType } from './tax-numbers.ts'

const prefixes = ['/api/public/v1', '/v1'] as const
const tag = 'Customers'

export interface CustomerService extends Service {
  customerIds: CustomerIds
}

const visible = sql`deleted_at is null`

const listed = listRoutes({
  path: '/customers',
  prefixes,
  operation: 'listCustomers',
  summary: 'List customers',
  tag,
  permission: 'customers:read',
  query: CustomerList,
  item: Customer,
  example: { summary: 'The two newest customers', query: { limit: '2' } },
  columns: columnsOf(customerRecord.members, {
    before: { metadata: 'external_id', created_at: 'external_id', updated_at: 'external_id' },
  }),
  source: async ({ scope: { environment_id: environmentId }, query }, service: Service) => ({
    table: 'customers',
    visible,
    filters: [
      ...decodeFilters(environmentId, query),
      ...(await havingMetadata(
        service.pool,
        { table: 'customers', type: 'bigint', environmentId, visible },
        query.metadata,
      )),
    ],
    counter: 'customers_count',
    decodeCursor: parseCustomerId,
  }),
  find: findCustomers,
  weight: sql`octet_length(t.metadata::text)`,
  json: (row) => customerJson(row, row.default_currency),
})

const createRoute = route({
  method: 'POST',
  path: '/customers',
  prefixes,
  operation: 'createCustomer',
  summary: 'Create a customer',
  tag,
  permission: 'customers:write',
  body: CustomerCreate,
  response: Customer,
  errors: ['country_invalid', 'external_id_taken'],
  createdAt: (id) => `/customers/${id}`,
  example: {
    summary: 'A company in Montréal',
    body: {
      name: 'Nordlicht Inc.',
      email: 'billing@nordlicht.example',
      address_line1: '1 Rue Sainte-Catherine',
      city: 'Montréal',
      state_province: 'QC',
      postal_code: 'H2X 1K4',
      country: 'CA',
    },
  },
  async handle(call, service: CustomerService) {
    const id = await (call.dryRun ? service.customerIds.peek() : service.customerIds.take())
    const numbers = await checkNumbers(call.body, countrySent(call.body) ?? DEFAULT_COUNTRY)
    return service.write(call, createCustomer, { ...call.body, id, numbers })
  },
})

const retrieveRoute = route({
  method: 'GET',
  path: '/customers/:customer_id',
  params: CustomerPath,
  prefixes,
  operation: 'retrieveCustomer',
  summary: 'Retrieve a customer',
  tag,
  permission: 'customers:read',
  response: Customer,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const id = pathId(call)
    const row = await service.read(findCustomers, { environment_id: call.scope.environment_id, id })
    if (!row) throw customerMissing(String(call.params.customer_id))
    return { json: customerJson(row, row.default_currency), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/customers/:customer_id',
  params: CustomerPath,
  prefixes,
  operation: 'updateCustomer',
  summary: 'Update a customer',
  description: 'Members left out stay as they are; null (for texts also "") clears.',
  tag,
  permission: 'customers:write',
  body: CustomerPatch,
  response: Customer,
  errors: ['resource_missing', 'country_invalid', 'external_id_taken', 'precondition_failed'],
  example: { summary: 'A new address for invoices', body: { email: 'ap@nordlicht.example' } },
  handle: async (call, service: Service) => {
    const id = pathId(call)
    const { body, scope } = call
    const key = { environment_id: scope.environment_id, id }
    // The country matters only where a number was sent.
    const stored =
      body.tax_id || body.tax_ids?.length ? await service.read(findCustomers, key) : undefined
    const country = countrySent(body) ?? stored?.country ?? DEFAULT_COUNTRY
    const numbers = await checkNumbers(body, country)
    return service.write(call, updateCustomer, { id, patch: body, numbers })
  },
})

/** The country of a body; undefined where it stays as it is. */
function countrySent({ country }: CustomerPatch): string | undefined {
  if (country === undefined) return undefined
  return country ? parseCountry(country) : DEFAULT_COUNTRY
}

/** Looks at the tax numbers of a body, before anything waits for it. */
async function checkNumbers(
  { tax_id, tax_ids }: CustomerPatch,
  country: string,
): Promise<SentNumbers> {
  const sent = tax_id ? [{ type: guessType(tax_id), value: tax_id }] : []
  const first = await checkTaxIds(sent, country)
  return {
    ...(tax_id !== undefined && { tax_id: first[0] ?? null }),
    ...(tax_ids !== undefined && { tax_ids: await checkTaxIds(tax_ids ?? [], country) }),
  }
}

const deleteRoute = route({
  method: 'DELETE',
  path: '/customers/:customer_id',
  params: CustomerPath,
  prefixes,
  operation: 'deleteCustomer',
  summary: 'Delete a customer',
  description:
    'Refused while a draft, posted or overdue invoice names the customer, or credit is owed to it.',
  tag,
  permission: 'customers:write',
  response: DeletedCustomer,
  errors: [
    'resource_missing',
    'customer_has_open_invoices',
    'customer_has_credit',
    'precondition_failed',
  ],
  handle: async (call, service: Service) =>
    service.write(call, deleteCustomer, { id: pathId(call) }),
})

function pathId(call: Pick<Call, 'params'>): number {
  const ref = String(call.params.customer_id)
  const id = parseCustomerId(ref)
  if (id === undefined) throw customerMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

function decodeFilters(environmentId: number, { q, email, external_id, ids }: CustomerList): Sql[] {
  const filters: Sql[] = []
  if (q !== undefined) filters.push(...havingWords(customerWords, environmentId, wordsAsked(q)))
  if (email !== undefined) filters.push(sql`lower(email) = lower(${email})`)
  if (external_id !== undefined) filters.push(sql`external_id = ${external_id}`)
  if (ids !== undefined)
    filters.push(sql`id = any(${ids.split(',').map(parseCustomerId)}::bigint[])`)
  return filters
}

export const customerRoutes: Route<CustomerService>[] = [
  ...listed,
  createRoute,
  retrieveRoute,
  updateRoute,
  deleteRoute,
]
