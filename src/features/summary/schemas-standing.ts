// The standing of a customer as clients see it.

import { Type } from 'typebox'
import { STANDING_REASONS, STANDINGS } from '../../domain/standing.ts'
import { OneOf, Timestamp } from '../../platform/http/shapes.ts'
import { idSchema } from '../identifiers.ts'

export const CustomerStanding = Type.Object(
  {
    object: Type.Literal('customer_standing'),
    customer_id: Type.String({ pattern: '^cus_[0-9]+$' }),
    standing: OneOf(
      STANDINGS,
      '`good`; `grace` while a failed automatic payment is tried again; `past_due` if an invoice is overdue, or a failed payment is not tried again; `blocked` once a retry plan has ended without payment.',
    ),
    reason: Type.Union([OneOf(STANDING_REASONS, 'Why.'), Type.Null()], {
      description: 'Why; null in good standing.',
    }),
    since: Type.Union([Timestamp, Type.Null()], {
      description: 'Since when; null in good standing.',
    }),
    invoice_id: Type.Union([idSchema('invoice', 'The invoice that decides.'), Type.Null()], {
      description: 'The invoice that decides: the worst one, then the first.',
    }),
  },
  { title: 'CustomerStanding', additionalProperties: false },
)
