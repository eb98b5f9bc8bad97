// Tax registration schemas: responses and request bodies.

import type { Static } from 'typebox'
import { Body } from '../../platform/http/shapes.ts'
import { mergedMetadata, sent } from '../bodies.ts'
import { taxRegistrationRecord } from './record.ts'

export const TaxRegistrationCreate = Body(
  sent(taxRegistrationRecord, {
    required: ['country', 'valid_from'],
    optional: ['scheme', 'number', 'metadata'],
    clearable: ['region', 'valid_to'],
  }),
)
export type TaxRegistrationCreate = Static<typeof TaxRegistrationCreate>

export const TaxRegistrationPatch = Body({
  ...sent(taxRegistrationRecord, { clearable: ['number', 'valid_to'] }),
  ...mergedMetadata,
})
export type TaxRegistrationPatch = Static<typeof TaxRegistrationPatch>

export const TaxRegistration = taxRegistrationRecord.item
