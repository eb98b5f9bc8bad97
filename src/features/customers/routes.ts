// The API routes of customers.

import { Type } from 'typebox'
import { parseCountry } from '../../domain/countries.ts'
import { CUSTOMER_REFS, DEFAULT_COUNTRY, parseCustomerId } from '../../domain/customer.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { Text } from '../../platform/http/shapes.ts'
import { crud } from '../crud.ts'
import { equals, filter, words } from '../filters.ts'
import type { Service } from '../service.ts'
import {
  type CustomerIds,
  createCustomer,
  deleteCustomer,
  type SentNumbers,
  updateCustomer,
} from './actions.ts'
import { customerIds, customerRecord } from './record.ts'
import { CustomerCreate, CustomerPatch, customerJson, DeletedCustomer } from './schemas.ts'
import { customerWords, findCustomers, type ReadCustomer } from './store.ts'
import { checkTaxIds, guessType } from './tax-numbers.ts'

export interface CustomerService extends Service {
  customerIds: CustomerIds
}

const filters = {
  email: filter(
    Text(254, 'Customers with this email address, case-insensitive.'),
    (email) => sql`lower(email) = lower(${email})`,
  ),
  external_id: equals(Text(255, 'The customer with exactly this external ID.')),
  q: words(
    customerWords,
    'Customers with words in name, contact or email address that start with these.',
  ),
  ids: filter(
    Type.String({
      pattern: CUSTOMER_REFS,
      maxLength: 2000,
      description: 'These customers, at most 100: `cus_1001,cus_1002`.',
      examples: ['cus_1001,cus_1002'],
    }),
    (ids) => sql`id = any(${ids.split(',').map(parseCustomerId)}::bigint[])`,
  ),
}

export const customerRoutes = crud({
  ids: customerIds,
  record: {
    ...customerRecord,
    find: findCustomers,
    json: (row: ReadCustomer) => customerJson(row, row.default_currency),
  },
  prefixes: ['/api/public/v1', '/v1'],
  list: {
    filters,
    visible: sql`deleted_at is null`,
    columns: columnsOf(customerRecord.members, {
      before: { metadata: 'external_id', created_at: 'external_id', updated_at: 'external_id' },
    }),
    example: { summary: 'The two newest customers', query: { limit: '2' } },
  },
  create: {
    body: CustomerCreate,
    errors: ['country_invalid', 'external_id_taken'],
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
  },
  update: {
    description: 'Omitted properties keep their values; null (for strings also "") clears.',
    body: CustomerPatch,
    errors: ['country_invalid', 'external_id_taken'],
    example: { summary: 'A new address for invoices', body: { email: 'ap@nordlicht.example' } },
    async handle(call, service, id) {
      const { body, scope } = call
      const key = { environment_id: scope.environment_id, id }
      // The country matters only if a number was sent.
      const stored =
        body.tax_id || body.tax_ids?.length ? await service.read(findCustomers, key) : undefined
      const country = countrySent(body) ?? stored?.country ?? DEFAULT_COUNTRY
      const numbers = await checkNumbers(body, country)
      return service.write(call, updateCustomer, { id, patch: body, numbers })
    },
  },
  delete: {
    verb: 'delete',
    description:
      'Fails while the customer has a subscription that has not ended, a draft, posted or overdue invoice, or credit.',
    response: DeletedCustomer,
    action: deleteCustomer,
    errors: ['customer_has_subscriptions', 'customer_has_open_invoices', 'customer_has_credit'],
  },
})

/** The country in a body; undefined if it is unchanged. */
function countrySent({ country }: CustomerPatch): string | undefined {
  if (country === undefined) return undefined
  return country ? parseCountry(country) : DEFAULT_COUNTRY
}

/** Validates the tax numbers of a body before the request is queued. */
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
