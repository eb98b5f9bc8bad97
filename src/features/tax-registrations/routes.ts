// The tax registrations of the API.

import { parseCountry } from '../../domain/countries.ts'
import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import type { Service } from '../service.ts'
import { createTaxRegistration, taxRegistrationMissing, updateTaxRegistration } from './actions.ts'
import { taxRegistrationRecord } from './record.ts'
import {
  parseTaxRegistrationId,
  TaxRegistration,
  TaxRegistrationCreate,
  TaxRegistrationList,
  TaxRegistrationPatch,
  TaxRegistrationPath,
  taxRegistrationJson,
} from './schemas.ts'

const tag = 'Taxes'

const listed = listRoutes({
  path: '/tax_registrations',
  operation: 'listTaxRegistrations',
  summary: 'List tax registrations',
  tag,
  permission: 'tax:read',
  query: TaxRegistrationList,
  item: TaxRegistration,
  errors: ['country_invalid'],
  example: { summary: 'Those of Canada', query: { country: 'CA' } },
  columns: columnsOf(taxRegistrationRecord.members, { before: { metadata: 'created_at' } }),
  source: async ({ scope: { environment_id: environmentId }, query }, service: Service) => ({
    table: 'tax_registrations',
    filters: [
      ...decodeFilters(query),
      ...(await havingMetadata(
        service.pool,
        { table: 'tax_registrations', type: 'uuid', environmentId },
        query.metadata,
      )),
    ],
    counter: 'tax_registrations_count',
    decodeCursor: parseTaxRegistrationId,
  }),
  find: taxRegistrationRecord.find,
  weight: sql`octet_length(t.metadata::text)`,
  json: (row) => taxRegistrationJson(row),
})

function decodeFilters({ country }: TaxRegistrationList): Sql[] {
  return [...(country === undefined ? [] : [sql`country = ${parseCountry(country)}`])]
}

const createRoute = route({
  method: 'POST',
  path: '/tax_registrations',
  operation: 'createTaxRegistration',
  summary: 'Create a tax registration',
  description:
    'Where you collect tax. With automatic tax on, invoices to customers there have it; nothing is collected anywhere else.',
  tag,
  permission: 'tax:write',
  body: TaxRegistrationCreate,
  response: TaxRegistration,
  errors: ['country_invalid', 'tax_registration_overlap', 'tax_settings_full'],
  createdAt: (id) => `/tax_registrations/${id}`,
  example: {
    summary: 'GST/HST',
    body: { country: 'CA', number: '123456789 RT0001', valid_from: '2026-01-01' },
  },
  handle: (call, service: Service) => {
    const { environment_id } = call.scope
    return service.write(call, createTaxRegistration, { ...call.body, environment_id })
  },
})

const retrieveRoute = route({
  method: 'GET',
  path: '/tax_registrations/:id',
  params: TaxRegistrationPath,
  operation: 'retrieveTaxRegistration',
  summary: 'Retrieve a tax registration',
  tag,
  permission: 'tax:read',
  response: TaxRegistration,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const row = await service.read(taxRegistrationRecord.find, {
      environment_id: call.scope.environment_id,
      id: pathId(call),
    })
    if (!row) throw taxRegistrationMissing(String(call.params.id))
    return { json: taxRegistrationJson(row), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/tax_registrations/:id',
  params: TaxRegistrationPath,
  operation: 'updateTaxRegistration',
  summary: 'Update a tax registration',
  description:
    'Members left out stay as they are; null clears. What invoices have already been taxed by stays.',
  tag,
  permission: 'tax:write',
  body: TaxRegistrationPatch,
  response: TaxRegistration,
  errors: ['resource_missing', 'tax_registration_overlap', 'precondition_failed'],
  example: { summary: 'Until the end of the year', body: { valid_to: '2026-12-31' } },
  handle: (call, service: Service) => {
    const { environment_id } = call.scope
    return service.write(call, updateTaxRegistration, {
      id: pathId(call),
      environment_id,
      patch: call.body,
    })
  },
})

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseTaxRegistrationId(ref)
  if (id === undefined) throw taxRegistrationMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const taxRegistrationRoutes: Route<Service>[] = [
  ...listed,
  createRoute,
  retrieveRoute,
  updateRoute,
]
