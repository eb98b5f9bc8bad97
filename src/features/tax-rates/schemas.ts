// The tax rate as clients see it, and what they may send.

import { type Static, type TSchema, Type } from 'typebox'
import {
  Body,
  Clearable,
  ClosedOneOf,
  listQuery,
  MetadataPatch,
  metadataQuery,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { type TaxRateRow, taxRateRecord } from './record.ts'

const { members } = taxRateRecord
const maybe = <S extends TSchema>(schema: S) => Type.Optional(Clearable(schema))

/** Reverse charge follows from who the customer is; no rate of one's own says so. */
const Category = ClosedOneOf(
  ['standard', 'reduced', 'zero', 'exempt', 'outside_scope', 'export'],
  'What the tax is to the state; all but `standard` and `reduced` are 0 %.',
)

/** Members that never change; sent back as they are, they are no change. */
const terms = {
  country: members.country.input,
  region: maybe(members.region.input),
  postal_prefix: maybe(members.postal_prefix.input),
  percentage: members.percentage.input,
  inclusive: Type.Optional(members.inclusive.input),
  category: Type.Optional(Category),
  tax_code: maybe(members.tax_code.input),
  valid_from: members.valid_from.input,
}

export const TaxRateCreate = Body({
  name: members.name.input,
  ...terms,
  valid_to: maybe(members.valid_to.input),
  reference: Type.Optional(members.reference.input),
  metadata: Type.Optional(members.metadata.input),
})
export type TaxRateCreate = Static<typeof TaxRateCreate>

export const TaxRatePatch = Type.Object(
  {
    valid_to: maybe(members.valid_to.input),
    reference: maybe(members.reference.input),
    active: Type.Optional(members.active.input),
    metadata: Type.Optional(MetadataPatch),
  },
  { additionalProperties: false },
)
export type TaxRatePatch = Static<typeof TaxRatePatch>

export const TaxRatePath = {
  id: Type.String({ pattern: '^txr_[0-7][0-9a-hjkmnp-tv-z]{25}$', description: 'The tax rate.' }),
}

export const TaxRateList = Body({
  ...listQuery,
  ...metadataQuery,
  country: Type.Optional(
    Type.String({ format: 'country', description: 'Rates of this country.', examples: ['CA'] }),
  ),
  active: Type.Optional(Type.Boolean({ description: 'Active rates, or those that are not.' })),
})
export type TaxRateList = Static<typeof TaxRateList>

export const TaxRate = taxRateRecord.item

export const taxRateRef = (id: string): string => encodeId('txr', id)
export const parseTaxRateId = (ref: string): string | undefined => decodeId('txr', ref)

export const taxRateJson = (rate: TaxRateRow): string => taxRateRecord.json(rate)
