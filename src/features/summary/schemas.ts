// The figures of the home page as clients see them.

import { Type } from 'typebox'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import { INVOICE_STATUSES } from '../../domain/invoice.ts'
import { INTERVALS } from '../../domain/periods.ts'
import { Body, ClosedOneOf, OneOf } from '../../platform/http/shapes.ts'

/** By how many days an open invoice is past its due date, as the ages of what is owed. */
export const AGES = [
  { age: 'current', from: null, to: 0 },
  { age: 'days_1_30', from: 1, to: 30 },
  { age: 'days_31_60', from: 31, to: 60 },
  { age: 'days_61_90', from: 61, to: 90 },
  { age: 'days_over_90', from: 91, to: null },
] as const

/** What someone should look at. */
export const CONCERNS = [
  'invoices_overdue',
  'drafts_past_due',
  'emails_failed',
  'webhook_endpoints_disabled',
  'webhook_deliveries_failed',
] as const
export type Concern = (typeof CONCERNS)[number]

export const SummaryQuery = Body({
  interval: Type.Optional({
    ...OneOf(INTERVALS, 'Twelve months, or thirty days, up to today.'),
    default: 'month',
  }),
})

const Url = Type.String({ description: 'The list whose rows add up to it.' })
const Day = Type.String({ format: 'date', examples: ['2026-11-01'] })
const Amount = Type.Integer({ description: "In the currency's smallest unit." })
const Count = Type.Integer({ minimum: 0 })
const Currency = Type.String({ pattern: '^[a-z]{3}$', examples: ['cad'] })
const strict = { additionalProperties: false }

const Figure = Type.Object({ amount: Amount, count: Count, url: Url }, strict)
const optional = <T extends Parameters<typeof Type.Union>[0][number]>(shape: T, scope: string) =>
  Type.Union([shape, Type.Null()], { description: `Null for a key without ${scope}.` })

const Receivables = Type.Array(
  Type.Object(
    {
      currency: Currency,
      open: Figure,
      overdue: Figure,
      ages: Type.Array(
        Type.Object(
          {
            age: OneOf(
              AGES.map(({ age }) => age),
              'How many days past due.',
            ),
            amount: Amount,
            count: Count,
            url: Url,
          },
          strict,
        ),
      ),
    },
    strict,
  ),
  { description: 'What remains of invoices that wait for payment, by currency.' },
)

const SellerMissing = Type.Array(
  Type.Object(
    {
      code: Type.String({ examples: ['seller_address_missing'] }),
      param: Type.Union([Type.String(), Type.Null()], {
        description: 'The setting of the account that mends it; null for one of the server.',
      }),
      message: Type.String(),
    },
    strict,
  ),
  {
    description:
      'What invoices lack to say who they are from and where to answer; always empty in a test environment.',
  },
)

export const Summary = Type.Object(
  {
    object: Type.Literal('summary'),
    as_of: Type.String({ format: 'date', description: "Today, in the account's time zone." }),
    time_zone: Type.String(),
    interval: OneOf(INTERVALS, 'How long each period is.'),
    cash_in: optional(
      Type.Array(
        Type.Object(
          {
            from: Day,
            to: Day,
            currencies: Type.Array(
              Type.Object({ currency: Currency, amount: Amount, count: Count, url: Url }, strict),
            ),
          },
          strict,
        ),
        { description: 'Settled payments by the day they were received.' },
      ),
      'payments:read',
    ),
    receivables: Receivables,
    invoices: Type.Array(
      Type.Object(
        {
          from: Day,
          to: Day,
          statuses: Type.Array(
            Type.Object(
              { status: ClosedOneOf(INVOICE_STATUSES, 'As they are now.'), count: Count, url: Url },
              strict,
            ),
          ),
        },
        strict,
      ),
      { description: 'Invoices by the day they were created, and what has become of them.' },
    ),
    seller_missing: optional(SellerMissing, 'account:read'),
    attention: Type.Array(
      Type.Object(
        { kind: OneOf(CONCERNS, 'What someone should look at.'), count: Count, url: Url },
        strict,
      ),
      { description: 'Counted exactly; of what the key may not read, nothing is told.' },
    ),
  },
  strict,
)

export const CustomerReceivablesPath = {
  customer_id: Type.String({
    pattern: CUSTOMER_REF,
    description: 'The customer: `cus_1001`, or 1001.',
    examples: ['cus_1001'],
  }),
}

export const CustomerReceivables = Type.Object(
  {
    object: Type.Literal('customer_receivables'),
    customer_id: Type.String({ examples: ['cus_1001'] }),
    as_of: Type.String({ format: 'date', description: "Today, in the account's time zone." }),
    time_zone: Type.String(),
    receivables: Receivables,
  },
  strict,
)
