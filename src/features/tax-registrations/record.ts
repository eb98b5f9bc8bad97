// The table of an account's tax registrations.

import { Type } from 'typebox'
import { eventsOf } from '../../domain/event.ts'
import { TAX_SCHEMES } from '../../domain/tax/tax.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { objectIds } from '../identifiers.ts'
import { asSent, closedOneOf, fixed, instant, line, metadata, nullable, pattern } from '../kinds.ts'
import { resourceRecord } from '../resource.ts'
import { validity } from '../tax-rates/record.ts'

export const taxRegistrationIds = objectIds('tax_registration')

const country = asSent(
  pattern('^[A-Z]{2}$', 'Two-letter country code.'),
  Type.String({
    format: 'country',
    description: 'Two-letter country code; the member state for `oss_union`.',
    examples: ['CA'],
  }),
)

export const taxRegistrationRecord = resourceRecord('tax_registration', {
  country: fixed(country),
  region: fixed(
    nullable(
      line('Province or state.', { max: 64, min: 1, erased: NOT_PERSONAL }),
      'The province of a provincial tax (QC, BC, SK, MB), or the state of `manual`; null for the tax of the country, such as GST/HST.',
    ),
  ),
  scheme: fixed(
    closedOneOf(
      TAX_SCHEMES,
      'Source of its rates: the built-in tables (`standard`, `simplified`), those of the customer’s member state (`oss_union`), or your tax rates (`manual`).',
    ),
  ),
  number: line('The registration number, shown on documents.', { max: 64, erased: NOT_PERSONAL }),
  ...validity,
  created_at: fixed(instant()),
  updated_at: instant(),
  metadata: metadata({ erased: NOT_PERSONAL }),
})

export interface TaxRegistrationRow extends RowOf<typeof taxRegistrationRecord.members> {}

export const events = eventsOf('tax_registration')
