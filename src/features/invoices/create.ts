// Creates an invoice as a draft, and finalizes it in the same transaction on request.

import { parseCurrency } from '../../domain/currencies.ts'
import { draftNumber, dueDate } from '../../domain/invoice.ts'
import type { Answer } from '../../platform/db/table.ts'
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
  related,
  relatedRows,
  settleLines,
} from './actions.ts'
import { redeemAll } from './discounts.ts'
import { finalizeDraft } from './finalize.ts'
import { type LineRequest, lineRows } from './lines.ts'
import { assertPreview } from './preview.ts'
import { events, type Invoice, invoiceIds } from './record.ts'
import type { InvoiceCreate } from './schemas.ts'
import { series } from './series.ts'
import type { Carried } from './settle.ts'
import { invoices } from './store.ts'

type NewInvoice = Decoded<InvoiceCreate>

export const createInvoice: Action<NewInvoice> = {
  name: 'invoices.create',
  rows: (input) => [
    { table: customers, id: input.customer_id },
    ...lineRows(input.line_items),
    ...relatedRows(input),
    ...discountRows(input.discounts),
  ],
  decide(work, input) {
    assertDescribed(input.line_items)
    const customer = getBilledCustomer(work, input.customer_id)
    const invoice = draftOf(work, input, figuresOf(work, input, customer))
    assertPreview(work, input.preview, invoice)
    return insertInvoice(work, invoice, input.finalize ?? false)
  },
}

/** Inserts a draft and, on request, finalizes it: with the same result as a separate request right after this one. */
function insertInvoice(work: Work, invoice: Invoice, finalize: boolean, carried?: Carried): Answer {
  const json = presentInvoice(work, invoice)
  work.insert(invoices, invoice)
  work.record(events.created, aboutInvoice(invoice), json)
  if (finalize) return finalizeDraft(work, invoice, { json, carried })
  return { json, object_id: invoiceIds.ref(invoice.id) }
}

/** The charges of a subscription, with one line for each item and period. */
export interface RecurringInvoice
  extends Pick<Invoice, 'customer_id' | 'subscription_id' | 'billing_reason' | 'scheduled_for'> {
  currency: string
  period: { start: number; end: number }
  line_items: LineRequest[]
  /** Days until it is due; null for the terms of the account. */
  payment_terms_days: number | null
  /** Shown on the document. */
  notes?: string
  /** For a change within a period: the discounts of that period. */
  carried?: Carried | undefined
}

/**
 * Creates and finalizes the invoice of a subscription; undefined if all its lines are zero, as no invoice is made then.
 * The customer and the prices must be locked.
 */
export function invoicePeriod(work: Work, input: RecurringInvoice): Answer | undefined {
  const { subscription_id, billing_reason, scheduled_for, period, payment_terms_days } = input
  const { time_zone } = work.environment
  const due_date =
    payment_terms_days === null ? undefined : dueDate(work.now, time_zone, payment_terms_days)
  const request = { ...input, ...(due_date !== undefined && { due_date }) }
  const settled = figuresOf(work, request, getBilledCustomer(work, input.customer_id))
  // Before a draft takes its number, so that a failure leaves no gap.
  if (settled.figures.subtotal === 0) return undefined
  const draft = draftOf(work, request, settled)
  const { start: period_start, end: period_end } = period
  const part = { subscription_id, billing_reason, scheduled_for, period_start, period_end }
  return insertInvoice(work, { ...draft, ...part }, true, input.carried)
}

/** The currency of a request and its figures. */
function figuresOf(
  work: Work,
  input: NewInvoice &
    Pick<Partial<Invoice>, 'subscription_id' | 'scheduled_for'> &
    Pick<RecurringInvoice, 'carried'>,
  customer: Customer,
) {
  const { default_currency } = work.environment
  const currency = input.currency ? parseCurrency(input.currency) : default_currency
  const discounts = redeemAll(work, input.discounts, { customer, currency })
  return {
    currency,
    figures: settleLines(work, input.line_items, {
      ...{ customer, currency, discounts },
      subscription_id: input.subscription_id,
      scheduled_for: input.scheduled_for,
      carried: input.carried,
    }),
  }
}

function draftOf(
  work: Work,
  input: NewInvoice,
  { currency, figures }: ReturnType<typeof figuresOf>,
): Invoice {
  const { environment_id, payment_terms_days, time_zone } = work.environment
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
    supply_date: input.supply_date ?? null,
    ...related(work, input.relates_to ?? null, input.customer_id),
    subscription_id: null,
    billing_reason: 'manual',
    period_start: null,
    period_end: null,
    scheduled_for: null,
    metadata: input.metadata ?? {},
    ...figures,
    amount_paid: 0,
    amount_credited: 0,
    credit_applied_later: 0,
    amount_written_off: 0,
    write_off_reason: '',
    amount_returned: 0,
    credited: null,
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
    collect_at: null,
    ...{ payment_failed_at: null, retry_at: null, retry_ended_at: null },
    reminders_sent: 0,
    disputes: 0,
    snapshot: null,
    derivation: null,
    warnings: null,
  }
}
