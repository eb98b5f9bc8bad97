// The tools that read customers, invoices, payments and their history.

import { Type } from 'typebox'
import { DISPUTE_STATUSES } from '../../domain/dispute.ts'
import { INVOICE_STATUSES } from '../../domain/invoice.ts'
import { PAYMENT_METHODS } from '../../domain/payment.ts'
import { PAYMENT_STATUSES } from '../../domain/payment-states.ts'
import { PAYOUT_STATUSES } from '../../domain/payout.ts'
import { REFUND_STATUSES } from '../../domain/refund.ts'
import { SUBSCRIPTION_STATUSES } from '../../domain/subscription-state.ts'
import type { Service } from './service.ts'
import {
  AsInTheApi,
  CreditNoteId,
  Currency,
  CustomerId,
  Day,
  Input,
  InvoiceId,
  ListInTheApi,
  MOST,
  Most,
  PaymentId,
  plural,
  type ReadTool,
  readTool,
  Text,
  type ToolResult,
  Words,
} from './tool.ts'

export const HasMore = Type.Boolean({ description: 'True if there are more.' })
export const NextPage = Text(
  64,
  'ID of the last object of the previous page, to read the next page.',
)
const page = (has_more: unknown) =>
  has_more === true ? ' There are more: pass the ID of the last one as starting_after.' : ''

const findAnything = readTool({
  name: 'find_anything',
  title: 'Find anything',
  description:
    'Finds objects by ID (cus_…, inv_…, pay_…), invoices by number (INV-000042 or 42), customers and products by the beginnings of words in their name or email. Start here when you have a name or number and need an ID.',
  scopes: ['customers:read'],
  input: Input({
    query: Type.String({ minLength: 1, maxLength: 200, examples: ['maple', 'INV-000042'] }),
    limit: Type.Optional(Most),
  }),
  output: { results: ListInTheApi('Kind, ID, title and status of each object found.') },
  async read(service, { query, limit = MOST }) {
    const { body } = await service.ask('GET', '/v1/search', { query: { q: query, limit } })
    return { data: { results: body.data }, text: `Found ${plural(body.data.length, 'object')}.` }
  },
})

const getCustomer = readTool({
  name: 'get_customer',
  title: 'Get a customer',
  description:
    'Reads a customer: contact details, credit balances, what they owe by currency and age, and their unpaid invoices (posted and overdue).',
  scopes: ['customers:read', 'invoices:read'],
  input: Input({ customer_id: CustomerId }),
  output: {
    customer: AsInTheApi('The customer, with credit_balances in major units.'),
    receivables: ListInTheApi('What they owe, for each currency.'),
    unpaid_invoices: ListInTheApi('Posted and overdue invoices, newest first.'),
    has_more_invoices: Type.Boolean(),
  },
  async read(service, { customer_id }) {
    const [customer, owed, unpaid] = await Promise.all([
      service.ask('GET', `/v1/customers/${customer_id}`),
      service.ask('GET', `/v1/customers/${customer_id}/receivables`),
      service.ask('GET', '/v1/invoices', { query: { customer_id, open: true, limit: MOST } }),
    ])
    return {
      data: {
        customer: customer.body,
        receivables: owed.body.receivables,
        unpaid_invoices: unpaid.body.data.map(brief),
        has_more_invoices: unpaid.body.has_more,
      },
      text: `Customer ${customer_id} with ${plural(unpaid.body.data.length, 'unpaid invoice')}.`,
    }
  },
})

const listInvoices = readTool({
  name: 'list_invoices',
  title: 'List invoices',
  description:
    'Lists invoices, newest first, by customer, status, currency, number or due date. Status posted means open and not yet due; unpaid means posted or overdue. Lines are left out; get_invoice has them.',
  scopes: ['invoices:read'],
  input: Input({
    customer_id: Type.Optional(CustomerId),
    status: Type.Optional(Words(INVOICE_STATUSES, 'Invoices with this status.')),
    unpaid: Type.Optional(
      Type.Boolean({
        description: 'True for posted and overdue invoices only, false for all others.',
      }),
    ),
    currency: Type.Optional(Currency('Invoices in this currency.')),
    number: Type.Optional(Text(64, 'The invoice with exactly this number.', ['INV-000042'])),
    due_from: Type.Optional(Day('Due on this day or later.')),
    due_to: Type.Optional(Day('Due on this day or earlier.')),
    limit: Type.Optional(Most),
    starting_after: Type.Optional(NextPage),
  }),
  output: { invoices: ListInTheApi('The invoices, without their lines.'), has_more: HasMore },
  async read(service, { unpaid, due_from, due_to, limit = MOST, ...filters }) {
    const due = { 'due_date[gte]': due_from, 'due_date[lte]': due_to }
    const { body } = await service.ask('GET', '/v1/invoices', {
      query: { ...filters, ...due, open: unpaid, limit },
    })
    return {
      data: { invoices: body.data.map(brief), has_more: body.has_more },
      text: `${plural(body.data.length, 'invoice')}.${page(body.has_more)}`,
    }
  },
})

const getInvoice = readTool({
  name: 'get_invoice',
  title: 'Get an invoice',
  description:
    'Reads an invoice with its lines, amounts and status, and its timeline: what happened to it, step by step, with payments and emails.',
  scopes: ['invoices:read'],
  input: Input({ invoice_id: InvoiceId }),
  output: {
    invoice: AsInTheApi('The invoice; amounts in the smallest unit.'),
    timeline: ListInTheApi('What happened, oldest first.'),
  },
  async read(service, { invoice_id }) {
    const [invoice, timeline] = await Promise.all([
      service.ask('GET', `/v1/invoices/${invoice_id}`),
      service.ask('GET', `/v1/invoices/${invoice_id}/timeline`, { query: { limit: 50 } }),
    ])
    const { number, status } = invoice.body
    return {
      data: { invoice: invoice.body, timeline: timeline.body.data },
      text: `Invoice ${number} (${status}) with ${plural(timeline.body.data.length, 'step')} in its timeline.`,
    }
  },
})

const explainInvoice = readTool({
  name: 'explain_invoice',
  title: 'Explain the amount of an invoice',
  description:
    'Explains why the amount due of an invoice is what it is: each line, the sums and the credit applied, as sentences and as a derivation. Use this instead of computing amounts yourself.',
  scopes: ['invoices:read'],
  input: Input({ invoice_id: InvoiceId }),
  output: {
    amount_due: Type.Integer({ description: 'The amount explained, in the smallest unit.' }),
    currency: Type.String(),
    sentences: Type.Array(Type.String(), { description: 'The explanation in words.' }),
    derivation: AsInTheApi('The same as data.'),
  },
  async read(service, { invoice_id }) {
    const { body } = await service.ask('GET', `/v1/invoices/${invoice_id}/explain`)
    const { amount_due, currency, sentences, derivation } = body
    return {
      data: { amount_due, currency, sentences, derivation },
      text: `The amount due is ${amount_due} in the smallest unit of ${currency}; see sentences.`,
    }
  },
})

const listPayments = readTool({
  name: 'list_payments',
  title: 'List payments',
  description:
    'Lists payments, newest first, by invoice, customer, status, method or the day they were received: those that were recorded, and attempts to collect an invoice through a gateway, of which failed ones say why. Only settled payments are money.',
  scopes: ['payments:read'],
  input: Input({
    invoice_id: Type.Optional(InvoiceId),
    customer_id: Type.Optional(CustomerId),
    status: Type.Optional(Words(PAYMENT_STATUSES, 'A reversed payment counts for nothing.')),
    method: Type.Optional(
      Words(PAYMENT_METHODS, 'With gateway: cards and debits, also failed ones.'),
    ),
    received_from: Type.Optional(Day('Received on this day or later.')),
    received_to: Type.Optional(Day('Received on this day or earlier.')),
    limit: Type.Optional(Most),
    starting_after: Type.Optional(NextPage),
  }),
  output: { payments: ListInTheApi('The payments.'), has_more: HasMore },
  read(service, { received_from, received_to, ...filters }) {
    const received = { 'received_on[gte]': received_from, 'received_on[lte]': received_to }
    return readList(service, 'payments', { ...filters, ...received }, 'payment')
  },
})

const listCreditNotes = readTool({
  name: 'list_credit_notes',
  title: 'List credit notes',
  description: 'Lists the credit notes of an invoice or a customer, or all of them, newest first.',
  scopes: ['credit_notes:read'],
  input: Input({
    invoice_id: Type.Optional(InvoiceId),
    customer_id: Type.Optional(CustomerId),
    limit: Type.Optional(Most),
    starting_after: Type.Optional(NextPage),
  }),
  output: { credit_notes: ListInTheApi('The credit notes.'), has_more: HasMore },
  read: (service, query) => readList(service, 'credit_notes', query, 'credit note'),
})

const listRefunds = readTool({
  name: 'list_refunds',
  title: 'List refunds',
  description:
    'Lists refunds, newest first, by payment, credit note, customer or status. Pending ones wait until someone pays them.',
  scopes: ['refunds:read'],
  input: Input({
    payment_id: Type.Optional(PaymentId),
    credit_note_id: Type.Optional(CreditNoteId),
    customer_id: Type.Optional(CustomerId),
    status: Type.Optional(Words(REFUND_STATUSES, 'Refunds in this state.')),
    limit: Type.Optional(Most),
    starting_after: Type.Optional(NextPage),
  }),
  output: { refunds: ListInTheApi('The refunds.'), has_more: HasMore },
  read: (service, query) => readList(service, 'refunds', query, 'refund'),
})

const listDisputes = readTool({
  name: 'list_disputes',
  title: 'List disputes',
  description:
    'Lists disputes, newest first: payments that customers contest with their bank, and until when to respond.',
  scopes: ['payments:read'],
  input: Input({
    status: Type.Optional(Words(DISPUTE_STATUSES, 'Disputes in this state.')),
    customer_id: Type.Optional(CustomerId),
    limit: Type.Optional(Most),
    starting_after: Type.Optional(NextPage),
  }),
  output: { disputes: ListInTheApi('The disputes.'), has_more: HasMore },
  read: (service, query) => readList(service, 'disputes', query, 'dispute'),
})

const listPayouts = readTool({
  name: 'list_payouts',
  title: 'List payouts',
  description:
    'Lists payouts, newest first: money of the payment gateway that arrived on the bank account.',
  scopes: ['payments:read'],
  input: Input({
    status: Type.Optional(Words(PAYOUT_STATUSES, 'Payouts in this state.')),
    arrived_from: Type.Optional(Day('Arrived on this day or later.')),
    arrived_to: Type.Optional(Day('Arrived on this day or earlier.')),
    limit: Type.Optional(Most),
    starting_after: Type.Optional(NextPage),
  }),
  output: { payouts: ListInTheApi('The payouts.'), has_more: HasMore },
  read(service, { arrived_from, arrived_to, ...filters }) {
    const arrived = { 'arrived_on[gte]': arrived_from, 'arrived_on[lte]': arrived_to }
    return readList(service, 'payouts', { ...filters, ...arrived }, 'payout')
  },
})

const listSubscriptions = readTool({
  name: 'list_subscriptions',
  title: 'List subscriptions',
  description:
    'Lists subscriptions with their items, newest first, of a customer, at a price or in a state. `collection` says whether their invoices are charged automatically, and `payment_method_id` to which card if not to the default of the customer.',
  scopes: ['subscriptions:read'],
  input: Input({
    customer_id: Type.Optional(CustomerId),
    price_id: Type.Optional(Text(64, 'Those with an item at this price.', ['price_…'])),
    status: Type.Optional(Words(SUBSCRIPTION_STATUSES, 'Subscriptions in this state.')),
    limit: Type.Optional(Most),
    starting_after: Type.Optional(NextPage),
  }),
  output: { subscriptions: ListInTheApi('The subscriptions.'), has_more: HasMore },
  read: (service, query) => readList(service, 'subscriptions', query, 'subscription'),
})

/** A page of a list, under its name in the API. */
export async function readList(
  service: Service,
  path: string,
  { limit = MOST, ...filters }: { limit?: number },
  noun: string,
): Promise<ToolResult> {
  const { body } = await service.ask('GET', `/v1/${path}`, { query: { ...filters, limit } })
  return {
    data: { [path]: body.data, has_more: body.has_more },
    text: `${plural(body.data.length, noun)}.${page(body.has_more)}`,
  }
}

const listEvents = readTool({
  name: 'list_events',
  title: 'List events',
  description:
    'Lists events, newest first: of one object, of a customer and everything that belongs to them, or of one type. Each shows what changed, with the previous values, if the key can read the object.',
  scopes: ['events:read'],
  input: Input({
    type: Type.Optional(Text(64, 'A type, or a group such as invoice.*', ['invoice.paid'])),
    object_id: Type.Optional(Text(64, 'Events about this object.', ['inv_…', 'cus_1001'])),
    customer_id: Type.Optional(CustomerId),
    before: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Events before this sequence, for the next page.' }),
    ),
    limit: Type.Optional(Most),
  }),
  output: { events: ListInTheApi('Sequence, type, time, object and what changed.') },
  async read(service, { before = Number.MAX_SAFE_INTEGER, limit = MOST, ...filters }) {
    const { body } = await service.ask('GET', '/v1/events', {
      query: { ...filters, before, limit },
    })
    return {
      data: { events: body.data.map(briefEvent) },
      text: `${plural(body.data.length, 'event')}, newest first.`,
    }
  },
})

// biome-ignore lint/suspicious/noExplicitAny: invoices as the API returns them.
function brief({ line_items, notes, metadata, ...invoice }: any): object {
  return { ...invoice, lines: line_items.length }
}

// biome-ignore lint/suspicious/noExplicitAny: events as the API returns them.
function briefEvent({ id, sequence, type, created_at, data }: any): object {
  const { id: object_id, status } = data.object
  const { previous_attributes } = data
  return { id, sequence, type, created_at, object_id, status, previous_attributes }
}

export const READING: readonly ReadTool[] = [
  findAnything,
  getCustomer,
  listInvoices,
  getInvoice,
  explainInvoice,
  listPayments,
  listCreditNotes,
  listRefunds,
  listDisputes,
  listPayouts,
  listSubscriptions,
  listEvents,
]
