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
      'An ID, an invoice number, or the beginnings of words in the name, contact and email address of a customer, or in the name of a product.',
    examples: ['nord inc'],
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: RESULTS_MOST,
      default: 10,
      description: 'Maximum number of each kind.',
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
          kind: OneOf(SEARCH_KINDS, 'Type of the object.'),
          id: Type.String({ description: 'ID of the object; `cus_…` for a customer.' }),
          title: Type.String({ description: 'Name, number or ID.' }),
          detail: Shown('A detail, such as the email or the customer name.'),
          status: Shown('Its status, if any.'),
          url: Type.String({ description: 'Path of the object.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Exact matches come first.' },
    ),
  },
  { additionalProperties: false },
)
