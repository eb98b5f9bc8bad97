// The table of invoices. Their lines lie in a table of their own: `store.ts` has both.

import { type TSchema, type TUnsafe, Type } from 'typebox'
import type { InvoiceDerivation } from '../../domain/derivation.ts'
import { EMAIL_STATUSES, type EmailStatus, INVOICE_STATUSES } from '../../domain/invoice.ts'
import { money, withMajors } from '../../domain/money-column.ts'
import { type Column, IN_PARTS, NOBODY } from '../../platform/db/column.ts'
import { type RowOf, record } from '../../platform/db/record.ts'
import { json } from '../../platform/http/columns.ts'
import { BELOW, WHOLE } from '../../platform/http/describe.ts'
import { Text } from '../../platform/http/shapes.ts'
import { customers } from '../customers/store.ts'
import {
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
  line,
  metadata,
  nullable,
  pattern,
  small,
  stored,
  text,
  token,
} from '../kinds.ts'

const lineInMajor = (line: Record<string, unknown>, { currency }: Record<string, unknown>) =>
  withMajors(line, ['unit_amount', 'amount'], currency)

export const lineMembers = {
  description: Text(500, 'Text of the item.', 1),
  quantity: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Units billed.',
    [BELOW]: 'drop_line',
  }),
  unit_amount: Type.Integer({
    minimum: 0,
    maximum: 999_999_999_999,
    description: "Price of one unit in the currency's smallest unit.",
    [BELOW]: 'grant_credit',
    [WHOLE]: 'smallest_unit',
  }),
}

const InvoiceLines = Type.Array(
  Type.Object(
    {
      ...lineMembers,
      amount: cents('quantity × unit_amount.').input,
      product_id: Type.Union([Type.String(), Type.Null()]),
    },
    { title: 'InvoiceLine', additionalProperties: false },
  ),
)

const emailStatus: Column<EmailStatus | null, TUnsafe<EmailStatus | null>> = {
  ...nullable(closedOneOf(EMAIL_STATUSES, '')),
  schema: Type.Unsafe<EmailStatus | null>(
    Type.Union(EMAIL_STATUSES.map((word) => Type.Literal(word) as TSchema).concat(Type.Null()), {
      description: 'Status of its email; null before there is one.',
    }),
  ),
}

export const invoiceRecord = record(
  'invoices',
  {
    id: fixed(id('inv')),
    customer_id: customerId('The invoiced customer.'),
    status: closedOneOf(INVOICE_STATUSES, 'See invoice statuses.'),
    number: pattern(
      '^INV-[0-9]+$',
      'Provisional while a draft; finalizing assigns the final one, without gaps.',
    ),
    amount_due: cents('The amount the invoice asks for; locked when finalized.'),
    amount_paid: cents('The sum of settled payments.'),
    currency: currency('The currency of all amounts.'),
    due_date: day('The last day to pay.', ['2026-12-20']),
    line_items: computed(InvoiceLines, (name) => json(name, { shown: lineInMajor })),
    created_at: fixed(instant()),
    updated_at: instant(),
    finalized_at: nullable(instant(), 'When it was finalized; null until then.'),
    voided_at: nullable(instant(), 'When it was voided; null until then.'),
    subtotal: cents('The sum of the lines.'),
    tax: cents('The sum of taxes.'),
    total: cents('subtotal + tax.'),
    credit_applied: cents('Customer credit that paid for a part of it at finalize.'),
    amount_remaining: computed(cents('amount_due − amount_paid; 0 once it is void.').input, money),
    hosted_url: computed(
      Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
        description: 'Its hosted page, for anyone who has the link; null until finalized.',
      }),
    ),
    email_status: emailStatus,
    sent_at: nullable(instant(), 'When the email server accepted its email; null until then.'),
    notes: text('Shown on the document.', { max: 5000, erased: '' }),
    reference: line(
      "The buyer's purchase order number or other reference; shown on the document.",
      { max: 100, erased: '' },
    ),
    metadata: metadata(),

    /** Whether the client named the due date; if not, finalize counts it anew. */
    due_date_set: hidden(flag('', { erased: NOBODY })),
    /** The instant at which its due date is over, set while it waits for payment. */
    overdue_at: hidden(nullable(instant())),
    /** The unguessable end of the address of its hosted page; null until finalize. */
    hosted_token: nullable(token()),
    /** The instant of the next reminder; null when none is due. */
    reminder_at: hidden(nullable(instant())),
    reminders_sent: hidden(small()),
    /** Seller, customer and texts as they were at finalize; what is issued never changes. */
    snapshot: nullable(stored<unknown>({ erased: IN_PARTS })),
    /** How the amounts came about, frozen at finalize. */
    derivation: nullable(stored<InvoiceDerivation>({ erased: NOBODY })),
  },
  {
    title: 'Invoice',
    count: { counter: 'invoices_count', counts: () => true },
    owners: [{ table: customers, of: (row) => row.customer_id }],
  },
)

export interface InvoiceRow extends RowOf<typeof invoiceRecord.members> {}
