// The tax rates of the API.

import { parseCountry } from '../../domain/countries.ts'
import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import type { Service } from '../service.ts'
import { createTaxRate, taxRateMissing, updateTaxRate } from './actions.ts'
import { taxRateRecord } from './record.ts'
import {
  parseTaxRateId,
  TaxRate,
  TaxRateCreate,
  TaxRateList,
  TaxRatePatch,
  TaxRatePath,
  taxRateJson,
} from './schemas.ts'

const tag = 'Taxes'

const listed = listRoutes({
  path: '/tax_rates',
  operation: 'listTaxRates',
  summary: 'List tax rates',
  tag,
  permission: 'tax:read',
  query: TaxRateList,
  item: TaxRate,
  errors: ['country_invalid'],
  example: { summary: 'Those of Canada', query: { country: 'CA' } },
  columns: columnsOf(taxRateRecord.members, { before: { metadata: 'created_at' } }),
  source: async ({ scope: { environment_id: environmentId }, query }, service: Service) => ({
    table: 'tax_rates',
    filters: [
      ...decodeFilters(query),
      ...(await havingMetadata(
        service.pool,
        { table: 'tax_rates', type: 'uuid', environmentId },
        query.metadata,
      )),
    ],
    counter: 'tax_rates_count',
    decodeCursor: parseTaxRateId,
  }),
  find: taxRateRecord.find,
  weight: sql`octet_length(t.metadata::text)`,
  json: (row) => taxRateJson(row),
})

function decodeFilters({ country, active }: TaxRateList): Sql[] {
  return [
    ...(country === undefined ? [] : [sql`country = ${parseCountry(country)}`]),
    ...(active === undefined ? [] : [sql`active = ${active}`]),
  ]
}

const example = {
  name: 'Sales tax',
  country: 'US',
  region: 'NY',
  percentage: '4',
  tax_code: 'standard',
  valid_from: '2026-01-01',
}

const createRoute = route({
  method: 'POST',
  path: '/tax_rates',
  operation: 'createTaxRate',
  summary: 'Create a tax rate',
  description:
    'Own rates apply on lines that name them and, with a `tax_code`, wherever a registration covers the place.',
  tag,
  permission: 'tax:write',
  body: TaxRateCreate,
  response: TaxRate,
  errors: ['country_invalid', 'tax_rate_overlap', 'tax_settings_full'],
  createdAt: (id) => `/tax_rates/${id}`,
  example: { summary: 'New York State', body: example },
  handle: (call, service: Service) => {
    const { environment_id } = call.scope
    return service.write(call, createTaxRate, { ...call.body, environment_id })
  },
})

const retrieveRoute = route({
  method: 'GET',
  path: '/tax_rates/:id',
  params: TaxRatePath,
  operation: 'retrieveTaxRate',
  summary: 'Retrieve a tax rate',
  tag,
  permission: 'tax:read',
  response: TaxRate,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const row = await service.read(taxRateRecord.find, {
      environment_id: call.scope.environment_id,
      id: pathId(call),
    })
    if (!row) throw taxRateMissing(String(call.params.id))
    return { json: taxRateJson(row), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/tax_rates/:id',
  params: TaxRatePath,
  operation: 'updateTaxRate',
  summary: 'Update a tax rate',
  description:
    'Members left out stay as they are; null clears. What invoices have already been taxed by stays.',
  tag,
  permission: 'tax:write',
  body: TaxRatePatch,
  response: TaxRate,
  errors: ['resource_missing', 'tax_rate_overlap', 'precondition_failed'],
  example: { summary: 'Until the end of the year', body: { valid_to: '2026-12-31' } },
  handle: (call, service: Service) => {
    const { environment_id } = call.scope
    return service.write(call, updateTaxRate, {
      id: pathId(call),
      environment_id,
      patch: call.body,
    })
  },
})

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseTaxRateId(ref)
  if (id === undefined) throw taxRateMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const taxRateRoutes: Route<Service>[] = [...listed, createRoute, retrieveRoute, updateRoute]
