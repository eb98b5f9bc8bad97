// The reference model of invoices: created, changed, finalized, voided, and overdue in time.

import type { Command, InvoiceBody } from './commands.ts'
import { change, type End, matches, mergeMetadata, refused, type Seen } from './ends.ts'
import { recordCredit } from './model-money.ts'
import {
  dateAfter,
  endOfDate,
  exactly,
  type Json,
  type ModelEvent,
  type ModelInvoice,
  type ModelLine,
  post,
  type State,
  wholeUnits,
} from './state.ts'

const AMOUNT_MOST = 2n ** 53n - 1n

/** The fault of a body's customer and lines; undefined if they have none. */
function faultOf(
  state: State,
  { customer_id, line_items }: Partial<InvoiceBody>,
  kept: readonly ModelLine[],
): string | undefined {
  if (line_items?.some(({ quantity }) => quantity < 1)) return 'parameter_invalid'
  if (customer_id !== undefined) {
    const customer = state.customers[customer_id]
    if (!customer || customer.isDeleted) return 'resource_missing'
  }
  for (const { product_id } of line_items ?? []) {
    if (product_id === undefined) continue
    const product = state.products[product_id]
    if (!product) return 'resource_missing'
    const isKept = kept.some((line) => line.product_id === product_id)
    if (product.json.status === 'archived' && !isKept) return 'product_archived'
  }
  if (line_items && totalOf(line_items) > AMOUNT_MOST) return 'amount_too_large'
  return undefined
}

const totalOf = (lines: readonly ModelLine[]): bigint =>
  lines.reduce((sum, line) => sum + BigInt(line.quantity) * BigInt(line.unit_amount), 0n)

/** The properties computed from the lines. */
function settled(lines: readonly ModelLine[]): Json {
  const total = Number(totalOf(lines))
  return {
    line_items: lines.map(({ description, quantity, unit_amount, product_id }) => ({
      id: '…',
      description,
      quantity,
      unit_amount,
      amount: quantity * unit_amount,
      product_id: product_id ?? null,
      ...{ price_id: null, quantity_decimal: null, unit_amount_decimal: null, events: null },
      ...{ pricing: null, discount: 0, net: quantity * unit_amount, tax: 0 },
      ...{ tax_rates: null, discounts: [], taxes: [] },
      ...{ kind: 'one_time', subscription_id: null, subscription_item_id: null, period: null },
      ...{ supply_date: null, invoice_item_id: null },
    })),
    amount_due: total,
    amount_remaining: total,
    subtotal: total,
    total,
  }
}

const settingOf = (state: State, name: string) => state.account.json[name]

/** The due date: the account's payment terms after an instant, in its time zone. */
const termsAfter = (state: State, instant: number): string =>
  dateAfter(
    instant,
    String(settingOf(state, 'time_zone')),
    Number(settingOf(state, 'payment_terms_days')),
  )

export function createInvoice(state: State, body: InvoiceBody, { id, at }: Seen): End {
  const fault = faultOf(state, body, [])
  if (fault) return refused(fault)
  state.drafts++
  const currency = body.currency ?? String(settingOf(state, 'default_currency'))
  const invoice: ModelInvoice = {
    status: 'draft',
    customer: body.customer_id,
    currency,
    lines: body.line_items,
    overdueAt: 0,
    isDueDateSet: typeof body.due_date === 'string',
    zone: '',
    total: Number(totalOf(body.line_items)),
    applied: 0,
    paid: 0,
    isFinalized: false,
    revision: 0,
    json: {
      id,
      customer_id: body.customer_id,
      status: 'draft',
      number: `INV-9${String(state.drafts).padStart(11, '0')}`,
      amount_due: 0,
      amount_paid: 0,
      amount_credited: 0,
      credit_applied_later: 0,
      ...{ amount_written_off: 0, write_off_reason: '' },
      currency,
      due_date: body.due_date ?? termsAfter(state, at),
      line_items: [],
      created_at: '…',
      updated_at: '…',
      finalized_at: null,
      voided_at: null,
      subtotal: 0,
      ...{ discount: 0, discounts: [], tax: 0, tax_included: 0, taxes: [] },
      total: 0,
      credit_applied: 0,
      amount_remaining: 0,
      hosted_url: null,
      email_status: null,
      warnings: [],
      sent_at: null,
      notes: body.notes ?? '',
      reference: body.reference ?? '',
      ...{ subscription_id: null, billing_reason: 'manual', period: null, scheduled_for: null },
      ...{ supply_date: null, relates_to: null },
      metadata: body.metadata ?? {},
      ...settled(body.line_items),
    },
  }
  state.invoices[id] = invoice
  return {
    end: 'ok',
    shows: invoice.json,
    events: [{ type: 'invoice.created', object: invoice.json }],
  }
}

export function changeInvoice(
  state: State,
  { id, body, match }: Extract<Command, { do: 'change invoice' }>,
  { at }: Seen,
): End {
  const invoice = state.invoices[id]
  const fault = faultOf(state, body, invoice?.lines ?? [])
  if (fault) return refused(fault)
  if (!invoice) return refused('resource_missing')
  const { customer_id, line_items, due_date, currency, notes, reference, metadata } = body
  const isDraft = invoice.status === 'draft'
  if (isDraft && currency && currency !== invoice.currency && !line_items) {
    return refused('parameter_missing')
  }
  if (!matches(match, invoice.revision, invoice.json)) return refused('precondition_failed')
  if (!isDraft) return refused('invoice_not_draft')
  if (line_items) {
    invoice.lines = line_items
    invoice.total = Number(totalOf(line_items))
  }
  if (customer_id) invoice.customer = customer_id
  if (currency) invoice.currency = currency
  if (due_date !== undefined) invoice.isDueDateSet = due_date !== null
  const events = change(invoice, 'invoice.updated', {
    ...(customer_id && { customer_id }),
    ...(line_items && settled(line_items)),
    ...(currency && { currency }),
    ...(due_date !== undefined && { due_date: due_date ?? termsAfter(state, at) }),
    ...(notes !== undefined && { notes }),
    ...(reference !== undefined && { reference }),
    metadata: mergeMetadata(invoice.json.metadata as Json, metadata),
  })
  return { end: 'ok', shows: invoice.json, events }
}

export function finalize(
  state: State,
  { id, match }: Extract<Command, { do: 'finalize' | 'void' }>,
  { at }: Seen,
): End {
  const invoice = state.invoices[id]
  if (!invoice) return refused('resource_missing')
  if (!matches(match, invoice.revision, invoice.json)) return refused('precondition_failed')
  if (invoice.status !== 'draft') return refused('invoice_not_draft')
  const { currency, total } = invoice
  const customer = state.customers[invoice.customer]
  if (!customer) throw new Error('The model lost a customer.')
  const whole = wholeUnits(customer.balances[currency] ?? 0n, currency)
  const applied = whole < BigInt(total) ? Number(whole) : total
  const due = total - applied
  const due_date = invoice.isDueDateSet ? String(invoice.json.due_date) : termsAfter(state, at)
  const zone = String(settingOf(state, 'time_zone'))
  const status = due === 0 ? 'paid' : 'posted'
  state.lastNumber++
  Object.assign(invoice, {
    status,
    applied,
    zone,
    isFinalized: true,
    overdueAt: endOfDate(due_date, zone),
  })
  const events = change(invoice, 'invoice.finalized', {
    status,
    number: `INV-${String(state.lastNumber).padStart(6, '0')}`,
    due_date,
    credit_applied: applied,
    amount_due: due,
    amount_remaining: due,
    finalized_at: '…',
    hosted_url: '…',
    email_status: customer.email === '' ? 'no_address' : 'outbox',
    warnings: ['seller_address_missing', 'seller_reply_to_missing'],
  })
  const shows = invoice.json
  post(state, 'receivable', 'revenue', currency, exactly(total, currency))
  return {
    end: 'ok',
    shows,
    events: [
      ...events,
      ...recordCredit(state, customer, { type: 'applied', invoice: id, currency, units: applied }),
      ...(due === 0 ? [{ type: 'invoice.paid', object: shows }] : []),
    ],
  }
}

export function voidInvoice(
  state: State,
  { id, match }: Extract<Command, { do: 'finalize' | 'void' }>,
): End {
  const invoice = state.invoices[id]
  if (!invoice) return refused('resource_missing')
  if (!matches(match, invoice.revision, invoice.json)) return refused('precondition_failed')
  if (invoice.status === 'void') return refused('invoice_not_voidable')
  if (invoice.paid > 0) return refused('invoice_has_payments')
  const { currency, total, applied } = invoice
  if (invoice.isFinalized) post(state, 'revenue', 'receivable', currency, exactly(total, currency))
  invoice.status = 'void'
  const events = change(invoice, 'invoice.voided', {
    status: 'void',
    voided_at: '…',
    amount_remaining: 0,
  })
  const customer = state.customers[invoice.customer]
  if (!customer) throw new Error('The model lost a customer.')
  events.push(
    ...recordCredit(state, customer, { type: 'restored', invoice: id, currency, units: applied }),
  )
  return { end: 'ok', shows: invoice.json, events }
}

/** Marks an invoice overdue if its due date is over; undefined if it cannot be by then. */
export function fallOverdue(state: State, id: string, at: number): ModelEvent | undefined {
  const invoice = state.invoices[id]
  if (invoice?.status !== 'posted' || invoice.overdueAt > at) return undefined
  invoice.status = 'overdue'
  return change(invoice, 'invoice.overdue', { status: 'overdue' })[0]
}
