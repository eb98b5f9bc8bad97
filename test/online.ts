// A customer who pays an invoice online: the hosted page, the simulated gateway's page, and back.

import assert from 'node:assert/strict'
import type { Made } from './fixtures.ts'
import { until } from './harness.ts'

export interface Browsed {
  status: number
  /** Where it is redirected to. */
  to: string
  text: string
}

/** What a browser gets from a page, or from a form that is sent to it. */
export async function browse(url: string, form?: Record<string, string>): Promise<Browsed> {
  const sent = form && { method: 'POST', body: new URLSearchParams(form) }
  const answer = await fetch(url, { redirect: 'manual', ...sent })
  const to = answer.headers.get('location')
  const text = await answer.text()
  return { status: answer.status, to: to === null ? '' : new URL(to, url).href, text }
}

/** Presses Pay on the page of an invoice; returns the address of the gateway's page. */
export async function pressPay({ hosted_url }: Made, base = hosted_url): Promise<string> {
  const { status, to } = await browse(new URL(`${new URL(hosted_url).pathname}/pay`, base).href, {})
  assert.equal(status, 303)
  return to
}

/**
 * Pays an invoice with a test number, and confirms it if the bank asks; returns the page of the invoice afterwards. In a
 * live environment nothing happens.
 */
export async function payOnline(
  invoice: Made,
  number: string,
  { base, saves = false }: { base?: string | undefined; saves?: boolean } = {},
): Promise<string> {
  const page = await pressPay(invoice, base)
  if (!page.includes('/simulated/')) return ''
  const { status, to } = await browse(page, { number, ...(saves && { save: 'yes' }) })
  const back = status === 303 ? to : (await browse(page, { confirm: 'yes' })).to
  return (await browse(back)).text
}

/** Test numbers by what they do. */
export const CARD = {
  pays: '4242424242424242',
  confirms: '4000002760003184',
  declined: '4000000000000002',
  poor: '4000000000009995',
  declinesLater: '4000000000006002',
  lostLater: '4000000000006003',
  lostAnswer: '4000000000006000',
  hangs: '4000000000006001',
  refundsLater: '4000000000007726',
  refundFails: '4000000000005126',
  debit: '000123456789',
  failingDebit: '000123453202',
  bouncingDebit: '000123452233',
  disputed: '4000000000000259',
} as const

export interface Books {
  /** Where the service is reached, if that is not its public URL. */
  url?: string
  make(path: string, body?: object): Promise<Made>
  read(path: string): Promise<Made>
}

/**
 * Pays an invoice with a test number, and refunds 12.00 of it by a note: the refund, once the gateway has it. Undefined in a
 * live environment.
 */
export async function refundOnline(
  invoice: Made,
  number: string,
  { url, make, read }: Books,
): Promise<Made | undefined> {
  await payOnline(invoice, number, { base: url })
  const { data: paid } = await read(`/v1/payments?invoice_id=${invoice.id}&status=settled`)
  if (paid.length === 0) return undefined
  const body = { invoice_id: invoice.id, reason: 'goodwill', amount: 1200, refund: 1200 }
  const note = await make('/v1/credit_notes', body)
  return until('a refund to be sent', async () => {
    const { data } = await read(`/v1/refunds?credit_note_id=${note.id}`)
    return data[0]?.gateway_ref !== null && data[0]
  })
}

/** Payments by gateway in each state, and refunds; `begun` is an invoice whose payment the customer does not complete. */
export async function payAllOnline(
  finalized: () => Promise<Made>,
  { url, make, read }: Books,
  begun: Made,
): Promise<void> {
  await payOnline(await finalized(), CARD.confirms, { base: url })
  await payOnline(await finalized(), CARD.debit, { base: url })
  for (const number of [CARD.pays, CARD.refundsLater])
    await refundOnline(await finalized(), number, { ...(url && { url }), make, read })
  const declined = await finalized()
  await payOnline(declined, CARD.declined, { base: url })
  await payOnline(declined, CARD.poor, { base: url })
  const gone = await finalized()
  const page = await pressPay(gone, url)
  await make(`/v1/invoices/${gone.id}/void`)
  if (page.includes('/simulated/')) await browse(page, { number: CARD.pays })
  await pressPay(await read(`/v1/invoices/${begun.id}`), url)
}

/** Lets a customer save a card while paying a new invoice; returns the ID of the method. */
export async function saveCard(
  { url, make, read }: Books,
  customer_id: string,
  number: string = CARD.pays,
): Promise<string> {
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 1500 }]
  const { id } = await make('/v1/invoices', { customer_id, line_items })
  const invoice = await make(`/v1/invoices/${id}/finalize`)
  await payOnline(invoice, number, { base: url, saves: true })
  const { data } = await read(`/v1/payment_methods?customer_id=${customer_id}`)
  return data[0]?.id ?? ''
}

/**
 * A customer with a saved card, a detached one, an invoice that was charged, and a subscription that will be; and one
 * whose card is declined. Returns the latter, if there is a gateway.
 */
export async function saveCards(books: Books): Promise<string | undefined> {
  const { make, read } = books
  const { id } = await make('/v1/customers', { name: 'Saver Ltd' })
  const customer_id = `cus_${id}`
  await saveCard(books, customer_id)
  const second = await saveCard(books, customer_id, CARD.confirms)
  if (second === '') return undefined
  await make(`/v1/payment_methods/${second}/default`)
  await make(`/v1/payment_methods/${second}/detach`)
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 1500 }]
  const draft = await make('/v1/invoices', { customer_id, line_items })
  const invoice = await make(`/v1/invoices/${draft.id}/finalize`)
  const [first] = (await read(`/v1/payment_methods?customer_id=${customer_id}&status=active`)).data
  await make(`/v1/payment_methods/${first.id}/default`)
  await make(`/v1/invoices/${invoice.id}/pay`)
  await until('the charge', async () => {
    const { data } = await read(`/v1/payments?invoice_id=${invoice.id}`)
    return data[0].status === 'settled'
  })
  const { id: product_id } = await make('/v1/products', { name: 'Care plan' })
  const terms = { product_id, model: 'flat', unit_amount: 1900, interval: 'month' }
  const { id: price_id } = await make('/v1/prices', terms)
  const charged = { collection: 'charge', payment_method_id: first.id }
  const items = [{ price_id }]
  await make('/v1/subscriptions', { customer_id, items, start: '2028-06-30', ...charged })
  return failToPay(books)
}

/** A customer who pays automatically, and an invoice that could not be charged. */
async function failToPay(books: Books): Promise<string> {
  const { make, read } = books
  const sent = { name: 'Declined Ltd', email: 'pay@declined.example', auto_pay_enabled: true }
  const customer_id = `cus_${(await make('/v1/customers', sent)).id}`
  await saveCard(books, customer_id, CARD.declinesLater)
  const line_items = [{ description: 'Seats', quantity: 2, unit_amount: 1500 }]
  const { id } = await make('/v1/invoices', { customer_id, line_items })
  await make(`/v1/invoices/${id}/finalize`)
  await until('the declined charge', async () => {
    const { data } = await read(`/v1/payments?invoice_id=${id}`)
    return data[0]?.status === 'failed'
  })
  return customer_id
}

/** Two payouts of what the gateway has, one of them reversed; none in a live environment, where it has nothing. */
export async function payOut({ make, read }: Books): Promise<Made[]> {
  const [paid] = (await read('/v1/payments?method=gateway&status=settled')).data
  if (!paid) return []
  const { currency } = paid
  const first = await make('/v1/payouts', { amount: 700, currency, reference: 'PO 1' })
  const second = await make('/v1/payouts', { amount: 300, currency, arrived_on: paid.received_on })
  return [first, await make(`/v1/payouts/${second.id}/reverse`, { reason: 'wrong amount' })]
}

/** A payment of a customer that is disputed a day later, by the clock; undefined where there is no gateway. */
export async function disputeOne(
  { url, make, read }: Books,
  customer_id: string,
): Promise<Made | undefined> {
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 1500 }]
  const { id } = await make('/v1/invoices', { customer_id, line_items })
  const invoice = await make(`/v1/invoices/${id}/finalize`)
  await payOnline(invoice, CARD.disputed, { base: url })
  const [payment] = (await read(`/v1/payments?invoice_id=${id}&status=settled`)).data
  if (!payment) return undefined
  const { now } = await read('/v1/test_clock')
  const to = new Date(Date.parse(now) + 90_000_000).toISOString()
  await make('/v1/test_clock/advance', { to })
  return until('the dispute', async () => {
    const { data } = await read(`/v1/disputes?payment_id=${payment.id}`)
    return data[0]
  })
}
