// Search schemas.

import { Type } from 'typebox'
import { SEARCH_KINDS } from '../../domain/resource-lists.ts'
import { Body, OneOf } from '../../platform/http/shapes.ts'

const RESULTS_MOST = 20

export const SearchQuery = Body({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'An ID, an invoice number, or the beginnings of words: of the name, contact and email address of a customer, of the name of a product.',
    examples: ['nord inc'],
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: RESULTS_MOST,
      default: 10,
      description: 'How many of each kind.',
    }),
  ),
})

const Shown = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const SearchResults = Type.Object(
  {
    object: Type.Literal('search_results'),
    q: Type.String(),
    data: Type.Array(
      Type.Object(
        {
          object: Type.Literal('search_result'),
          kind: OneOf(SEARCH_KINDS, 'What it is.'),
          id: Type.String({ description: 'Customers are `cus_…` here.' }),
          title: Type.String({ description: 'A name or number; else the id.' }),
          detail: Shown('A detail to recognize it by: an email, the name of the customer.'),
          status: Shown('Where it stands, for what has a status.'),
          url: Type.String({ description: 'Where the object itself is.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'What was asked for exactly comes first.' },
    ),
  },
  { additionalProperties: false },
)
