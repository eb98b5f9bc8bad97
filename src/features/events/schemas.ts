// The event feed as clients see it.

import { Type } from 'typebox'
import { Body, listQuery, Timestamp } from '../../platform/http/shapes.ts'

const Sequence = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

export const EventList = Body({
  limit: listQuery.limit,
  after: Type.Optional(
    Type.Integer({
      ...Sequence,
      description: 'Events after this sequence, ascending; 0, the default, begins with the first.',
    }),
  ),
  before: Type.Optional(
    Type.Integer({
      ...Sequence,
      description: 'Events before this sequence, newest first: for people, who read backwards.',
    }),
  ),
})

export const Event = Type.Object(
  {
    id: Type.String({ pattern: '^evt_[0-9a-z]{26}$' }),
    object: Type.Literal('event'),
    sequence: Type.Integer({ description: 'From 1, without gaps, in each environment.' }),
    type: Type.String({ description: 'What happened, as `<resource>.<past tense>`.' }),
    created_at: Timestamp,
    environment: Type.Union([Type.Literal('test'), Type.Literal('live')]),
    api_version: Type.Literal('v1'),
    data: Type.Object(
      {
        object: Type.Record(Type.String(), Type.Unknown(), {
          description: 'The object as it was right after the event.',
        }),
        previous_attributes: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'The former values of the members that an update changed.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
