// Contract 1: null, absent and empty for each property, on create and on PATCH.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'

// The clock is fixed, because the test compares due dates.
const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })
const { api } = w

/**
 * Every settable property of a customer except external_id, which is unique: a value to set, and what is returned if it
 * was never set.
 */
const CUSTOMER: Record<string, { set: unknown; never: unknown }> = {
  contact_name: { set: 'Ada', never: undefined },
  email: { set: 'a@b.example', never: '' },
  phone: { set: '555', never: '' },
  address_line1: { set: '1 Main St', never: '' },
  address_line2: { set: 'Suite 4', never: null },
  city: { set: 'Oka', never: '' },
  state_province: { set: 'QC', never: '' },
  postal_code: { set: 'J0N 1E0', never: '' },
  country: { set: 'DE', never: 'CA' },
  tax_exempt: { set: true, never: false },
  tax_id: { set: 'DE123', never: null },
  auto_pay_enabled: { set: true, never: false },
  language: { set: 'fr-CA', never: null },
  metadata: { set: { a: 1 }, never: {} },
}
const ALL = Object.fromEntries(Object.entries(CUSTOMER).map(([name, { set }]) => [name, set]))
const NULLS = Object.fromEntries(Object.keys(CUSTOMER).map((name) => [name, null]))
/** Free-text properties, which "" can leave or make empty. */
const TEXTS = Object.keys(CUSTOMER).filter(
  (name) => typeof CUSTOMER[name]?.set === 'string' && name !== 'country',
)

function assertNever(customer: Made, names = Object.keys(CUSTOMER)): void {
  for (const name of names) assert.deepEqual(customer[name], CUSTOMER[name]?.never, name)
}

test('null on create means absent', async () => {
  assertNever(await makeCustomer(api, NULLS))
  const product = await makeProduct(api, { description: null, metadata: null })
  assert.equal(product.description, '')
  assert.deepEqual(product.metadata, {})
  const invoice = await makeInvoice(api, {
    due_date: null,
    currency: null,
    notes: null,
    metadata: { a: null, b: 1 },
    line_items: [{ ...LINE, product_id: null }],
  })
  assert.equal(invoice.currency, 'cad')
  assert.equal(invoice.notes, '')
  assert.deepEqual(invoice.metadata, { b: 1 })
  assert.equal(invoice.line_items[0].product_id, null)
  refused(await api.post(CUSTOMERS, { body: { name: null } }), 400, 'parameter_missing', 'name')
  const without = { customer_id: null, line_items: null }
  const { errors } = refused(await api.post(INVOICES, { body: without }), 400, 'parameter_missing')
  assert.deepEqual(
    errors.map(({ param }: Made) => param),
    ['customer_id', 'line_items'],
  )
  const line = { description: 'a', quantity: null, unit_amount: 1 }
  const answer = await api.post(INVOICES, {
    body: { customer_id: invoice.customer_id, line_items: [line] },
  })
  refused(answer, 400, 'parameter_missing', 'line_items[0].quantity')
})

test('unset texts are "", address_line2 and tax_id null, and contact_name absent (contract 6)', async () => {
  assertNever(await makeCustomer(api))
  const empty = Object.fromEntries(TEXTS.map((name) => [name, '']))
  assertNever(await makeCustomer(api, empty), TEXTS)
})

test('PATCH keeps an absent property', async () => {
  const made = await makeCustomer(api, ALL)
  const { body } = await api.patch(`${CUSTOMERS}/${made.id}`, { body: { name: 'Other' } })
  assert.deepEqual(body, { ...made, name: 'Other', updated_at: body.updated_at })
  const invoice = await makeInvoice(api, {
    due_date: '2027-01-01',
    notes: 'n',
    metadata: { a: 1 },
    currency: 'eur',
  })
  const changed = await api.patch(`${INVOICES}/${invoice.id}`, { body: { notes: 'm' } })
  const { updated_at } = changed.body
  assert.deepEqual(changed.body, { ...invoice, notes: 'm', updated_at })
})

test('PATCH with null clears a property', async () => {
  for (const name of Object.keys(CUSTOMER)) {
    const made = await makeCustomer(api, ALL)
    const answer = await api.patch(`${CUSTOMERS}/${made.id}`, { body: { [name]: null } })
    assert.equal(answer.status, 200, `${name}: ${answer.text}`)
    assertNever(answer.body, [name])
    const { [name]: _, updated_at: __, ...others } = made
    const { [name]: ___, updated_at: ____, ...kept } = answer.body
    if (name === 'tax_id') others.tax_ids = []
    assert.deepEqual(kept, others)
    assert.deepEqual(await get(api, `${CUSTOMERS}/${made.id}`), answer.body)
  }
  const product = await makeProduct(api, { description: 'd', metadata: { a: 1 } })
  const cleared = await api.patch(`${PRODUCTS}/${product.id}`, {
    body: { description: null, metadata: null },
  })
  assert.equal(cleared.body.description, '')
  assert.deepEqual(cleared.body.metadata, {})
  const invoice = await makeInvoice(api, {
    due_date: '2001-01-01',
    notes: 'n',
    metadata: { a: 1 },
    currency: 'eur',
  })
  const emptied = await api.patch(`${INVOICES}/${invoice.id}`, {
    body: { due_date: null, notes: null, metadata: null, currency: null, line_items: [LINE] },
  })
  assert.equal(emptied.body.notes, '')
  assert.equal(emptied.body.currency, 'cad')
  assert.deepEqual(emptied.body.metadata, {})
  const plain = await makeInvoice(api)
  assert.equal(emptied.body.due_date, plain.due_date)
})

test('PATCH with an empty text clears a property', async () => {
  const made = await makeCustomer(api, ALL)
  const empty = Object.fromEntries(TEXTS.map((name) => [name, '']))
  const answer = await api.patch(`${CUSTOMERS}/${made.id}`, { body: empty })
  assert.equal(answer.status, 200, answer.text)
  assertNever(answer.body, TEXTS)
  const product = await makeProduct(api, { description: 'd' })
  const cleared = await api.patch(`${PRODUCTS}/${product.id}`, { body: { description: '' } })
  assert.equal(cleared.body.description, '')
  const invoice = await makeInvoice(api, { notes: 'n' })
  const emptied = await api.patch(`${INVOICES}/${invoice.id}`, { body: { notes: '' } })
  assert.equal(emptied.body.notes, '')
})

test('name, line_items, customer_id and status cannot be cleared and return 400', async () => {
  const customer = await makeCustomer(api)
  const product = await makeProduct(api)
  const invoice = await makeInvoice(api, { customer_id: customer.id })
  for (const [path, member] of [
    [`${CUSTOMERS}/${customer.id}`, 'name'],
    [`${PRODUCTS}/${product.id}`, 'name'],
    [`${PRODUCTS}/${product.id}`, 'status'],
    [`${INVOICES}/${invoice.id}`, 'line_items'],
    [`${INVOICES}/${invoice.id}`, 'customer_id'],
  ] as const) {
    const { message } = refused(
      await api.patch(path, { body: { [member]: null } }),
      400,
      'parameter_invalid',
      member,
    )
    assert.match(message, /cannot be cleared/)
    assert.equal((await api.patch(path, { body: { [member]: '' } })).status, 400)
  }
  const none = await api.patch(`${INVOICES}/${invoice.id}`, { body: { line_items: [] } })
  refused(none, 400, 'parameter_invalid', 'line_items')
  const line = { ...LINE, quantity: null }
  const answer = await api.patch(`${INVOICES}/${invoice.id}`, { body: { line_items: [line] } })
  refused(answer, 400, 'parameter_invalid', 'line_items[0].quantity')
})

test('a required text must not be empty', async () => {
  const customer = await makeCustomer(api)
  const product = await makeProduct(api)
  refused(await api.post(CUSTOMERS, { body: { name: '' } }), 400, 'parameter_missing', 'name')
  refused(await api.post(PRODUCTS, { body: { name: '' } }), 400, 'parameter_missing', 'name')
  for (const path of [`${CUSTOMERS}/${customer.id}`, `${PRODUCTS}/${product.id}`]) {
    refused(await api.patch(path, { body: { name: '' } }), 400, 'parameter_missing', 'name')
  }
  const body = { customer_id: customer.id, line_items: [{ ...LINE, description: '' }] }
  const answer = await api.post(INVOICES, { body })
  refused(answer, 400, 'parameter_missing', 'line_items[0].description')
})

test('parameter_missing is returned with 400 (contract 3)', async () => {
  for (const path of [CUSTOMERS, PRODUCTS, INVOICES]) {
    refused(await api.post(path), 400, 'parameter_missing')
    refused(await api.post(path, { body: {} }), 400, 'parameter_missing')
  }
})
