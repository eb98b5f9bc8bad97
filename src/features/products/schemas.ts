// Product schemas: responses and request bodies.

import type { Static } from 'typebox'
import { Body } from '../../platform/http/shapes.ts'
import { mergedMetadata, sent } from '../bodies.ts'
import { productRecord } from './record.ts'

export const ProductCreate = Body(
  sent(productRecord, { required: ['name'], optional: ['description', 'metadata', 'tax_code'] }),
)
export type ProductCreate = Static<typeof ProductCreate>

export const ProductPatch = Body({
  ...sent(productRecord, {
    optional: ['name', 'status', 'tax_code'],
    clearable: ['description'],
  }),
  ...mergedMetadata,
})
export type ProductPatch = Static<typeof ProductPatch>

export const Product = productRecord.item
