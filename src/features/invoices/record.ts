// The table of invoices. Lines have their own table; `store.ts` has both.

import { type TSchema, type TUnsafe, Type } from 'typebox'
import type { InvoiceDerivation } from '../../domain/derivation.ts'
import { eventsOf } from '../../domain/event.ts'
import { EMAIL_STATUSES, type EmailStatus, INVOICE_STATUSES } from '../../domain/invoice.ts'
import type { LineItem } from '../../domain/invoice-lines.ts'
import { money } from '../../domain/money-column.ts'
import {
  type AppliedDiscount,
  type Credited,
  DISCOUNT_SOURCES,
  type InvoiceTax,
} from '../../domain/parts.ts'
import { BILLING_REASONS } from '../../domain/subscription-state.ts'
import { type Column, IN_PARTS, NOT_PERSONAL } from '../../platform/db/column.ts'
import { type RowOf, record } from '../../platform/db/record.ts'
import type { Warning } from '../../platform/db/work.ts'
import { json } from '../../platform/http/columns.ts'
import { warningShape } from '../../platform/http/dry-run.ts'
import { OneOf, orNull } from '../../platform/http/shapes.ts'
import { couponRecord } from '../coupons/record.ts'
import { customers } from '../customers/store.ts'
import { idsRedeemed } from '../discounts.ts'
import { objectIds } from '../identifiers.ts'
import {
  always,
  cents,
  closedOneOf,
  computed,
  currency,
  customerId,
  day,
  fixed,
  flag,
  hidden,
  id,
  instant,
  jsonText,
  line,
  listed,
  metadata,
  nullable,
  oneOf,
  pattern,
  small,
  stored,
  text,
  token,
  unread,
} from '../kinds.ts'
import { PeriodShown } from '../period.ts'
import { promotionCodeRecord } from '../promotion-codes/record.ts'
import { collectibleOf } from '../remaining.ts'
import { subscriptions } from '../subscriptions/store.ts'
import { InvoiceLines } from './line-shapes.ts'
import { lineInMajor, partInMajor } from './majors.ts'
import { InvoiceTaxes } from './tax-shapes.ts'

const InvoiceWarnings = Type.Array(
  Type.Object(warningShape, { title: 'InvoiceWarning', additionalProperties: false }),
  { description: 'Details missing when it was finalized, such as an address.' },
)

const InvoiceDiscounts = Type.Array(
  Type.Object(
    {
      id: Type.String({ description: 'The discount.' }),
      coupon_id: Type.String(),
      promotion_code_id: orNull(Type.String()),
      source: OneOf(
        DISCOUNT_SOURCES,
        'Whether it belongs to the subscription, to the customer, or to this invoice.',
      ),
      name: Type.String(),
      amount: cents('Amount of the discount.').input,
    },
    { title: 'InvoiceDiscount', additionalProperties: false },
  ),
  { description: 'Discounts with their amounts.' },
)

export const emailStatus: Column<EmailStatus | null, TUnsafe<EmailStatus | null>> = {
  ...nullable(closedOneOf(EMAIL_STATUSES, '')),
  schema: Type.Unsafe<EmailStatus | null>(
    Type.Union(EMAIL_STATUSES.map((word) => Type.Literal(word) as TSchema).concat(Type.Null()), {
      description: 'Status of its email; null if it has no email yet.',
    }),
  ),
}

/** A discount of an invoice as clients see it. */
export const discountShown = ({
  id,
  coupon_id,
  promotion_code_id,
  source,
  name,
  amount,
}: AppliedDiscount) => ({ id, coupon_id, promotion_code_id, source, name, amount })

/** The coupons and promotion codes that redeemed the discounts of a draft. */
const redeemedBy = ({
  status,
  discounts,
}: {
  status: string
  discounts: readonly AppliedDiscount[] | null
}) =>
  status === 'draft'
    ? (discounts ?? []).filter(({ source }) => source === 'invoice').map(idsRedeemed)
    : []

/** The subscription of an invoice: its overdue count and used discounts change with the invoice. */
const billedFor = ({
  status,
  subscription_id,
}: {
  status: string
  subscription_id: string | null
}): string[] => (status !== 'draft' && subscription_id !== null ? [subscription_id] : [])

/** Version of the stored texts: increase it when their content changes, so that older ones are not read. */
export const SHAPE = 3

export const invoiceIds = objectIds('invoice')

export const invoiceRecord = record(
  'invoices',
  {
    id: fixed(id('invoice')),
    customer_id: customerId('The invoiced customer.'),
    status: closedOneOf(INVOICE_STATUSES, 'See invoice statuses.'),
    number: pattern(
      '^INV-[0-9]+$',
      'Provisional for a draft. Finalizing assigns the definitive one, without gaps.',
    ),
    amount_due: cents('Amount to pay; frozen when finalized.'),
    amount_paid: cents('The sum of settled payments.'),
    amount_credited: cents('The amount by which its credit notes reduced the amount due.'),
    currency: currency('The currency of all amounts.'),
    due_date: day('The last day to pay.', ['2026-12-20']),
    line_items: computed(InvoiceLines, (name) => json(name, { shown: lineInMajor })),
    created_at: fixed(instant()),
    updated_at: instant(),
    finalized_at: nullable(instant(), 'When it was finalized; null until then.'),
    voided_at: nullable(instant(), 'When it was voided; null until then.'),
    subtotal: cents('The sum of the lines.'),
    discount: cents('The sum of discounts.'),
    tax: cents('The sum of taxes.'),
    tax_included: cents('The part of the tax that prices include.'),
    total: cents('subtotal − discount + tax − tax_included.'),
    credit_applied: cents('Customer credit applied when finalized.'),
    credit_applied_later: cents('Customer credit applied after that.'),
    amount_remaining: computed(
      cents('amount_due − amount_paid − amount_credited − credit_applied_later; 0 once it is void.')
        .input,
      money,
    ),
    amount_written_off: cents(
      'Bad debt: the part of amount_remaining that is not expected to be paid any more.',
    ),
    write_off_reason: line('Why it was written off; empty if it never was.', {
      max: 500,
      erased: '',
    }),
    hosted_url: computed(
      Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
        description: 'Hosted page, for anyone with the link; null until finalized.',
      }),
    ),
    email_status: emailStatus,
    sent_at: nullable(instant(), 'When the email server accepted its email; null until then.'),
    notes: text('Shown on the document.', { max: 5000, erased: '' }),
    reference: line(
      "The buyer's purchase order number or other reference; shown on the document.",
      { max: 100, erased: '' },
    ),
    subscription_id: fixed(
      nullable(id('subscription'), 'The subscription that it bills; null for other invoices.'),
    ),
    billing_reason: fixed(
      oneOf(
        BILLING_REASONS,
        'By hand or through the API, or by a subscription: for its start, a later period, a change within one, or its end.',
      ),
    ),
    period: computed(
      Type.Union([PeriodShown, Type.Null()], {
        description: 'The period of the subscription that it bills.',
      }),
      (name) => json(name),
    ),
    scheduled_for: fixed(
      nullable(
        instant(),
        'The instant at which it was due to be created, however late that happened; null without a subscription.',
      ),
    ),
    supply_date: nullable(
      day('When everything on it was supplied.', ['2026-11-12']),
      'When everything on it was supplied; null if its lines say so, or on the day of the invoice. Shown on the document.',
    ),
    relates_to: nullable(
      id('invoice'),
      'The finalized invoice that it adds to, such as after a price that was too low; null for most.',
    ),
    metadata: metadata(),
    discounts: {
      ...listed<AppliedDiscount, typeof InvoiceDiscounts>(InvoiceDiscounts, {
        erased: NOT_PERSONAL,
        shown: discountShown,
      }),
      cell: (name) => json(name, { shown: partInMajor }),
    },
    taxes: {
      ...listed<InvoiceTax, typeof InvoiceTaxes>(InvoiceTaxes, { erased: NOT_PERSONAL }),
      cell: (name) => json(name, { shown: partInMajor }),
    },
    // Generated sentences with names of taxes and settings, without personal data.
    warnings: listed<Warning, typeof InvoiceWarnings>(InvoiceWarnings, { erased: NOT_PERSONAL }),

    /** The number of the invoice in `relates_to`. */
    related_number: nullable(token()),
    period_start: hidden(fixed(nullable(instant()))),
    period_end: hidden(fixed(nullable(instant()))),
    /** True if the client set the due date; if not, finalize computes it again. */
    due_date_set: hidden(flag('', { erased: NOT_PERSONAL })),
    /** The instant at which its due date has passed, set while it waits for payment. */
    overdue_at: hidden(nullable(instant())),
    /** The unguessable end of the address of its hosted page; null until finalize. */
    hosted_token: nullable(token()),
    /** The instant of the next reminder; null when none is due. */
    reminder_at: hidden(nullable(instant())),
    /** When it is charged to the customer's payment method; null once that began, or if it is not. */
    collect_at: hidden(nullable(instant())),
    /** When an automatic payment of it first failed; null if none did, and once it is settled. */
    payment_failed_at: hidden(nullable(instant())),
    /** When the next step of its retry plan is due; null if none is, or while a payment is in progress. */
    retry_at: hidden(nullable(instant())),
    /** When its retry plan ended without payment; `payment_failed_at` if it never began. */
    retry_ended_at: hidden(nullable(instant())),
    reminders_sent: hidden(small()),
    /** The number of open disputes that withdrew money of it: reminders, retries and `past_due` wait for them. */
    disputes: hidden(small()),
    /** Seller, customer and texts at the time of finalize; a finalized invoice never changes. */
    snapshot: nullable(stored<unknown>({ erased: IN_PARTS })),
    /** The money that its credit notes returned to the customer. */
    amount_returned: hidden(cents('')),
    /** The amounts credited per line; null if none. */
    credited: nullable(stored<Credited[]>({ erased: NOT_PERSONAL })),
    /** How the amounts were computed, frozen at finalize. */
    derivation: nullable(stored<InvoiceDerivation>({ erased: NOT_PERSONAL })),
    /**
     * The JSON that clients see, as `text.ts` writes it: read instead of the columns while it matches this version of
     * the row.
     */
    shown: unread(nullable(jsonText({ erased: null }))),
    /** The row's update time and the shape that the text was written for. */
    shown_of: unread(nullable(instant())),
    shown_shape: unread(nullable(small())),
    /** How the daily sums count it. */
    summed_status: always(nullable(oneOf(INVOICE_STATUSES, '')), 'v.status'),
    summed_remaining: always(nullable(cents('')), collectibleOf('v')),
  },
  {
    title: 'Invoice',
    count: { counter: 'invoices_count', counts: () => true },
    owners: [
      { table: customers, of: (row) => row.customer_id },
      { table: subscriptions, of: (row) => billedFor(row) },
      // Coupons and promotion codes of a draft are locked with it, since their redemption can be released.
      { table: couponRecord, of: (row) => redeemedBy(row).map(({ coupon }) => coupon) },
      {
        table: promotionCodeRecord,
        of: (row) => redeemedBy(row).flatMap(({ code }) => code ?? []),
      },
    ],
  },
)

export interface InvoiceRow extends RowOf<typeof invoiceRecord.members> {}

/** An invoice with its lines. */
export interface Invoice extends InvoiceRow {
  line_items: LineItem[]
  /** Set on a row whose lines were replaced, so that an update writes them again. */
  lines_replaced?: true
}

/** An invoice without the columns that were frozen at finalize. */
export type ReadInvoice = Omit<Invoice, 'snapshot' | 'derivation' | 'lines_replaced'>

export const events = eventsOf('invoice')
