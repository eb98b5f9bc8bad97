// Tax rate schemas: responses and request bodies.

import type { Static } from 'typebox'
import { Body } from '../../platform/http/shapes.ts'
import { mergedMetadata, sent } from '../bodies.ts'
import { taxRateRecord } from './record.ts'

export const TaxRateCreate = Body(
  sent(taxRateRecord, {
    required: ['name', 'country', 'percentage', 'valid_from'],
    optional: ['inclusive', 'category', 'reference', 'metadata'],
    clearable: ['region', 'postal_prefix', 'tax_code', 'valid_to'],
  }),
)
export type TaxRateCreate = Static<typeof TaxRateCreate>

export const TaxRatePatch = Body({
  ...sent(taxRateRecord, { optional: ['active'], clearable: ['valid_to', 'reference'] }),
  ...mergedMetadata,
})
export type TaxRatePatch = Static<typeof TaxRatePatch>

export const TaxRate = taxRateRecord.item
