// Previews: the figures of an invoice before it is created, and writes bound to these figures.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  bodyOf,
  get,
  grantCredit,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeInvoice,
  makeProduct,
  refused,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const NOON = Date.parse('2026-11-20T12:00:00.000Z')
let now = NOON
const w = await world({ after }, { wallNow: () => now })
const { api } = w

const preview = (body: object): Promise<Made> =>
  bodyOf(api.post(`${INVOICES}/preview`, { body }), 200)
const boundBy = ({ at, hash }: Made) => ({ preview: { at, hash } })
const finalize = (id: string, body: object) => api.post(`${INVOICES}/${id}/finalize`, { body })

test('a preview shows what finalizing produces, and writes nothing', async () => {
  const customer = await makeCustomer(api)
  await grantCredit(api, customer.id, '10', 'cad')
  const body = { customer_id: `cus_${customer.id}`, line_items: [LINE] }
  const before = await get(api, '/v1/events?limit=1')
  const shown = await preview(body)
  assert.equal((await get(api, '/v1/events?limit=1')).total_count, before.total_count)
  // 3 × 19.99 = 59.97; 10.00 of credit leaves 49.97.
  assert.partialDeepStrictEqual(shown, {
    object: 'invoice_preview',
    at: '2026-11-20T12:00:00.000Z',
    customer_id: body.customer_id,
    currency: 'cad',
    subtotal: 5997,
    total: 5997,
    credit_applied: 1000,
    amount_due: 4997,
  })
  assert.equal('id' in shown.line_items[0], false)
  const made = await api.post(INVOICES, { body: { ...body, finalize: true, ...boundBy(shown) } })
  assert.equal(made.status, 201, made.text)
  for (const name of ['subtotal', 'tax', 'total', 'credit_applied', 'amount_due', 'due_date']) {
    assert.equal(made.body[name], shown[name], name)
  }
  const explained = await get(api, `${INVOICES}/${made.body.id}/explain`)
  assert.deepEqual([explained.derivation, explained.sentences], [shown.derivation, shown.sentences])
})

test('unrelated writes and a later time of the day do not change a preview', async () => {
  const draft = await makeInvoice(api)
  const shown = await preview({ invoice_id: draft.id })
  await makeInvoice(api)
  await api.patch(`${INVOICES}/${draft.id}`, { body: { notes: 'Thank you' } })
  now = NOON + 59 * 60_000
  const finalized = await finalize(draft.id, boundBy(shown))
  assert.equal(finalized.status, 200, finalized.text)
  now = NOON
})

test('changed figures outdate a preview, and the refusal returns the current ones', async () => {
  const draft = await makeInvoice(api)
  const shown = await preview({ invoice_id: draft.id })
  const lines = { line_items: [{ ...LINE, quantity: 4 }] }
  await api.patch(`${INVOICES}/${draft.id}`, { body: lines })
  const error = refused(
    await finalize(draft.id, boundBy(shown)),
    409,
    'preview_outdated',
    'preview',
  )
  const again = await preview({ invoice_id: draft.id })
  assert.match(error.message, new RegExp(`CA\\$79.96.* at ${again.at} and hash ${again.hash}`))
  assert.equal((await get(api, `${INVOICES}/${draft.id}`)).status, 'draft')
  assert.equal((await finalize(draft.id, boundBy(again))).status, 200)
})

test('new credit of the customer outdates a preview', async () => {
  const customer = await makeCustomer(api)
  const draft = await makeInvoice(api, { customer_id: customer.id })
  const shown = await preview({ invoice_id: draft.id })
  await grantCredit(api, customer.id, '1', 'cad')
  refused(await finalize(draft.id, boundBy(shown)), 409, 'preview_outdated')
})

test('a preview binds for an hour of the same day in the time zone of the account', async () => {
  const draft = await makeInvoice(api)
  const shown = await preview({ invoice_id: draft.id })
  now = NOON + 60 * 60_000 + 1
  refused(await finalize(draft.id, boundBy(shown)), 409, 'preview_outdated')
  // The account is in UTC.
  now = Date.parse('2026-11-20T23:59:50.000Z')
  const late = await preview({ invoice_id: draft.id })
  now = Date.parse('2026-11-21T00:00:10.000Z')
  refused(await finalize(draft.id, boundBy(late)), 409, 'preview_outdated')
  now = Date.parse('2026-11-20T23:59:40.000Z')
  // A preview from the future has not been shown yet.
  refused(await finalize(draft.id, boundBy(late)), 409, 'preview_outdated')
  now = Date.parse('2026-11-20T23:59:59.000Z')
  assert.equal((await finalize(draft.id, boundBy(late))).status, 200)
  now = NOON
})

test('a draft that is created with a preview is bound to it as well', async () => {
  const customer = await makeCustomer(api)
  const body = { customer_id: customer.id, line_items: [LINE] }
  const shown = await preview(body)
  const other = { ...body, line_items: [{ ...LINE, unit_amount: 2000 }], ...boundBy(shown) }
  refused(await api.post(INVOICES, { body: other }), 409, 'preview_outdated')
  assert.equal((await api.post(INVOICES, { body: { ...body, ...boundBy(shown) } })).status, 201)
})

test('a preview shows the terms of prices, and does not mark prices as used', async () => {
  const product = await makeProduct(api)
  const terms = { product_id: product.id, model: 'package', size: 10, unit_amount: 500 }
  const { body: price } = await api.post('/v1/prices', { body: terms })
  const customer = await makeCustomer(api)
  const line = { price_id: price.id, quantity: 23 }
  const shown = await preview({ customer_id: customer.id, line_items: [line] })
  assert.equal(shown.amount_due, 1500)
  assert.equal(shown.sentences[0], 'Line 1: 23 in packages: 3 × CA$5.00 per 10 = CA$15.00.')
  const changed = await api.patch(`/v1/prices/${price.id}`, { body: { unit_amount: 600 } })
  assert.equal(changed.status, 200, changed.text)
})

test('an invoice that cannot be billed cannot be previewed', async () => {
  const at = `${INVOICES}/preview`
  refused(await api.post(at, { body: {} }), 400, 'parameter_missing', 'customer_id')
  const body = { customer_id: 'cus_7', line_items: [LINE] }
  refused(await api.post(at, { body }), 400, 'resource_missing', 'customer_id')
  const draft = await makeInvoice(api)
  const both = { invoice_id: draft.id, currency: 'eur' }
  refused(await api.post(at, { body: both }), 400, 'parameters_exclusive', 'invoice_id')
  await api.post(`${INVOICES}/${draft.id}/finalize`)
  refused(await api.post(at, { body: { invoice_id: draft.id } }), 409, 'invoice_not_draft')
})
