// Contract 6: the properties an invoice accepts and returns, and its amounts.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { InvoiceCreate, InvoicePatch } from '../../src/features/invoices/schemas.ts'
import {
  get,
  INVOICES,
  LINE,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api } = w
const customer = await makeCustomer(api)
const bill = (line_items: unknown, more: object = {}) =>
  api.post(INVOICES, { body: { customer_id: customer.id, line_items, ...more } })
const withLine = (members: object) => bill([{ ...LINE, ...members }])

test('an invoice accepts customer_id, line_items, due_date, metadata, currency and notes', async () => {
  const other = await makeCustomer(api)
  const product = await makeProduct(api)
  const lines = [{ description: 'b', quantity: 2, unit_amount: 50, product_id: product.id }]
  const values = {
    customer_id: `cus_${other.id}`,
    line_items: lines,
    due_date: '2027-06-30',
    metadata: { a: 1 },
    currency: 'eur',
    notes: 'Thank you',
    reference: 'PO-4711',
    supply_date: '2027-05-31',
    relates_to: (await makeFinalized(api, { customer_id: other.id })).id,
  }
  // A property added to either body must be added here, where it is returned as it was sent.
  assert.deepEqual(Object.keys(values), Object.keys(InvoicePatch.properties))
  assert.deepEqual(
    [...Object.keys(values), 'finalize', 'discounts', 'preview'],
    Object.keys(InvoiceCreate.properties),
  )
  const made = await makeInvoice(api, values)
  const draft = await makeInvoice(api, { customer_id: customer.id })
  const changed = await api.patch(`${INVOICES}/${draft.id}`, { body: values })
  const answered = { ...values, line_items: [{ ...lines[0], amount: 100 }] }
  for (const [member, value] of Object.entries(answered)) {
    assert.partialDeepStrictEqual({ [member]: made[member] }, { [member]: value })
    assert.partialDeepStrictEqual({ [member]: changed.body[member] }, { [member]: value })
  }
})

test('the reference is one line, and clients can change it until the invoice is finalized', async () => {
  const draft = await makeInvoice(api)
  assert.equal(draft.reference, '')
  const path = `${INVOICES}/${draft.id}`
  const named = await api.patch(path, { body: { reference: 'PO-4711' } })
  assert.equal(named.body.reference, 'PO-4711')
  const other = await api.patch(path, { body: { notes: 'Other' } })
  assert.equal(other.body.reference, 'PO-4711')
  const cleared = await api.patch(path, { body: { reference: null } })
  assert.equal(cleared.body.reference, '')
  for (const reference of ['a\nb', 'x'.repeat(101), 5]) {
    refused(await api.patch(path, { body: { reference } }), 400, 'parameter_invalid', 'reference')
  }
  const finalized = await makeFinalized(api, { reference: 'é'.repeat(100) })
  assert.equal(finalized.reference, 'é'.repeat(100))
  const late = await api.patch(`${INVOICES}/${finalized.id}`, { body: { reference: '' } })
  refused(late, 409, 'invoice_not_draft')
  const { data } = await get(api, `/v1/events?object_id=${draft.id}&type=invoice.updated`)
  assert.equal(data.at(-1).data.previous_attributes.reference, 'PO-4711')
})

test('a PATCH replaces all lines', async () => {
  const lines = ['a', 'b', 'c'].map((description) => ({ ...LINE, description }))
  const { id } = await makeInvoice(api, { line_items: lines })
  const kept = { description: 'only', quantity: 1, unit_amount: 5 }
  const { body } = await api.patch(`${INVOICES}/${id}`, { body: { line_items: [kept] } })
  assert.partialDeepStrictEqual(body.line_items, [{ ...kept, amount: 5, product_id: null }])
  assert.equal(body.line_items.length, 1)
  assert.equal(body.amount_due, 5)
  assert.deepEqual((await get(api, `${INVOICES}/${id}`)).line_items, body.line_items)
})

test('an invoice has 1 to 250 lines', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...LINE, description: `Line ${index}` }))
  const made = await bill(lines(250))
  assert.equal(made.body.line_items.length, 250)
  assert.equal(made.body.amount_due, 1_499_250)
  const shown = await get(api, `${INVOICES}/${made.body.id}`)
  assert.deepEqual(
    shown.line_items.map(({ description }: { description: string }) => description),
    lines(250).map(({ description }) => description),
  )
  refused(await bill(lines(251)), 400, 'parameter_invalid', 'line_items')
  refused(await bill([]), 400, 'parameter_invalid', 'line_items')
})

test('a quantity is 1 to 1 000 000 000', async () => {
  assert.equal((await withLine({ quantity: 1 })).status, 201)
  assert.equal((await withLine({ quantity: 1_000_000_000, unit_amount: 1 })).status, 201)
  for (const quantity of [0, -1, 1_000_000_001, 1.5, '1', true]) {
    refused(await withLine({ quantity }), 400, 'parameter_invalid', 'line_items[0].quantity')
  }
})

test('a unit_amount is 0 to 999 999 999 999', async () => {
  assert.equal((await withLine({ unit_amount: 0 })).body.amount_due, 0)
  const most = await withLine({ quantity: 1, unit_amount: 999_999_999_999 })
  assert.equal(most.body.amount_due, 999_999_999_999)
  for (const unit_amount of [-1, 1_000_000_000_000, 0.5, '0']) {
    refused(await withLine({ unit_amount }), 400, 'parameter_invalid', 'line_items[0].unit_amount')
  }
})

test('a product_id must exist', async () => {
  const { id } = await makeProduct(api)
  assert.equal((await withLine({ product_id: id })).body.line_items[0].product_id, id)
  for (const product_id of [
    'prod_',
    'x',
    '',
    5,
    id.slice(0, -1),
    `${id}0`,
    id.replace('prod', 'inv'),
  ]) {
    refused(await withLine({ product_id }), 400, 'parameter_invalid', 'line_items[0].product_id')
  }
  const unknown = id.replace(/.{5}$/, '00000')
  refused(
    await withLine({ product_id: unknown }),
    400,
    'resource_missing',
    'line_items[0].product_id',
  )
})

test('an archived product is rejected on new lines, and existing lines keep it', async () => {
  const { id } = await makeProduct(api)
  const draft = await withLine({ product_id: id })
  const path = `${INVOICES}/${draft.body.id}`
  await api.delete(`${PRODUCTS}/${id}`)
  refused(await withLine({ product_id: id }), 400, 'product_archived', 'line_items[0].product_id')
  // The draft referred to the product before it was archived, so it can keep it; another draft cannot add it.
  const more = [
    { ...LINE, product_id: id },
    { ...LINE, product_id: id, quantity: 5 },
  ]
  assert.equal((await api.patch(path, { body: { line_items: more } })).status, 200)
  const other = await makeInvoice(api)
  const late = await api.patch(`${INVOICES}/${other.id}`, { body: { line_items: more } })
  refused(late, 400, 'product_archived', 'line_items[0].product_id')
  const finalized = await api.post(`${path}/finalize`)
  assert.equal(finalized.body.line_items[0].product_id, id)
  const back = await makeInvoice(api)
  await api.patch(`${PRODUCTS}/${id}`, { body: { status: 'active' } })
  assert.equal(
    (await api.patch(`${INVOICES}/${back.id}`, { body: { line_items: more } })).status,
    200,
  )
})

test('a line amount is exactly quantity × unit_amount', async () => {
  for (const [quantity, unit_amount, amount] of [
    [1, 0, 0],
    [3, 1999, 5997],
    [1_000_000_000, 9_007_199, 9_007_199_000_000_000],
    [999_999_937, 9_007_199, 9_007_198_432_546_463],
  ] as const) {
    const answer = await withLine({ quantity, unit_amount })
    assert.equal(answer.body.line_items[0].amount, amount)
    assert.equal(answer.body.total, amount)
  }
  const lines = [LINE, { description: 'b', quantity: 7, unit_amount: 3 }]
  assert.equal((await bill(lines)).body.total, 6018)
})

// 2^53 − 1 = 9007199254740991 = 6361 × 69431 × 20394401.
test('a line or total over 2^53−1 is rejected, and the limit itself accepted', async () => {
  const most = { description: 'a', quantity: 20_394_401, unit_amount: 441_650_591 }
  const exact = await bill([most])
  assert.equal(exact.body.amount_due, 9_007_199_254_740_991)
  assert.match(exact.text, /"amount_due":9007199254740991,/)
  assert.equal((await get(api, `${INVOICES}/${exact.body.id}`)).total, 9_007_199_254_740_991)
  const one = { description: 'b', quantity: 1, unit_amount: 1 }
  refused(await bill([most, one]), 400, 'amount_too_large', 'line_items')
  const over = { description: 'a', quantity: 1_000_000_000, unit_amount: 9_007_200 }
  refused(await bill([LINE, over]), 400, 'amount_too_large', 'line_items[1]')
  const draft = await makeInvoice(api)
  const patch = { line_items: [most, one] }
  refused(await api.patch(`${INVOICES}/${draft.id}`, { body: patch }), 400, 'amount_too_large')
  assert.deepEqual(await get(api, `${INVOICES}/${draft.id}`), draft)
})

test('returned lines have all properties', async () => {
  const { line_items } = await makeInvoice(api)
  assert.deepEqual(line_items, [
    {
      id: line_items[0].id,
      ...{ description: 'Seats', quantity: 3, unit_amount: 1999, amount: 5997 },
      ...{ product_id: null, price_id: null },
      ...{ quantity_decimal: null, unit_amount_decimal: null, events: null, pricing: null },
      ...{ discount: 0, net: 5997, tax: 0, tax_rates: null, discounts: [], taxes: [] },
      ...{ kind: 'one_time', subscription_id: null, subscription_item_id: null, period: null },
      ...{ supply_date: null, invoice_item_id: null },
    },
  ])
  assert.match(String(line_items[0]?.id), /^il_[0-9a-z]{26}$/)
})

test('an invoice returns subtotal, tax, total, amount_remaining, finalized_at, notes and metadata', async () => {
  const draft = await makeInvoice(api, { notes: 'n' })
  const added = {
    subtotal: 5997,
    tax: 0,
    total: 5997,
    amount_remaining: 5997,
    finalized_at: null,
    notes: 'n',
    metadata: {},
  }
  for (const [member, value] of Object.entries(added)) assert.deepEqual(draft[member], value)
  const finalized = await api.post(`${INVOICES}/${draft.id}/finalize`)
  assert.match(finalized.body.finalized_at, /Z$/)
  assert.equal(finalized.body.amount_remaining, 5997)
})

test('amount_due is the total, frozen at finalize', async () => {
  const draft = await makeInvoice(api)
  const body = { line_items: [LINE, LINE] }
  const changed = await api.patch(`${INVOICES}/${draft.id}`, { body })
  assert.equal(changed.body.amount_due, 11_994)
  const finalized = await api.post(`${INVOICES}/${draft.id}/finalize`)
  assert.equal(finalized.body.amount_due, 11_994)
  refused(await api.patch(`${INVOICES}/${draft.id}`, { body }), 409, 'invoice_not_draft')
  const gone = await api.post(`${INVOICES}/${draft.id}/void`)
  assert.equal(gone.body.amount_due, 11_994)
})

test('amount_paid never exceeds amount_due', async () => {
  const finalized = await makeFinalized(api)
  assert.equal(finalized.amount_paid, 0)
  const cheat = (amount: number) =>
    w.sql('update invoices set amount_paid = $2 where environment_id = 1 and number = $1', [
      finalized.number,
      amount,
    ])
  await assert.rejects(cheat(5998), /violates check constraint/)
  await assert.rejects(cheat(-1), /violates check constraint/)
})

test('a create returns 201 with Location, and all else 200 with the object', async () => {
  const made = await bill([LINE])
  assert.equal(made.status, 201)
  assert.equal(made.headers.location, `/v1/invoices/${made.body.id}`)
  const path = `${INVOICES}/${made.body.id}`
  for (const answer of [
    await api.patch(path, { body: { notes: 'x' } }),
    await api.post(`${path}/finalize`),
    await api.post(`${path}/void`),
    await api.get(path),
  ]) {
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.location, undefined)
    assert.equal(answer.body.id, made.body.id)
  }
})

// Figures from the examples catalog: 3 × 19.99 = 59.97; 59.97 + 5.00 = 64.97.
test('GET /v1/invoices/:id/explain explains the amounts', async () => {
  const { body } = await bill([LINE, { description: 'b', quantity: 1, unit_amount: 500 }])
  const draft = await get(api, `${INVOICES}/${body.id}/explain`)
  assert.equal(draft.invoice_id, body.id)
  assert.equal(draft.amount_due, 6497)
  assert.equal(draft.derivation.rule, 'amount_due')
  assert.equal(draft.derivation.result, 6497)
  assert.deepEqual(draft.sentences, [
    'Line 1: 3 × CA$19.99 = CA$59.97.',
    'Line 2: 1 × CA$5.00 = CA$5.00.',
    'Subtotal: CA$59.97 + CA$5.00 = CA$64.97.',
    'Tax: no tax applies, so CA$0.00.',
    'Total: CA$64.97 + CA$0.00 = CA$64.97.',
    'Amount due: the total, CA$64.97.',
  ])
  const { warnings } = (await api.post(`${INVOICES}/${body.id}/finalize`)).body
  assert.deepEqual(await get(api, `${INVOICES}/${body.id}/explain`), { ...draft, warnings })
})
