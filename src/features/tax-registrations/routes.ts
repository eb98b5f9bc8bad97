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
    example: { summary: 'Registrations in Canada', query: { country: 'CA' } },
  },
  create: {
    description:
      'A place where you collect tax. With automatic tax on, invoices to customers there have it.',
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
      'Omitted properties keep their values; null clears. Existing invoices do not change.',
    body: TaxRegistrationPatch,
    action: updateTaxRegistration,
    errors: ['tax_registration_overlap'],
    example: { summary: 'Until the end of the year', body: { valid_to: '2026-12-31' } },
  },
})
