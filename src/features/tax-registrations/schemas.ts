// The tax registration as clients see it, and what they may send.

import { type Static, type TSchema, Type } from 'typebox'
import {
  Body,
  Clearable,
  listQuery,
  MetadataPatch,
  metadataQuery,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { type TaxRegistrationRow, taxRegistrationRecord } from './record.ts'

const { members } = taxRegistrationRecord
const maybe = <S extends TSchema>(schema: S) => Type.Optional(Clearable(schema))

export const TaxRegistrationCreate = Body({
  country: members.country.input,
  region: maybe(members.region.input),
  scheme: Type.Optional(members.scheme.input),
  number: Type.Optional(members.number.input),
  valid_from: members.valid_from.input,
  valid_to: maybe(members.valid_to.input),
  metadata: Type.Optional(members.metadata.input),
})
export type TaxRegistrationCreate = Static<typeof TaxRegistrationCreate>

export const TaxRegistrationPatch = Type.Object(
  {
    number: maybe(members.number.input),
    valid_to: maybe(members.valid_to.input),
    metadata: Type.Optional(MetadataPatch),
  },
  { additionalProperties: false },
)
export type TaxRegistrationPatch = Static<typeof TaxRegistrationPatch>

export const TaxRegistrationPath = {
  id: Type.String({
    pattern: '^trg_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description: 'The tax registration.',
  }),
}

export const TaxRegistrationList = Body({
  ...listQuery,
  ...metadataQuery,
  country: Type.Optional(
    Type.String({
      format: 'country',
      description: 'Registrations in this country.',
      examples: ['CA'],
    }),
  ),
})
export type TaxRegistrationList = Static<typeof TaxRegistrationList>

export const TaxRegistration = taxRegistrationRecord.item

export const taxRegistrationRef = (id: string): string => encodeId('trg', id)
export const parseTaxRegistrationId = (ref: string): string | undefined => decodeId('trg', ref)

export const taxRegistrationJson = (registration: TaxRegistrationRow): string =>
  taxRegistrationRecord.json(registration)
