// Summary schemas.

import { Type } from 'typebox'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import { INVOICE_STATUSES } from '../../domain/invoice.ts'
import { INTERVALS } from '../../domain/periods.ts'
import { Body, ClosedOneOf, OneOf } from '../../platform/http/shapes.ts'

/** Days past due of an open invoice: the age buckets of outstanding amounts. */
export const AGES = [
  { age: 'current', from: null, to: 0 },
  { age: 'days_1_30', from: 1, to: 30 },
  { age: 'days_31_60', from: 31, to: 60 },
  { age: 'days_61_90', from: 61, to: 90 },
  { age: 'days_over_90', from: 91, to: null },
] as const

/** Matters that need attention. */
export const CONCERNS = [
  'invoices_overdue',
  'drafts_past_due',
  'collections_failed',
  'payments_unanswered',
  'emails_failed',
  'webhook_endpoints_disabled',
  'webhook_deliveries_failed',
] as const
export type Concern = (typeof CONCERNS)[number]

export const SummaryQuery = Body({
  interval: Type.Optional({
    ...OneOf(INTERVALS, 'Twelve months or thirty days, up to today.'),
    default: 'month',
  }),
})

const Url = Type.String({ description: 'The list whose rows add up to it.' })
const Day = Type.String({ format: 'date', examples: ['2026-11-01'] })
/** A sum over many rows can exceed the exact range of JSON numbers. */
const amounts = {
  amount: Type.Integer({
    description: "In the currency's smallest unit; beyond 9007199254740991, use `amount_exact`.",
  }),
  amount_exact: Type.String({
    pattern: '^-?[0-9]+$',
    description: 'The same as a string of digits.',
    examples: ['1199400'],
  }),
}
const Count = Type.Integer({ minimum: 0 })
const Currency = Type.String({ pattern: '^[a-z]{3}$', examples: ['cad'] })
const strict = { additionalProperties: false }

const Figure = Type.Object(
  { ...amounts, count: Count, url: Url },
  { ...strict, title: 'SumOfRows' },
)
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
              'Days past due.',
            ),
            ...amounts,
            count: Count,
            url: Url,
          },
          strict,
        ),
      ),
    },
    strict,
  ),
  { description: 'Balance due of outstanding invoices, by currency.' },
)

const Span = Type.Object({ from: Day, to: Day }, strict)
const Compared = Type.Object(
  {
    currency: Currency,
    current: Figure,
    previous: Figure,
    change: Type.Object(
      {
        ...amounts,
        percent: Type.Union([Type.String({ pattern: '^-?[0-9]+[.][0-9]$' }), Type.Null()], {
          description: 'To one decimal place; null if the previous amount is 0.',
          examples: ['12.5'],
        }),
      },
      strict,
    ),
  },
  { ...strict, title: 'ComparedSum' },
)
const compared = (description: string) => Type.Array(Compared, { description })

const Comparison = Type.Object(
  {
    current: Span,
    previous: Span,
    billed: compared(
      'The total of invoices finalized in the period and not void, tax included, by currency.',
    ),
    credited: optional(
      compared('The total of credit notes issued in the period and not void, by currency.'),
      'credit_notes:read',
    ),
    received: optional(
      compared('Settled payments received in the period, by currency.'),
      'payments:read',
    ),
    refunded: optional(
      compared('Refunds paid in the period that succeeded, by currency.'),
      'refunds:read',
    ),
  },
  {
    ...strict,
    description:
      'This month so far, or the last thirty days, compared with the same number of days of the previous period.',
  },
)

const InvoiceWarnings = Type.Array(
  Type.Object(
    { code: Type.String({ examples: ['tax_address_missing'] }), count: Count, url: Url },
    strict,
  ),
  {
    description:
      'Invoices finalized in `comparison.current` with warnings and not void, by the code of the warning. An invoice with two codes counts in both.',
  },
)

const OldestOverdue = Type.Array(
  Type.Object(
    {
      invoice_id: Type.String({ examples: ['inv_01kzq9vy00eb9s0vpbmzkr2v2c'] }),
      number: Type.String({ examples: ['INV-1001'] }),
      customer_id: Type.String({ examples: ['cus_1001'] }),
      currency: Currency,
      amount_remaining: Type.Integer({ description: "In the currency's smallest unit." }),
      due_date: Day,
      days_overdue: Type.Integer({ minimum: 1 }),
    },
    strict,
  ),
  { description: 'The five overdue invoices with the earliest due dates.' },
)

const Warning = Type.Object(
  {
    code: Type.String({ examples: ['seller_address_missing'] }),
    param: Type.Union([Type.String(), Type.Null()], {
      description: 'The account setting that fixes it; null if it is a server setting.',
    }),
    message: Type.String(),
  },
  strict,
)

const SellerMissing = Type.Array(Warning, {
  description: 'Missing details of the seller; always empty in a test environment.',
})

const SettingsMismatched = Type.Array(Warning, {
  description:
    'Server settings that contradict each other, such as a local PUBLIC_URL while emails are sent; always empty in a test environment.',
})

export const Summary = Type.Object(
  {
    object: Type.Literal('summary'),
    as_of: Type.String({ format: 'date', description: "Today, in the account's time zone." }),
    time_zone: Type.String(),
    interval: OneOf(INTERVALS, 'Length of each period.'),
    comparison: Comparison,
    cash_in: optional(
      Type.Array(
        Type.Object(
          {
            from: Day,
            to: Day,
            currencies: Type.Array(
              Type.Object({ currency: Currency, ...amounts, count: Count, url: Url }, strict),
            ),
          },
          strict,
        ),
        { description: 'Settled payments by the day they were received.' },
      ),
      'payments:read',
    ),
    invoice_warnings: InvoiceWarnings,
    receivables: Receivables,
    oldest_overdue: OldestOverdue,
    invoices: Type.Array(
      Type.Object(
        {
          from: Day,
          to: Day,
          statuses: Type.Array(
            Type.Object(
              { status: ClosedOneOf(INVOICE_STATUSES, 'Current status.'), count: Count, url: Url },
              strict,
            ),
          ),
        },
        strict,
      ),
      { description: 'Invoices by the day they were created, with their current status.' },
    ),
    seller_missing: optional(SellerMissing, 'account:read'),
    settings_mismatched: optional(SettingsMismatched, 'account:read'),
    attention: Type.Array(
      Type.Object(
        {
          kind: OneOf(CONCERNS, 'Items that need attention.'),
          count: Count,
          totals: Type.Array(Type.Object({ currency: Currency, ...amounts }, strict), {
            description:
              'Of `collections_failed` the amount to collect, of `payments_unanswered` the amount of the payments, by currency; otherwise empty.',
          }),
          url: Url,
        },
        strict,
      ),
      { description: 'Exact counts of objects that the caller can read.' },
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
    lifetime: Type.Union(
      [
        Type.Array(Type.Object({ currency: Currency, billed: Figure, paid: Figure }, strict)),
        Type.Null(),
      ],
      {
        description:
          'All finalized invoices that are not void, and settled payments; null for a customer with more than 10,000 of either.',
      },
    ),
  },
  strict,
)
