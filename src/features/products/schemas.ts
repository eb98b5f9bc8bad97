// The product as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { PRODUCT_STATUSES } from '../../domain/product.ts'
import {
  AnyOf,
  Body,
  Clearable,
  listQuery,
  MetadataPatch,
  metadataQuery,
  Text,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { productRecord } from './record.ts'

const { description, metadata, name, status, tax_code } = productRecord.members

export const ProductCreate = Body({
  name: name.input,
  description: Type.Optional(description.input),
  metadata: Type.Optional(metadata.input),
  tax_code: Type.Optional(tax_code.input),
})
export type ProductCreate = Static<typeof ProductCreate>

export const ProductPatch = Type.Object(
  {
    name: Type.Optional(name.input),
    description: Type.Optional(Clearable(description.input)),
    metadata: Type.Optional(MetadataPatch),
    status: Type.Optional(status.input),
    tax_code: Type.Optional(tax_code.input),
  },
  { additionalProperties: false },
)
export type ProductPatch = Static<typeof ProductPatch>

export const ProductPath = {
  id: Type.String({
    pattern: '^prod_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description: 'The product.',
  }),
}

export const ProductList = Body({
  ...listQuery,
  ...metadataQuery,
  q: Type.Optional(Text(200, 'Products whose name has words that begin so.')),
  status: Type.Optional(AnyOf(PRODUCT_STATUSES, 'Products in this state.')),
})
export type ProductList = Static<typeof ProductList>

export const Product = productRecord.item

export const productRef = (id: string): string => encodeId('prod', id)
export const parseProductId = (ref: string): string | undefined => decodeId('prod', ref)
