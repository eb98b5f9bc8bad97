// The collection of an invoice as clients see it.

import { Type } from 'typebox'
import { INITIATORS, PAYMENT_STATUSES } from '../../domain/payment-states.ts'
import { PLAN_ENDS } from '../../domain/retry-plan.ts'
import { OneOf, Timestamp } from '../../platform/http/shapes.ts'
import { idSchema } from '../identifiers.ts'
import { Failure } from './record.ts'

const strict = { additionalProperties: false }
const orNull = <S extends Parameters<typeof Type.Array>[0]>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const InvoiceCollection = Type.Object(
  {
    object: Type.Literal('invoice_collection'),
    invoice_id: idSchema('invoice', 'The invoice.'),
    status: OneOf(
      ['none', 'running', 'ended'],
      'Whether a retry plan is `running` or has `ended` without payment; `none` if no automatic payment failed, or the invoice is settled.',
    ),
    failed_at: orNull(Timestamp, 'When an automatic payment first failed.'),
    ended_at: orNull(Timestamp, 'When the plan ended without payment.'),
    attempts: Type.Array(
      Type.Object(
        {
          payment_id: idSchema('payment', 'The attempt.'),
          at: Timestamp,
          initiated_by: orNull(OneOf(INITIATORS, 'Who began it.'), 'Who began it.'),
          status: OneOf(PAYMENT_STATUSES, 'What became of it.'),
          failure: orNull(Failure, 'Why it failed; null unless it did.'),
        },
        { title: 'CollectionAttempt', ...strict },
      ),
      { description: 'The last 100 payments by gateway, oldest first.' },
    ),
    steps: Type.Array(
      Type.Object(
        {
          at: Timestamp,
          charges: Type.Boolean({
            description:
              'False if no card or account can be charged any more: the customer is only written to.',
          }),
        },
        { title: 'CollectionStep', ...strict },
      ),
      { description: 'The steps of the plan that follow, as planned now.' },
    ),
    ends: orNull(
      Type.Object(
        {
          at: orNull(Timestamp, 'At the last step; null while a payment in progress decides.'),
          how: OneOf(PLAN_ENDS, 'What happens then, as `end` of the `retry_plan`.'),
        },
        { title: 'CollectionEnd', ...strict },
      ),
      'How the plan ends if nothing is paid; null unless it is running.',
    ),
  },
  { title: 'InvoiceCollection', ...strict },
)
