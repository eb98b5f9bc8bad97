// The API routes of tax rates.

import { Type } from 'typebox'
import { parseCountry } from '../../domain/countries.ts'
import { crud } from '../crud.ts'
import { equals, isSet } from '../filters.ts'
import { createTaxRate, updateTaxRate } from './actions.ts'
import { taxRateIds, taxRateRecord } from './record.ts'
import { TaxRateCreate, TaxRatePatch } from './schemas.ts'

export const taxRateRoutes = crud({
  ids: taxRateIds,
  record: taxRateRecord,
  list: {
    filters: {
      country: equals(
        Type.String({ format: 'country', description: 'Rates of this country.', examples: ['CA'] }),
        parseCountry,
      ),
      active: isSet('Active or inactive rates only.'),
    },
    errors: ['country_invalid'],
    example: { summary: 'Rates of Canada', query: { country: 'CA' } },
  },
  create: {
    description:
      'Your rates apply to lines that use them and, with a `tax_code`, wherever a registration covers the place.',
    body: TaxRateCreate,
    action: createTaxRate,
    errors: ['country_invalid', 'tax_rate_overlap', 'tax_settings_full'],
    example: {
      summary: 'New York State',
      body: {
        name: 'Sales tax',
        country: 'US',
        region: 'NY',
        percentage: '4',
        tax_code: 'standard',
        valid_from: '2026-01-01',
      },
    },
  },
  update: {
    description:
      'Omitted properties keep their values; null clears. Existing invoices do not change.',
    body: TaxRatePatch,
    action: updateTaxRate,
    errors: ['tax_rate_overlap'],
    example: { summary: 'Until the end of the year', body: { valid_to: '2026-12-31' } },
  },
})
