// The query parameters of documents.

import { Type } from 'typebox'

/** Settings that are previewed before they are saved. */
export const SampleQuery = Type.Object(
  {
    color: Type.Optional(
      Type.String({ format: 'color', description: 'Replaces the accent color of the account.' }),
    ),
    footer: Type.Optional(
      Type.String({ maxLength: 2000, description: 'Replaces the footer of the account.' }),
    ),
  },
  { additionalProperties: false },
)
