// Objects that tests start with, created through the API, and assertions on refusals.

import assert from 'node:assert/strict'
import type { Answer, Api, Ask } from './client.ts'

export const CUSTOMERS = '/api/public/v1/customers'
export const PRODUCTS = '/v1/products'
export const INVOICES = '/v1/invoices'
export const PAYMENTS = '/v1/payments'
export const ACCOUNT = '/v1/account'

/** 3 × 19.99 = 59.97. */
export const LINE = { description: 'Seats', quantity: 3, unit_amount: 1999 }

// biome-ignore lint/suspicious/noExplicitAny: an object as answered, of any resource.
export type Made = any

function make(api: Api, path: string, body: object, ask: Ask): Promise<Made> {
  return bodyOf(api.post(path, { body, ...ask }), 201)
}

/** The body of a response with this status; without one, of any that is not an error. */
export async function bodyOf(sent: Promise<Answer>, status?: number): Promise<Made> {
  const answer = await sent
  if (status === undefined) assert.ok(answer.status < 300, answer.text)
  else assert.equal(answer.status, status, answer.text)
  return answer.body
}

export function makeCustomer(api: Api, body: object = {}, ask: Ask = {}): Promise<Made> {
  return make(api, CUSTOMERS, { name: 'Nordlicht Inc.', ...body }, ask)
}

export function makeProduct(api: Api, body: object = {}, ask: Ask = {}): Promise<Made> {
  return make(api, PRODUCTS, { name: 'Team plan', ...body }, ask)
}

/** Creates a draft, for a new customer unless `body` names one. */
export async function makeInvoice(api: Api, body: object = {}, ask: Ask = {}): Promise<Made> {
  const customer_id =
    'customer_id' in body ? body.customer_id : (await makeCustomer(api, {}, ask)).id
  return make(api, INVOICES, { line_items: [LINE], ...body, customer_id }, ask)
}

/** Creates a finalized invoice: posted, or paid if nothing is due. */
export async function makeFinalized(api: Api, body: object = {}, ask: Ask = {}): Promise<Made> {
  const { id } = await makeInvoice(api, body, ask)
  return bodyOf(api.post(`${INVOICES}/${id}/finalize`, ask), 200)
}

/** Records a bank transfer for an invoice: the full amount unless `body` names one. */
export function makePayment(
  api: Api,
  invoice: Made,
  body: object = {},
  ask: Ask = {},
): Promise<Made> {
  const { id, amount_due, currency } = invoice
  const paid = { invoice_id: id, amount: amount_due, currency, method: 'bank_transfer', ...body }
  return make(api, PAYMENTS, paid, ask)
}

/** Grants a customer credit: an amount in the currency's major unit. */
export async function grantCredit(
  api: Api,
  customer: number | string,
  amount: string,
  currency: string,
): Promise<void> {
  const body = { amount, currency, reason: 'Goodwill' }
  const { status, text } = await api.post(`/v1/customers/${customer}/credit_transactions`, { body })
  assert.equal(status, 201, text)
}

export function get(api: Api, path: string, ask: Ask = {}): Promise<Made> {
  return bodyOf(api.get(path, ask), 200)
}

/** Fails unless the response is this error; returns the error. */
export function refused(answer: Answer, status: number, code: string, param?: string): Made {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.error.code, code, answer.text)
  if (param !== undefined) assert.equal(answer.body.error.param, param, answer.text)
  return answer.body.error
}

/** True if an event is about this customer or an object of this customer. */
export const isOf =
  (customer: { id: number }) =>
  ({ data: { object } }: Made): boolean =>
    object.object === 'customer'
      ? object.id === customer.id
      : object.customer_id === `cus_${customer.id}`

/** All events of a key's environment, from the first to the last. */
export async function allEvents(api: Api, ask: Ask = {}): Promise<Made[]> {
  const events: Made[] = []
  for (;;) {
    const after = events.at(-1)?.sequence ?? 0
    const page = await get(api, `/v1/events?limit=100&after=${after}`, ask)
    events.push(...page.data)
    if (!page.has_more) return events
  }
}
