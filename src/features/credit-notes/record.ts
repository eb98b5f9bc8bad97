// The table of credit notes. Its lines are stored as clients see them.

import { type Static, Type } from 'typebox'
import { CREDIT_NOTE_STATUSES } from '../../domain/credit-note.ts'
import { CREDIT_REASONS } from '../../domain/credit-reasons.ts'
import { eventsOf } from '../../domain/event.ts'
import { withMajors } from '../../domain/money-column.ts'
import type { Credited, InvoiceTax } from '../../domain/parts.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import type { Subject } from '../../platform/db/table.ts'
import { json } from '../../platform/http/columns.ts'
import { objectIds } from '../identifiers.ts'
import { partInMajor, partsInMajor } from '../invoices/majors.ts'
import { emailStatus } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { InvoiceTaxes, LineTax } from '../invoices/tax-shapes.ts'
import {
  cents,
  closedOneOf,
  currency,
  customerId,
  fixed,
  hidden,
  id,
  instant,
  listed,
  metadata,
  nullable,
  oneOf,
  pattern,
  stored,
  structured,
  text,
} from '../kinds.ts'
import { PeriodShown } from '../period.ts'
import { resourceRecord } from '../resource.ts'

export const creditNoteIds = objectIds('credit_note')

const Line = Type.Object(
  {
    invoice_line_id: Type.String({ pattern: '^il_[0-9a-z]{26}$' }),
    description: Type.String(),
    quantity: Type.Union([Type.String(), Type.Null()], {
      description: 'Units credited, as a decimal; null if the line was credited by amount.',
    }),
    amount: cents('Credited of the line after its discounts, before tax that was added to it.')
      .input,
    net: cents('amount, without included tax.').input,
    tax: cents('Sum of taxes on the line.').input,
    taxes: Type.Array(LineTax),
    period: Type.Union([PeriodShown, Type.Null()]),
  },
  { title: 'CreditNoteLine', additionalProperties: false },
)
export type NoteLine = Static<typeof Line>

export const Lines = Type.Array(Line, { description: 'The credited lines.' })

/** A line in the CSV. */
const lineInMajor = (line: Record<string, unknown>, { currency }: Record<string, unknown>) => ({
  ...withMajors(line, ['amount', 'net', 'tax'], currency),
  taxes: partsInMajor(line.taxes, currency),
})

export const creditNotes = resourceRecord(
  'credit_note',
  {
    number: fixed(pattern('^CN-[0-9]+$', 'In a series of its own, without gaps.')),
    status: closedOneOf(CREDIT_NOTE_STATUSES, 'A void note counts no more.'),
    invoice_id: fixed(id('invoice', 'The invoice that it corrects.')),
    customer_id: fixed(customerId()),
    subscription_id: fixed(nullable(id('subscription', 'The subscription of the invoice.'))),
    currency: fixed(currency('The currency of the invoice.')),
    reason: fixed(oneOf(CREDIT_REASONS, 'Why it was issued.')),
    lines: {
      ...fixed(structured(Lines, NOT_PERSONAL)),
      cell: (name: string) => json(name, { shown: lineInMajor }),
    },
    subtotal: fixed(cents('The sum of the lines.')),
    tax: fixed(cents('The sum of taxes.')),
    tax_included: fixed(cents('The part of the tax that the amounts of the lines include.')),
    taxes: {
      ...fixed(listed<InvoiceTax, typeof InvoiceTaxes>(InvoiceTaxes, { erased: NOT_PERSONAL })),
      cell: (name: string) => json(name, { shown: partInMajor }),
    },
    total: fixed(cents('subtotal + tax − tax_included.')),
    to_open: fixed(cents('The part that reduces what is still to be paid of the invoice.')),
    to_balance: fixed(cents("The part that becomes the customer's credit.")),
    refund: fixed(cents('The part that is refunded of the payments of the invoice.')),
    outside: fixed(
      cents(
        'The part that was returned to the customer outside of Reckoner, such as by bank transfer.',
      ),
    ),
    outside_reference: fixed(
      text('Where that payment is found, such as on a bank statement.', { max: 256, erased: '' }),
    ),
    note: fixed(text('Shown on the document.', { max: 5000, erased: '' })),
    metadata: fixed(metadata()),
    created_at: fixed(instant()),
    updated_at: instant(),
    voided_at: nullable(instant(), 'When it was voided; null until then.'),
    email_status: emailStatus,
    sent_at: nullable(instant(), 'When the email server accepted its email; null until then.'),

    /** The amounts that it credits per line of the invoice, in their order. */
    credits: fixed(stored<(Credited | null)[]>({ erased: NOT_PERSONAL })),
    /** The part of `refund` that is pending, was paid, or was moved to the balance. */
    refunding: hidden(cents('')),
  },
  { owners: [{ table: invoices, of: (row) => row.invoice_id }] },
)

export interface CreditNote extends RowOf<typeof creditNotes.members> {}

export const events = eventsOf('credit_note')

/** The subject of a note's events. */
export const aboutNote = ({
  id,
  customer_id,
}: Pick<CreditNote, 'id' | 'customer_id'>): Subject => ({
  id: creditNoteIds.ref(id),
  customer_id,
})
