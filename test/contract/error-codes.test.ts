// Contract 3: error codes, each provoked by a request, what they say to do instead, and what was sent in place of an API
// key. Codes of one topic are tested with that topic.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  INVOICES,
  LINE,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makeProduct,
  PAYMENTS,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w
const customer = await makeCustomer(api)
const line = (members: object) => ({
  body: { customer_id: customer.id, line_items: [{ ...LINE, ...members }] },
})

test('amount_too_large is returned with 400', async () => {
  refused(
    await api.post(INVOICES, line({ quantity: 1e9, unit_amount: 999_999_999_999 })),
    400,
    'amount_too_large',
    'line_items[0]',
  )
})

test('currency_invalid is returned with 400', async () => {
  for (const currency of ['xxx', 'usdd', '', 'dem', 'xau', 'us', 'ÜSD']) {
    const body = { customer_id: customer.id, line_items: [LINE], currency }
    refused(await api.post(INVOICES, { body }), 400, 'currency_invalid', 'currency')
  }
})

test('country_invalid is returned with 400', async () => {
  for (const country of ['XX', 'UK', 'CAN', '', 'C', 'EU', 'ça']) {
    const answer = await api.post(CUSTOMERS, { body: { name: 'x', country } })
    refused(answer, 400, 'country_invalid', 'country')
  }
})

test('product_archived is returned with 400', async () => {
  const { id } = await makeProduct(api)
  await api.delete(`${PRODUCTS}/${id}`)
  refused(
    await api.post(INVOICES, line({ product_id: id })),
    400,
    'product_archived',
    'line_items[0].product_id',
  )
})

test('resource_missing is returned with 400 for an ID in the body', async () => {
  const body = { customer_id: 'cus_999999', line_items: [LINE] }
  refused(await api.post(INVOICES, { body }), 400, 'resource_missing', 'customer_id')
  const product_id = 'prod_01h2xcejqtf2nbrexx3vqjhp41'
  refused(
    await api.post(INVOICES, line({ product_id })),
    400,
    'resource_missing',
    'line_items[0].product_id',
  )
  const draft = await makeInvoice(api)
  refused(
    await api.patch(`${INVOICES}/${draft.id}`, { body: { customer_id: 999_999 } }),
    400,
    'resource_missing',
    'customer_id',
  )
})

test('resource_missing is returned with 404 for an ID in the path', async () => {
  const missing = 'inv_01h2xcejqtf2nbrexx3vqjhp41'
  for (const path of [
    `${CUSTOMERS}/cus_999999`,
    `${CUSTOMERS}/999999`,
    `${CUSTOMERS}/x`,
    `${CUSTOMERS}/0`,
    `${CUSTOMERS}/1e3`,
    `${CUSTOMERS}/99999999999999999999`,
    `${PRODUCTS}/prod_01h2xcejqtf2nbrexx3vqjhp41`,
    `${PRODUCTS}/${missing}`,
    `${PRODUCTS}/x`,
  ]) {
    refused(await api.get(path), 404, 'resource_missing')
    refused(await api.patch(path, { body: { name: 'x' } }), 404, 'resource_missing')
    refused(await api.delete(path), 404, 'resource_missing')
  }
  for (const id of [
    missing,
    'inv_',
    'x',
    'INV-000001',
    `${missing}0`,
    missing.toUpperCase(),
    'inv_8zzzzzzzzzzzzzzzzzzzzzzzzz',
  ]) {
    refused(await api.get(`${INVOICES}/${id}`), 404, 'resource_missing')
    refused(await api.get(`${INVOICES}/${id}/explain`), 404, 'resource_missing')
    refused(await api.patch(`${INVOICES}/${id}`, { body: { notes: 'x' } }), 404, 'resource_missing')
    refused(await api.post(`${INVOICES}/${id}/finalize`), 404, 'resource_missing')
    refused(await api.post(`${INVOICES}/${id}/void`), 404, 'resource_missing')
  }
})

test('route_not_found is returned with 404', async () => {
  refused(await api.get('/v1/delivery_notes'), 404, 'route_not_found')
})

test('method_not_allowed is returned with 405', async () => {
  refused(await api.send('PUT', `${CUSTOMERS}/${customer.id}`), 405, 'method_not_allowed')
})

test('parameter_invalid is returned with 400', async () => {
  refused(await api.get(`${INVOICES}?limit=0`), 400, 'parameter_invalid', 'limit')
})

test('parameter_unknown is returned with 400', async () => {
  refused(await api.get(`${INVOICES}?limt=1`), 400, 'parameter_unknown', 'limt')
})

test('zero and negative amounts are rejected, and the error says what to do instead', async () => {
  const { id, customer_id } = await makeInvoice(api)
  const finalized = await makeFinalized(api)
  const leave = /Omit lines that bill nothing \(in a PATCH, line_items replaces all lines\)/
  const coupon = /redeem a coupon on the invoice with POST \/v1\/invoices\/:id\/discounts/
  for (const [members, param, ways] of [
    [{ quantity: 0 }, 'quantity', [leave]],
    [{ quantity: -3 }, 'quantity', [leave, coupon]],
    [{ unit_amount: -1999 }, 'unit_amount', [coupon]],
  ] as const) {
    const line_items = [LINE, { ...LINE, ...members }]
    for (const answer of [
      await api.post(INVOICES, { body: { customer_id, line_items } }),
      await api.patch(`${INVOICES}/${id}`, { body: { line_items } }),
    ]) {
      const place = `line_items[1].${param}`
      const { message } = refused(answer, 400, 'parameter_invalid', place)
      for (const way of ways) assert.match(message, way)
    }
  }
  for (const amount of ['0', '-5', '-5.0', '-1e3']) {
    const raw = `{"invoice_id":"${finalized.id}","method":"cash","amount":${amount}}`
    const { message } = refused(
      await api.post(PAYMENTS, { raw }),
      400,
      'parameter_invalid',
      'amount',
    )
    assert.match(message, /is not\. To undo a payment, reverse it with POST \/v1\/payments\//)
    assert.ok(message.includes(`; ${amount} is not`), message)
  }
  const path = `/v1/customers/${customer_id}/credit_transactions`
  for (const amount of ['0', '0.00']) {
    const answer = await api.post(path, { body: { amount } })
    const { message } = refused(answer, 400, 'parameter_invalid', 'amount')
    assert.match(message, /other than zero.*"-25\.00" to remove credit/)
  }
  // Above the maximum the error has no alternative to offer.
  const most = await api.post(PAYMENTS, {
    raw: `{"invoice_id":"${finalized.id}","method":"cash","amount":1e20}`,
  })
  assert.doesNotMatch(refused(most, 400, 'parameter_invalid').message, /reverse/)
  const document = JSON.stringify((await api.get('/openapi.json')).body.paths['/v1/payments'])
  assert.ok(!document.includes('To undo a payment'))
})

const key = w.keys.test
const id = key.split('_').slice(0, 3).join('_')
const USE = 'Use `Authorization: Bearer <key>`'
const QUOTES = 'The key is in quotes or brackets. Send the key without them.'
const BLANKS = 'The key contains a space or a line break. Send it without.'
const ELSEWHERE =
  'This looks like a key or token of another service. API keys of this service start with svc_test_ or svc_live_.'
const CUT = 'The API key is misspelled or cut short. Copy the whole key again.'
const PLACEHOLDER =
  'You sent a placeholder, not a key: a variable that was not replaced, or the text of an example. Send the key itself.'

test('a 401 describes what was sent instead of a key, by its form only (contract 3)', async () => {
  const messages: [authorization: string, message: string][] = [
    [`Basic ${Buffer.from(`${key}:`).toString('base64')}`, `${USE}; you sent Basic.`],
    [`token ${key}`, `${USE}; you sent Token.`],
    [`Whatever ${key}`, `${USE}; you sent another scheme.`],
    [key, `${USE}; you sent no scheme.`],
    ['Bearer', `${USE}; you sent Bearer without a key.`],
    [`Bearer Bearer ${key}`, `The word Bearer was sent twice. ${USE}.`],
    ...[id, `${id}_`, id.replace('svc_', 'sk_')].map((sent): [string, string] => [
      `Bearer ${sent}`,
      "This is only the key's ID. Send the whole key, which was shown when it was created. If you lost it, create a new key.",
    ]),
    [`Bearer ${key.slice(0, -1)}`, CUT],
    [`Bearer ${key}x`, CUT],
    [`Bearer ${key.replace('svc_', 'sk_')}x`, CUT],
    [`Bearer "${key}"`, QUOTES],
    [`Bearer '${key}'`, QUOTES],
    [`Bearer <${key}>`, QUOTES],
    [`Bearer ${key}\\n`, BLANKS],
    [`Bearer ${key.slice(0, 30)} ${key.slice(30)}`, BLANKS],
    [`Bearer ${key}%0A`, BLANKS],
    ['Bearer $KEY', PLACEHOLDER],
    ['Bearer {{api_key}}', PLACEHOLDER],
    ['Bearer <key>', PLACEHOLDER],
    ['Bearer svc_test_...', PLACEHOLDER],
    ['Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc', ELSEWHERE],
    ['Bearer sk_live_4eC39HqLyjWDarjtT1zdp7dc', ELSEWHERE],
    ['Bearer pk_test_TYooMQauvdEDq54NiTphI7jx', ELSEWHERE],
    ['Bearer rk_live_51H8xYz', ELSEWHERE],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x', ELSEWHERE],
    [
      'Bearer whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'This is the signing secret of a webhook endpoint. Send an API key, which starts with svc_test_ or svc_live_.',
    ],
    [
      'Bearer nonsense',
      'This is not an API key of this service. API keys start with svc_test_ or svc_live_.',
    ],
  ]
  for (const [authorization, message] of messages) {
    const one = await w.api.get(PRODUCTS, { key: null, headers: { authorization } })
    assert.equal(refused(one, 401, 'api_key_invalid').message, message, authorization)
    assert.equal(one.headers['www-authenticate'], 'Bearer realm="reckoner", error="invalid_token"')
    assert.ok(!one.text.includes(key.split('_')[3]?.slice(0, 8) as string), 'no secret is quoted')
  }
  const missing = (path: string, headers: Record<string, string>, message: string) =>
    w.api
      .get(path, { key: null, headers })
      .then((answer) => assert.equal(refused(answer, 401, 'api_key_missing').message, message))
  await missing(PRODUCTS, {}, `No API key was sent. ${USE}.`)
  await missing(PRODUCTS, { 'x-api-key': key }, `${USE}; you sent X-Api-Key, which is ignored.`)
  await missing(
    `${PRODUCTS}?api_key=${key}`,
    {},
    `${USE}; a key in the URL is ignored and may be in logs. If it was a real key, roll it.`,
  )
})
