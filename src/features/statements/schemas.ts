// Statement schemas: responses and query parameters.

import { type Static, Type } from 'typebox'
import { PAYMENT_METHODS } from '../../domain/payment.ts'
import { STATED_KINDS } from '../../domain/statement.ts'
import { Body, ClosedOneOf, OneOf, Timestamp } from '../../platform/http/shapes.ts'

/** The largest distance of the last day from the first. */
export const DAYS_MOST = 366
/** The largest number of movements in a response or document. */
export const MOVEMENTS_MOST = 1_000

const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', description, examples: ['2026-11-30'] }))

export const StatementQuery = Body({
  from: day("The first day, in the account's time zone. Default: the first of the month of `to`."),
  to: day(
    `The last day, in the account's time zone: today or earlier, at most ${DAYS_MOST} days after \`from\`. Default: today.`,
  ),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: 'Currency of the statement. Default: each currency of the customer.',
      examples: ['cad'],
    }),
  ),
  by: Type.Optional({
    ...ClosedOneOf(
      ['value_date', 'date'] as const,
      'Which date of the ledger entries to use. With `date`, the day of booking, a past statement never changes; with `value_date`, a payment counts on the day it was received, also if it was recorded later.',
    ),
    default: 'value_date',
  }),
})
export type StatementQuery = Static<typeof StatementQuery>

const strict = { additionalProperties: false }
const amount = (description: string) => Type.Integer({ description, examples: [5997] })
const Credit = (description: string) =>
  Type.String({ pattern: '^-?\\d+\\.\\d{8}$', examples: ['10.00000000'], description })
const optional = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const standing = (when: string) => ({
  balance: amount(
    `What the customer owes ${when}: the ledger account \`receivable\` and what is written off of it, less payments that are not allocated.`,
  ),
  credit_balance: Credit(`The customer's credit ${when}, in the major unit.`),
  refunds_payable: amount(`Refunds not yet paid to the customer ${when}.`),
})

export const CustomerStatement = Type.Object(
  {
    object: Type.Literal('customer_statement'),
    customer_id: Type.String({ examples: ['cus_1001'] }),
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    by: Type.String({ examples: ['value_date'] }),
    time_zone: Type.String({ examples: ['America/Toronto'] }),
    currencies: Type.Array(
      Type.Object(
        {
          currency: Type.String({ examples: ['cad'] }),
          opening: Type.Object(standing('before the first day'), strict),
          movements: Type.Array(
            Type.Object(
              {
                date: Type.String({ format: 'date', examples: ['2026-11-30'] }),
                kind: OneOf(STATED_KINDS, 'New kinds can be added.'),
                entry_id: Type.String({
                  description: 'The ledger entry.',
                  examples: ['led_01kagx1sg0e3v8x9k2m4n6p8r0'],
                }),
                object_id: Type.String({ description: 'What caused the entry.' }),
                invoice_id: optional('The invoice, if any.'),
                invoice_number: optional('Its number.'),
                credit_note_number: optional('The number of the credit note, if it is about one.'),
                method: Type.Union([OneOf(PAYMENT_METHODS, ''), Type.Null()], {
                  description: 'How a payment or refund was paid; null for other movements.',
                }),
                created_at: Timestamp,
                amount: amount('Change of `balance`: positive if the customer owes more.'),
                credit_amount: Credit('Change of `credit_balance`.'),
                refund_amount: amount('Change of `refunds_payable`.'),
                ...standing('afterwards'),
              },
              strict,
            ),
            {
              description:
                'Ledger entries of the customer, in the order of their days, without write-offs: they change nothing for the customer.',
            },
          ),
          closing: Type.Object(standing('at the end of the last day'), strict),
        },
        strict,
      ),
      {
        description:
          "Each currency with a movement or an opening balance, otherwise the account's default currency. Amounts are in the currency's smallest unit, credit in the major unit.",
      },
    ),
  },
  { title: 'CustomerStatement', additionalProperties: false },
)
