// Ledger schemas: entries, balances, ages, and query parameters.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { CUSTOMER_REF, customerRef } from '../../domain/customer.ts'
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from '../../domain/ledger.ts'
import {
  AnyOf,
  Body,
  ClosedOneOf,
  listQuery,
  OneOf,
  Timestamp,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { objectRef } from './object-ref.ts'
import { type Aged, BUCKETS, type Bucket } from './store-aging.ts'
import { BOOK_DATES } from './store-days.ts'
import type { ReadEntry, ReadPosting } from './store-entries.ts'

/** Eight digits after the point, as in credit, so that every sum is exact. */
const Decimal = (description: string) =>
  Type.String({ pattern: '^-?\\d+\\.\\d{8}$', examples: ['59.97000000'], description })
const CivilDate = (description: string) =>
  Type.Optional(Type.String({ format: 'date', examples: ['2026-11-30'], description }))
const ID = '[0-7][0-9a-hjkmnp-tv-z]{25}'

export const EntryList = Body({
  ...listQuery,
  account: Type.Optional(AnyOf(LEDGER_ACCOUNTS, 'Entries with a posting to this account.')),
  kind: Type.Optional(AnyOf(LEDGER_KINDS, 'Entries of this kind.')),
  object_id: Type.Optional(
    Type.String({
      pattern: `^(inv|pay|cbt|cn|re|payout|dp|evt)_${ID}$`,
      description:
        'Entries that this invoice, payment, credit transaction, credit note, refund, payout or dispute caused; of a write-off, its event.',
      examples: ['inv_01kagx1sg0e3v8x9k2m4n6p8r0'],
    }),
  ),
  invoice_id: Type.Optional(
    Type.String({
      pattern: `^inv_${ID}$`,
      description: 'Entries of this invoice, its payments and its credit.',
      examples: ['inv_01kagx1sg0e3v8x9k2m4n6p8r0'],
    }),
  ),
  customer_id: Type.Optional(
    Type.String({
      pattern: CUSTOMER_REF,
      description: 'Entries of this customer: `cus_1001`, or 1001.',
      examples: ['cus_1001'],
    }),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}(,[A-Za-z]{3})*$',
      maxLength: 700,
      description: 'Entries in this currency. Several are separated by commas.',
      examples: ['cad,usd'],
    }),
  ),
  'date[gte]': CivilDate("Booked on this day or later, in the account's time zone."),
  'date[lte]': CivilDate("Booked on this day or earlier, in the account's time zone."),
  'value_date[gte]': CivilDate('With this value date or later.'),
  'value_date[lte]': CivilDate('With this value date or earlier.'),
})
export type EntryList = Static<typeof EntryList>

const taxShape = {
  tax_rate: Type.Union([Type.String(), Type.Null()], {
    description: 'Rate, as in `taxes` of invoices, for `tax_payable`; null for other accounts.',
  }),
  tax_name: Type.Union([Type.String(), Type.Null()], {
    description: 'The name of the tax on the invoice.',
  }),
}

export const Entry = Type.Object(
  {
    id: Type.String({ examples: ['led_01kagx1sg0e3v8x9k2m4n6p8r0'] }),
    object: Type.Literal('ledger_entry'),
    kind: OneOf(LEDGER_KINDS, 'Cause of the entry. New kinds can be added.'),
    object_id: Type.String({
      description:
        'The invoice, payment, credit transaction, credit note, refund, payout or dispute that caused it. For a write-off or its reversal, the event, since an invoice can have several.',
    }),
    customer_id: Type.Union([Type.String({ examples: ['cus_1001'] }), Type.Null()], {
      description: 'Its customer; null for a payout.',
    }),
    invoice_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Its invoice, if any.',
    }),
    currency: Type.String({ examples: ['cad'] }),
    date: Type.String({
      format: 'date',
      examples: ['2026-11-30'],
      description: "The day it was booked, in the account's time zone at that time.",
    }),
    value_date: Type.String({
      format: 'date',
      examples: ['2026-11-27'],
      description:
        'The day on which reports count it: `received_on` of a payment, `paid_on` of a refund, `arrived_on` of a payout, otherwise `date`.',
    }),
    created_at: Timestamp,
    postings: Type.Array(
      Type.Object(
        {
          account: OneOf(LEDGER_ACCOUNTS, 'New accounts can be added.'),
          debit: Decimal("In the currency's major unit."),
          credit: Decimal("In the currency's major unit."),
          ...taxShape,
        },
        { additionalProperties: false },
      ),
      { description: 'Debits and credits, with equal sums.' },
    ),
  },
  { additionalProperties: false },
)

const AsOf = CivilDate("The last day of the report, in the account's time zone. Default: today.")
const asOf = Type.String({ format: 'date', examples: ['2026-11-30'] })
const By = Type.Optional({
  ...ClosedOneOf(
    BOOK_DATES,
    'Which date of the entries to use. They differ for a payment recorded after it was received.',
  ),
  default: 'value_date',
})

export const TrialBalanceQuery = Body({ as_of: AsOf, by: By })

const sums = {
  debit: Decimal('Total debits.'),
  credit: Decimal('Total credits.'),
  balance: Decimal('Debits minus credits.'),
}

export const TrialBalance = Type.Object(
  {
    object: Type.Literal('trial_balance'),
    as_of: asOf,
    currencies: Type.Array(
      Type.Object(
        {
          currency: Type.String({ examples: ['cad'] }),
          accounts: Type.Array(
            Type.Object(
              {
                account: OneOf(LEDGER_ACCOUNTS, 'New accounts can be added.'),
                ...sums,
                taxes: Type.Array(
                  Type.Object({ ...taxShape, ...sums }, { additionalProperties: false }),
                  {
                    description: 'Sums of `tax_payable` by tax rate; empty for other accounts.',
                  },
                ),
              },
              { additionalProperties: false },
            ),
          ),
          debit: Decimal('Total debits.'),
          credit: Decimal('Total credits.'),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

export const AgingQuery = Body({
  as_of: AsOf,
  by: By,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Number of customers per page.',
    }),
  ),
  starting_after: Type.Optional(
    Type.String({
      pattern: CUSTOMER_REF,
      description: 'The customer this page comes after.',
      examples: ['cus_1001'],
    }),
  ),
})

const WORDS: Record<Bucket, string> = {
  current: 'Not yet past due.',
  days_1_30: '1 to 30 days past due.',
  days_31_60: '31 to 60 days past due.',
  days_61_90: '61 to 90 days past due.',
  days_over_90: 'More than 90 days past due.',
}
const ages = {
  ...(Object.fromEntries(BUCKETS.map(({ name }) => [name, Decimal(WORDS[name])])) as Record<
    Bucket,
    ReturnType<typeof Decimal>
  >),
  total: Decimal('Total.'),
}

export const Aging = Type.Object(
  {
    object: Type.Literal('receivables_aging'),
    as_of: asOf,
    currencies: Type.Array(
      Type.Object(
        {
          currency: Type.String({ examples: ['cad'] }),
          customers: Type.Integer({
            description: 'Number of customers with a balance due.',
          }),
          ...ages,
        },
        { additionalProperties: false },
      ),
      { description: 'Outstanding amounts of all customers by currency.' },
    ),
    data: Type.Array(
      Type.Object(
        {
          customer_id: Type.String({ examples: ['cus_1001'] }),
          customer_name: Type.String(),
          currency: Type.String({ examples: ['cad'] }),
          ...ages,
        },
        { additionalProperties: false },
      ),
      { description: 'Outstanding amounts by customer, in the order of their IDs.' },
    ),
    has_more: Type.Boolean({ description: 'Whether another page follows.' }),
  },
  { additionalProperties: false },
)

export const JournalQuery = Body({
  from: CivilDate(
    "The first day, in the account's time zone. Default: the day of the first entry.",
  ),
  to: CivilDate("The last day, in the account's time zone. Default: today."),
  by: By,
})

export const parseEntryId = (ref: string): string | undefined => decodeId('led', ref)

const ZERO = '0.00000000'

/** Splits a signed amount into debit and credit. */
export function sidesOf(amount: string): { debit: string; credit: string } {
  return amount.startsWith('-')
    ? { debit: ZERO, credit: amount.slice(1) }
    : { debit: amount, credit: ZERO }
}

const postingOf = ({ account, amount, tax_rate, tax_name }: ReadPosting) => ({
  account,
  ...sidesOf(amount),
  tax_rate,
  tax_name,
})

export function entryJson(entry: ReadEntry): string {
  const { id, kind, object_id, customer_id, invoice_id, currency } = entry
  const { day, value_date, created_at, postings } = entry
  return JSON.stringify({
    id: encodeId('led', id),
    object: 'ledger_entry',
    kind,
    object_id: objectRef(kind, object_id),
    customer_id: customer_id && customerRef(customer_id),
    invoice_id: invoice_id && encodeId('inv', invoice_id),
    currency,
    date: day,
    value_date,
    created_at: timestamp(created_at),
    postings: postings.map(postingOf),
  })
}

/** Picks the ages of a row. */
export function agesOf(row: Aged): Record<Bucket | 'total', string> {
  const { current, days_1_30, days_31_60, days_61_90, days_over_90, total } = row
  return { current, days_1_30, days_31_60, days_61_90, days_over_90, total }
}
