// Creates an invoice as a draft, and finalizes it in the same transaction on request.

import { parseCurrency } from '../../domain/currencies.ts'
import { draftNumber, dueDate } from '../../domain/invoice.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type Customer, customers } from '../customers/store.ts'
import { discountRows } from '../promotion-codes/redeem.ts'
import {
  aboutInvoice,
  assertDescribed,
  type Decoded,
  getBilledCustomer,
  presentInvoice,
  settleLines,
} from './actions.ts'
import { redeemAll } from './discounts.ts'
import { finalizeDraft } from './finalize.ts'
import { lineRows } from './lines.ts'
import { assertPreview } from './preview.ts'
import { events, type Invoice, invoiceIds } from './record.ts'
import type { InvoiceCreate } from './schemas.ts'
import { series } from './series.ts'
import { invoices } from './store.ts'

type NewInvoice = Decoded<InvoiceCreate>

export const createInvoice: Action<NewInvoice> = {
  name: 'invoices.create',
  rows: (input) => [
    { table: customers, id: input.customer_id },
    ...lineRows(input.line_items),
    ...discountRows(input.discounts),
  ],
  decide(work, input) {
    assertDescribed(input.line_items)
    const customer = getBilledCustomer(work, input.customer_id)
    const invoice = draftOf(work, input, customer)
    assertPreview(work, input.preview, invoice)
    const json = presentInvoice(work, invoice)
    work.insert(invoices, invoice)
    work.record(events.created, aboutInvoice(invoice), json)
    // Finalized in the same transaction, with the same result as a separate request right after this one.
    if (input.finalize) return finalizeDraft(work, invoice, json)
    return { json, object_id: invoiceIds.ref(invoice.id) }
  },
}

function draftOf(work: Work, input: NewInvoice, customer: Customer): Invoice {
  const { environment_id, default_currency, payment_terms_days, time_zone } = work.environment
  const currency = input.currency ? parseCurrency(input.currency) : default_currency
  const discounts = redeemAll(work, input.discounts, { customer, currency })
  const figures = settleLines(work, input.line_items, { customer, currency, discounts })
  return {
    environment_id,
    id: newUuid(),
    customer_id: input.customer_id,
    status: 'draft',
    number: draftNumber(work.next(series.draft)),
    currency,
    due_date: input.due_date ?? dueDate(work.now, time_zone, payment_terms_days),
    due_date_set: input.due_date !== undefined,
    notes: input.notes ?? '',
    reference: input.reference ?? '',
    metadata: input.metadata ?? {},
    ...figures,
    amount_paid: 0,
    created_at: work.now,
    updated_at: work.now,
    finalized_at: null,
    voided_at: null,
    overdue_at: null,
    credit_applied: 0,
    hosted_token: null,
    email_status: null,
    sent_at: null,
    reminder_at: null,
    reminders_sent: 0,
    snapshot: null,
    derivation: null,
    warnings: null,
  }
}
