// The reference model of payments and customer credit: plain sums.

import type { PaymentBody } from './commands.ts'
import { change, type End, refused, type Seen } from './ends.ts'
import {
  CURRENCIES,
  decimal,
  exactly,
  formerly,
  type ModelCustomer,
  type ModelEvent,
  post,
  type State,
  showCustomer,
} from './state.ts'

export function pay(state: State, body: PaymentBody, { id, at }: Seen): End {
  const { invoice_id, amount, currency, method } = body
  if (amount < 1) return refused('parameter_invalid')
  const invoice = state.invoices[invoice_id]
  if (!invoice) return refused('resource_missing')
  if ((body.received_on ?? '') > '8000') return refused('parameter_invalid')
  if (currency !== invoice.currency) return refused('currency_mismatch')
  if (!['posted', 'overdue'].includes(invoice.status)) return refused('invoice_not_payable')
  const remains = invoice.total - invoice.applied - invoice.paid
  if (amount > remains) return refused('payment_exceeds_amount_due')
  const json = {
    id,
    object: 'payment',
    invoice_id,
    customer_id: invoice.customer,
    amount,
    allocations: [{ invoice_id, amount }],
    ...{ unallocated: 0, to_balance: 0, amount_reversed: 0 },
    currency,
    method,
    status: 'settled',
    received_on: body.received_on ?? localDate(state, at),
    reference: '',
    note: '',
    reversal_reason: '',
    reversed_at: null,
    ...{ initiated_by: null, attempt: null, payment_method_id: null },
    ...{ gateway_id: null, gateway_ref: null },
    ...{ action_url: null, failure: null, captured_at: null, fee: null },
    metadata: {},
    created_at: '…',
    updated_at: '…',
  }
  state.payments[id] = { json, revision: 0, invoice: invoice_id, amount, method, isReversed: false }
  invoice.paid += amount
  const isPaid = amount === remains
  if (isPaid) invoice.status = 'paid'
  post(state, `cash_${method}`, 'receivable', currency, exactly(amount, currency))
  const events = change(invoice, isPaid ? 'invoice.paid' : 'invoice.partially_paid', {
    status: invoice.status,
    amount_paid: invoice.paid,
    amount_remaining: remains - amount,
  })
  return { end: 'ok', shows: json, events: [{ type: 'payment.created', object: json }, ...events] }
}

function localDate(state: State, at: number): string {
  // en-CA formats dates as ISO 8601.
  const timeZone = String(state.account.json.time_zone)
  return new Date(at).toLocaleDateString('en-CA', { timeZone })
}

export function reverse(state: State, id: string, { at }: Seen): End {
  const payment = state.payments[id]
  if (!payment) return refused('resource_missing')
  if (payment.isReversed) return refused('payment_already_reversed')
  const invoice = state.invoices[payment.invoice]
  if (!invoice) throw new Error('The model lost an invoice.')
  const { currency } = invoice
  payment.isReversed = true
  const events = change(payment, 'payment.reversed', {
    ...{ status: 'reversed', reversed_at: '…' },
    amount_reversed: payment.amount,
  })
  const wasPaid = invoice.status === 'paid'
  invoice.paid -= payment.amount
  if (wasPaid) invoice.status = invoice.overdueAt <= at ? 'overdue' : 'posted'
  const exact = exactly(payment.amount, currency)
  post(state, 'receivable', `cash_${payment.method}`, currency, exact)
  events.push(
    ...change(invoice, 'invoice.payment_reversed', {
      status: invoice.status,
      amount_paid: invoice.paid,
      amount_remaining: invoice.total - invoice.applied - invoice.paid,
    }),
  )
  if (wasPaid && invoice.status === 'overdue') {
    events.push({ type: 'invoice.overdue', object: invoice.json })
  }
  return { end: 'ok', shows: payment.json, events }
}

interface Movement {
  type: string
  invoice: string | null
  currency: string
  /** Added to the balance, in 10^-8 of the major unit. */
  exact: bigint
}

/** Records credit that an invoice uses or returns, in smallest units; none if zero. */
export function recordCredit(
  state: State,
  customer: ModelCustomer,
  move: { type: 'applied' | 'restored'; invoice: string; currency: string; units: number },
): ModelEvent[] {
  const { type, invoice, currency, units } = move
  if (units === 0) return []
  const exact = exactly(units, currency)
  const isApplied = type === 'applied'
  if (isApplied) post(state, 'customer_credit', 'receivable', currency, exact)
  else post(state, 'receivable', 'customer_credit', currency, exact)
  return moved(state, customer, { type, invoice, currency, exact: isApplied ? -exact : exact })
}

/** Changes the balance and records its two events; a deleted customer has none. */
function moved(state: State, customer: ModelCustomer, movement: Movement): ModelEvent[] {
  const { type, invoice, currency, exact } = movement
  const before = showCustomer(state, customer)
  customer.balances[currency] = (customer.balances[currency] ?? 0n) + exact
  customer.revision++
  const after = showCustomer(state, customer)
  const object = {
    id: '…',
    object: 'credit_transaction',
    customer_id: `cus_${customer.json.id}`,
    type,
    amount: decimal(exact),
    currency,
    reason: '',
    invoice_id: invoice,
    credit_note_id: null,
    payment_id: null,
    metadata: {},
    created_at: '…',
  }
  const created = { type: 'credit_transaction.created', object }
  if (customer.isDeleted) return [created]
  const previous = formerly(before, after)
  return [created, { type: 'customer.updated', object: after, previous }]
}

/** Grants credit, or takes it back if the amount begins with a minus. */
export function moveCredit(
  state: State,
  id: string,
  { amount, currency }: { amount: string; currency: string },
): End {
  const [whole = '', parts = ''] = amount.replace('-', '').split('.')
  const exact = BigInt(`${whole}${parts.padEnd(8, '0')}`)
  if (exact === 0n || parts.length > 8) return refused('parameter_invalid')
  // At most twelve digits before the decimal point.
  if (whole.length > 12) return refused('amount_too_large')
  if (!CURRENCIES.includes(currency)) return refused('currency_invalid')
  const customer = state.customers[id]
  const takes = amount.startsWith('-')
  // Credit of a deleted customer can only be taken back.
  if (!customer || (customer.isDeleted && !takes)) return refused('resource_missing')
  const balance = customer.balances[currency] ?? 0n
  if (takes && exact > balance) return refused('credit_exceeds_balance')
  if (takes) post(state, 'customer_credit', 'credit_granted', currency, exact)
  else post(state, 'credit_granted', 'customer_credit', currency, exact)
  const type = takes ? 'expired' : 'granted'
  const signed = takes ? -exact : exact
  const events = moved(state, customer, { type, invoice: null, currency, exact: signed })
  return { end: 'ok', shows: events[0]?.object, events }
}
