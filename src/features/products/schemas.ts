// The product as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { PRODUCT_STATUSES } from '../../domain/product.ts'
import {
  Body,
  Clearable,
  ClosedOneOf,
  listQuery,
  Metadata,
  MetadataPatch,
  Text,
  Timestamp,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import type { Product as Row } from './store.ts'

const Name = Text(256, 'Product name.', 1)
const Description = Text(5000, 'Product description.')
const Status = ClosedOneOf(PRODUCT_STATUSES, 'Archived products are hidden from new invoice lines.')

export const ProductCreate = Body({
  name: Name,
  description: Type.Optional(Description),
  metadata: Type.Optional(Metadata),
})
export type ProductCreate = Static<typeof ProductCreate>

export const ProductPatch = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Clearable(Description)),
    metadata: Type.Optional(MetadataPatch),
    status: Type.Optional(Status),
  },
  { additionalProperties: false, minProperties: 1 },
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
  q: Type.Optional(Text(200, 'Products whose name has words that begin so.')),
  status: Type.Optional(Status),
})
export type ProductList = Static<typeof ProductList>

export const Product = Type.Object(
  {
    id: Type.String({ pattern: '^prod_[0-9a-z]{26}$' }),
    name: Type.String({ description: 'Product name.' }),
    description: Type.String({ description: 'Product description.' }),
    status: Status,
    created_at: Timestamp,
    updated_at: Timestamp,
    metadata: Metadata,
  },
  { title: 'Product', additionalProperties: false },
)

export const productRef = (id: string): string => encodeId('prod', id)
export const parseProductId = (ref: string): string | undefined => decodeId('prod', ref)

export function productJson(row: Row): string {
  return JSON.stringify({
    id: productRef(row.id),
    name: row.name,
    description: row.description,
    status: row.status,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
    metadata: row.metadata,
  })
}
