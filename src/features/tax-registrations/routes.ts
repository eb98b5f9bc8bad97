// The API routes of tax registrations.

import { Type } from 'typebox'
import { parseCountry } from '../../domain/countries.ts'
import { crud } from '../crud.ts'
import { equals } from '../filters.ts'
import { createTaxRegistration, updateTaxRegistration } from './actions.ts'
import { taxRegistrationIds, taxRegistrationRecord } from './record.ts'
import { TaxRegistrationCreate, TaxRegistrationPatch } from './schemas.ts'

export const taxRegistrationRoutes = crud({
  ids: taxRegistrationIds,
  record: taxRegistrationRecord,
  list: {
    filters: {
      country: equals(
        Type.String({
          format: 'country',
          description: 'Registrations in this country.',
          examples: ['CA'],
        }),
        parseCountry,
      ),
    },
    errors: ['country_invalid'],
    example: { summary: 'Those of Canada', query: { country: 'CA' } },
  },
  create: {
    description:
      'Where you collect tax. With automatic tax on, invoices to customers there have it; nothing is collected anywhere else.',
    body: TaxRegistrationCreate,
    action: createTaxRegistration,
    errors: ['country_invalid', 'tax_registration_overlap', 'tax_settings_full'],
    example: {
      summary: 'GST/HST',
      body: { country: 'CA', number: '123456789 RT0001', valid_from: '2026-01-01' },
    },
  },
  update: {
    description:
      'Members left out stay as they are; null clears. What invoices have already been taxed by stays.',
    body: TaxRegistrationPatch,
    action: updateTaxRegistration,
    errors: ['tax_registration_overlap'],
    example: { summary: 'Until the end of the year', body: { valid_to: '2026-12-31' } },
  },
})
