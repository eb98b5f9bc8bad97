// Books of one customer with one object of every kind and the customer's name in every text that the API takes.

import assert from 'node:assert/strict'
import { createOthers } from './examples.ts'
import { bodyOf, get, type Made } from './fixtures.ts'
import { wholeBody } from './forgotten-shapes.ts'
import { until, type World } from './harness.ts'
import { type Books, CARD, payOnline, saveCard } from './online.ts'
import type { Receiver } from './receiver.ts'

/** In every text that a client can send about this customer, and nowhere else. */
export const WHO = 'Quellmund'
const EMAIL = `z@${WHO.toLowerCase()}.example`

/** Creates a customer with everything that a customer can own; returns the customer's ID. */
export async function fillBooks(w: World, key: string, receiver: Receiver): Promise<number> {
  const make = (path: string, body: object = {}, more = {}, method = 'POST') =>
    bodyOf(w.api.send(method, `/v1${path}`, { key, body, headers: more }))
  const whole = (shape: string, known: object = {}) => wholeBody(shape, WHO, known)
  await make('/account', { name: 'Nordlicht', reminder_days: [3] }, {}, 'PATCH')
  const endpoint = await make('/webhook_endpoints', {
    url: receiver.url,
    metadata: { team: 'ops' },
  })
  const product = await make('/products', { name: 'Seat', description: 'A seat' })
  // A country whose regions are free text.
  const known = { email: EMAIL, country: 'NO', language: 'fr', auto_pay_enabled: true }
  const priced = { product_id: product.id, model: 'per_unit', unit_amount_decimal: '0.25' }
  const price = await make('/prices', { ...priced, currency: 'cad' })
  const { id } = await make('/customers', whole('CustomerCreate', known), {
    'idempotency-key': `made-for-${WHO}`,
  })
  const customer = `/customers/${id}`
  await make(customer, { city: `${WHO}ville`, metadata: { before: WHO } }, {}, 'PATCH')
  // Nothing changes, so no event has the response: it is stored with the key.
  await make(customer, { phone: WHO }, { 'idempotency-key': 'kept' }, 'PATCH')
  const credit = { amount: '40', currency: 'cad' }
  await make(`${customer}/credit_transactions`, whole('CreditTransactionCreate', credit))

  const coupon = await make('/coupons', { name: 'Welcome', percent_off: '10', duration: 'forever' })
  await make(`/coupons/${coupon.id}`, { metadata: { team: 'ops' } }, {}, 'PATCH')
  const own = { coupon_id: coupon.id, code: 'THEIRS', customer_id: `cus_${id}` }
  const code = await make('/promotion_codes', own)
  await make(`/promotion_codes/${code.id}`, { metadata: { team: 'ops' } }, {}, 'PATCH')
  await make(`${customer}/discounts`, { promotion_code_id: code.id })

  const plan = await make('/prices', { ...priced, currency: 'cad', interval: 'month' })
  const items = [{ price_id: plan.id, quantity: 3 }]
  const discounts = [{ coupon_id: coupon.id }]
  const of = { external_id: WHO, metadata: { who: WHO } }
  const subscribed = { customer_id: id, items, discounts, ...of }
  const { id: subscription } = await make('/subscriptions', subscribed)
  const dearer = await make('/prices', { ...priced, currency: 'cad', interval: 'month' })
  const move = { from_price_id: plan.id, to_price_id: dearer.id, effective_from: '2027-01-01' }
  const { id: migration } = await make('/price_migrations', move)
  await until('a scheduled migration', async () => {
    const found = await get(w.api, `/v1/price_migrations/${migration}`, { key })
    return found.status === 'scheduled'
  })
  const changed = { at: 'period_end', items: [{ price_id: plan.id }] }
  await make(`/subscriptions/${subscription}/change`, changed)
  const oneOff = { subscription_id: subscription, customer_id: id, currency: 'cad', quantity: 1 }
  const sent = whole('InvoiceItemCreate', { ...oneOff, unit_amount: 500, price_id: null })
  const item = await make('/invoice_items', sent)
  await make(`/invoice_items/${item.id}`, { description: `Still for ${WHO}` }, {}, 'PATCH')
  const ended = { at: 'now', reason: WHO, comment: WHO }
  await make(`/subscriptions/${subscription}/cancel`, ended)
  const { data } = await get(w.api, `/v1/invoices?subscription_id=${subscription}`, { key })
  for (const { id: invoice_id, amount_remaining: amount } of data) {
    if (amount > 0) await make('/payments', { invoice_id, amount, method: 'cash' })
  }

  const from = { valid_from: '2020-01-01' }
  const rate = await make('/tax_rates', { name: 'GST', country: 'CA', percentage: '5', ...from })
  await make(`/tax_rates/${rate.id}`, { reference: 'By law' }, {}, 'PATCH')
  const registered = await make('/tax_registrations', { country: 'AU', scheme: 'manual', ...from })
  await make(`/tax_registrations/${registered.id}`, { number: '42' }, {}, 'PATCH')

  await createOthers((method, path, body) => make(path.replace('/v1', ''), body, {}, method))

  const line = whole('InvoiceLineCreate', {
    tax_rates: [rate.id],
    quantity: 3,
    unit_amount: 1999,
    product_id: product.id,
    price_id: null,
    quantity_decimal: null,
    unit_amount_decimal: null,
    events: null,
  })
  const byPrice = { price_id: price.id, quantity_decimal: '1.5' }
  const billed = { customer_id: id, line_items: [line, byPrice] }
  const draft = await make('/invoices', whole('InvoiceCreate', billed))
  await make(`/invoices/${draft.id}`, { notes: `Still for ${WHO}` }, {}, 'PATCH')
  const finalized = await make(`/invoices/${draft.id}/finalize`)
  await make(`/invoices/${finalized.id}/send`, { to: EMAIL })
  assert.equal((await w.api.get(`/v1/invoices/${finalized.id}/pdf`, { key })).status, 200)
  const mistaken = await make('/invoices', whole('InvoiceCreate', billed))
  await make(`/invoices/${mistaken.id}/void`)
  const paid = { invoice_id: finalized.id, currency: 'cad', method: 'cheque' }
  const bounced = await make('/payments', whole('PaymentCreate', { ...paid, amount: 100 }))
  await make(`/payments/${bounced.id}/reverse`, whole('ReversePaymentBody'))
  const credited = { invoice_id: finalized.id, amount: 100, reason: 'goodwill' }
  const told = { outside_reference: WHO, note: WHO, metadata: { who: WHO } }
  const voided = await make('/credit_notes', { ...credited, ...told })
  await make(`/credit_notes/${voided.id}/void`)
  await make('/credit_notes', { ...credited, ...told })
  const rest = finalized.amount_due - 100
  await payOnline(finalized, CARD.declined)
  const books = {
    make: (path: string, body?: object) => make(path.replace('/v1', ''), body),
    read: (path: string) => get(w.api, path, { key }),
  }
  await saveCard(books, `cus_${id}`)
  await disputeAndWin(w, books, `cus_${id}`)
  const payout = await make('/payouts', { amount: 100, currency: 'cad', reference: 'PO 1' })
  await make(`/payouts/${payout.id}/reverse`, { reason: 'wrong amount' })
  await make('/payments', whole('PaymentCreate', { ...paid, amount: rest }))
  const back = await make('/credit_notes', { ...credited, refund: 100 })
  const [refund] = (await get(w.api, `/v1/refunds?credit_note_id=${back.id}`, { key })).data
  await make(`/refunds/${refund.id}/succeed`, { reference: WHO })
  await make(`/refunds/${refund.id}/fail`, { failure_reason: WHO })
  await settle(w, key, endpoint)
  return id
}

/** A dispute that is won. The clock stays, since an advance of it would be forged here otherwise. */
async function disputeAndWin({ sql }: World, books: Books, customer_id: string): Promise<void> {
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 1500 }]
  const draft = await books.make('/v1/invoices', { customer_id, line_items })
  await payOnline(await books.make(`/v1/invoices/${draft.id}/finalize`), CARD.disputed)
  await sql(`update simulated_payments set disputed_at = now(), report_at = now()
    where disputed_at is not null`)
  const { id } = await until('the dispute', async () => {
    return (await books.read(`/v1/disputes?customer_id=${customer_id}`)).data[0]
  })
  await books.make(`/v1/simulated_gateway/disputes/${id}`, { status: 'won' })
}

/** Waits for rows that are written a moment later: webhook attempts and the request log. */
async function settle({ api, sql }: World, key: string, endpoint: Made): Promise<void> {
  const path = `/v1/webhook_deliveries?endpoint_id=${endpoint.id}`
  await until('a webhook to be answered', async () => {
    const { data } = (await api.get(path, { key })).body
    return data.some(({ attempts_made }: Made) => attempts_made > 0)
  })
  await api.post(`/v1/webhook_endpoints/${endpoint.id}/pause`, { key })
  const missed = await api.get(`/v1/customers?q=${WHO}&limit=1`, { key })
  const refused = await api.post('/v1/customers', { key, body: { name: WHO, mail: 'x' } })
  assert.equal(refused.status, 400)
  for (const { headers } of [missed, refused]) {
    await until('the request log', async () => {
      const logged = await api.get(`/v1/requests/${headers['request-id']}`, { key })
      return logged.status === 200
    })
  }
  await until('webhooks to stand still', async () => {
    const rows = await sql('select from webhook_deliveries where lease_token is not null')
    return rows.length === 0
  })
}
