// Books with an invoice in every state, for corruptions.

import { type Corruption, corruptions } from './corruptions.ts'
import { emailCorruptions } from './corruptions-emails.ts'
import { ledgerCorruptions } from './corruptions-ledger.ts'
import { priceCorruptions } from './corruptions-prices.ts'
import { sumCorruptions } from './corruptions-sums.ts'
import { untaxedCorruptions } from './corruptions-taxes.ts'
import { webhookCorruptions } from './corruptions-webhooks.ts'
import type { Lifetime } from './database.ts'
import { bodyOf, type Made } from './fixtures.ts'
import { until, type World, world } from './harness.ts'
import { greyPng } from './images.ts'

export interface SpoiledBooks {
  w: World
  corruptions: Corruption[]
}

// Sums are kept by day, so the day must not change during a test.
const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')

const line = (quantity: number, unit_amount: number, product_id?: string) => ({
  description: 'Seats',
  quantity,
  unit_amount,
  ...(product_id && { product_id }),
})

/** Creates the books, and every corruption of them. */
export async function spoiledBooks(lifetime: Lifetime): Promise<SpoiledBooks> {
  const w = await world(lifetime, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' }, wallNow })
  const id = await makeBooks(w)
  const idOf = (state: string) => id[state] ?? ''
  const all = [
    ...corruptions(idOf),
    ...webhookCorruptions(),
    ...ledgerCorruptions(idOf),
    ...sumCorruptions(idOf),
    ...emailCorruptions(idOf),
    ...priceCorruptions(idOf),
    ...untaxedCorruptions(idOf),
  ]
  return { w, corruptions: all }
}

type Post = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Made>

/** Returns the IDs of invoices by state. */
async function makeBooks(w: World): Promise<Record<string, string>> {
  const post: Post = (path, body, headers = {}) => bodyOf(w.api.post(path, { body, headers }))
  const customer = await post('/v1/customers', {
    name: 'Maple',
    email: 'ada@maple.example',
    metadata: { tier: 1, a: 'b' },
  })
  const leaver = await post('/v1/customers', { name: 'Leaver' })
  await w.api.delete(`/v1/customers/${leaver.id}`, { headers: { 'idempotency-key': 'leave' } })
  const product = await post('/v1/products', { name: 'Seat' })
  const retired = await post('/v1/products', { name: 'Old' })
  await w.api.patch(`/v1/products/${product.id}`, { body: { description: 'One seat' } })
  const id = await makeInvoices(w, post, { customer, product, retired })
  await w.api.post('/v1/account/logo', {
    body: { content_type: 'image/png', data: greyPng().toString('base64') },
  })
  const footer = 'Thank you.'
  await w.api.patch('/v1/account', { body: { footer, payment_instructions: { other: 'Cash' } } })
  await post('/v1/customers', { name: 'Live' }, { authorization: `Bearer ${w.keys.live}` })
  await makeWebhooks(w, post)
  await until('the overdue sweep', async () => {
    const { body } = await w.api.get(`/v1/invoices/${id.overdue}`)
    return body.status === 'overdue'
  })
  return id
}

interface Sold {
  customer: Made
  product: Made
  retired: Made
}

async function makeInvoices(
  w: World,
  post: Post,
  { customer, product, retired }: Sold,
): Promise<Record<string, string>> {
  const id: Record<string, string> = {}
  const create = async (state: string, lines: unknown[], more = {}) => {
    const body = { customer_id: customer.id, line_items: lines, ...more }
    const { id: created } = await post('/v1/invoices', body, { 'idempotency-key': state })
    id[state] = created
    return created as string
  }
  const finalize = (invoice: string) => post(`/v1/invoices/${invoice}/finalize`)
  await create('draft', [line(2, 150), line(3, 1999, product.id)])
  await w.api.patch(`/v1/invoices/${id.draft}`, { body: { line_items: [line(1, 5)], notes: 'n' } })
  await finalize(await create('posted', [line(3, 1999, product.id), line(1, 1, retired.id)]))
  await finalize(await create('paid', [line(1, 0)]))
  await finalize(await create('overdue', [line(1, 900)], { due_date: '2020-01-31' }))
  await post(`/v1/invoices/${await create('void_draft', [line(1, 7)])}/void`)
  await finalize(await create('void_posted', [line(1, 8)]))
  await post(`/v1/invoices/${id.void_posted}/void`)
  const pay = (invoice_id: string | undefined, amount: number) =>
    post('/v1/payments', { invoice_id, amount, currency: 'cad', method: 'cheque' })
  await pay(id.overdue, 100)
  const grant = (amount: string) =>
    post(`/v1/customers/${customer.id}/credit_transactions`, { amount })
  await grant('5.001')
  await finalize(await create('credited', [line(1, 300)]))
  await finalize(await create('void_credited', [line(1, 1000)]))
  await post(`/v1/invoices/${id.void_credited}/void`)
  await grant('-0.5')
  await post(`/v1/payments/${(await pay(id.posted, 1)).id}/reverse`)
  await w.api.delete(`/v1/products/${retired.id}`)
  // 10 × 0.05 + 3 × 0.025 + 1.00 = 1.575, which is 1.58.
  const price = await post('/v1/prices', {
    product_id: product.id,
    model: 'graduated',
    tiers: [
      { up_to: 10, unit_amount: 5 },
      { up_to: null, unit_amount_decimal: '2.5', flat_amount: 100 },
    ],
  })
  await finalize(await create('priced', [{ price_id: price.id, quantity: 13 }]))
  await w.api.patch(`/v1/prices/${price.id}`, {
    body: { tiers: [{ up_to: null, unit_amount: 4 }], new_version: true },
  })
  await w.api.get(`/v1/invoices/${id.priced}/pdf`)
  return id
}

async function makeWebhooks(w: World, post: Post): Promise<void> {
  // No server listens there: the first event of the product is tried, and the others wait for it.
  const url = 'http://127.0.0.1:9/'
  const endpoint = await post('/v1/webhook_endpoints', { url, enabled_events: ['product.*'] })
  const hooked = await post('/v1/products', { name: 'Hooked' })
  await w.api.patch(`/v1/products/${hooked.id}`, { body: { name: 'Hooked twice' } })
  await w.api.patch(`/v1/products/${hooked.id}`, { body: { name: 'Hooked thrice' } })
  await until('an attempt that fails', async () => {
    const { body } = await w.api.get('/v1/webhook_deliveries')
    return body.data.length === 3 && body.data[2].attempts_made > 0
  })
  await post(`/v1/webhook_endpoints/${endpoint.id}/pause`)
}
