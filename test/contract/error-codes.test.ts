// Contract 3: error codes, each provoked by a request. Codes of one topic are tested with that topic.

import { after, test } from 'node:test'
import {
  CUSTOMERS,
  INVOICES,
  LINE,
  makeCustomer,
  makeInvoice,
  makeProduct,
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
