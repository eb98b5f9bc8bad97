// Event schemas.

import { Type } from 'typebox'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import { typesOf } from '../../domain/event.ts'
import { defineFormat } from '../../platform/http/formats.ts'
import { Body, listQuery, Timestamp } from '../../platform/http/shapes.ts'

defineFormat('event-filter', {
  check: (text) => typesOf(text).length > 0,
  pattern: '^(\\*|[a-z_]+\\.(\\*|[a-z_]+))$',
})

const Sequence = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

export const EventList = Body({
  limit: listQuery.limit,
  after: Type.Optional(
    Type.Integer({
      ...Sequence,
      description: 'Events after this sequence, ascending. Default: 0.',
    }),
  ),
  before: Type.Optional(
    Type.Integer({
      ...Sequence,
      description: 'Events before this sequence, newest first.',
    }),
  ),
  type: Type.Optional(
    Type.String({
      format: 'event-filter',
      description: 'Events of this type, or of a group such as `invoice.*`.',
      examples: ['invoice.*'],
    }),
  ),
  object_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Events about this object: `inv_…`, `cus_…`.',
    }),
  ),
  customer_id: Type.Optional(
    Type.String({
      pattern: CUSTOMER_REF,
      description: 'Events about this customer and its invoices, payments and credit.',
      examples: ['cus_1001'],
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'If there are no events after `after`, wait up to this many seconds for one.',
    }),
  ),
})

export const EventPath = {
  id: Type.String({
    pattern: '^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description: 'The event.',
  }),
}

export const Event = Type.Object(
  {
    id: Type.String({ pattern: '^evt_[0-9a-z]{26}$' }),
    object: Type.Literal('event'),
    sequence: Type.Integer({ description: 'From 1, without gaps, in each environment.' }),
    type: Type.String({ description: '`<resource>.<past tense>`.' }),
    created_at: Timestamp,
    environment: Type.Union([Type.Literal('test'), Type.Literal('live')]),
    api_version: Type.Literal('v1'),
    data: Type.Object(
      {
        object: Type.Record(Type.String(), Type.Unknown(), {
          description:
            'The object right after the event; only `id` and `object` if you lack the scope that reads it.',
        }),
        previous_attributes: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            title: 'PreviousAttributes',
            description:
              'Previous values of changed properties; absent if none changed or you lack the scope that reads the object.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
