// Customers with credit cannot be deleted, and the credit of deleted customers can be taken back.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  allEvents,
  CUSTOMERS,
  get,
  grantCredit,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  refused,
} from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })
const { api } = w

const creditOf = (id: number) => `/v1/customers/${id}/credit_transactions`
const move = (id: number, amount: string, currency = 'cad') =>
  api.post(creditOf(id), { body: { amount, currency } })

test('c3 customer_has_credit: 409', async () => {
  const { id } = await makeCustomer(api)
  await grantCredit(api, id, '12.5', 'cad')
  const { message } = refused(await api.delete(`${CUSTOMERS}/${id}`), 409, 'customer_has_credit')
  assert.equal(
    message,
    `Customer cus_${id} has credit of 12.50000000 cad. Remove it with a credit transaction of a negative amount, then delete the customer.`,
  )
})

test('b4 credit kept: a customer with credit can be neither deleted nor erased', async () => {
  const { id } = await makeCustomer(api)
  await grantCredit(api, id, '3', 'usd')
  await grantCredit(api, id, '0.00000001', 'jpy')
  const path = `${CUSTOMERS}/${id}`
  for (const refusal of [
    await api.delete(path),
    await api.delete(`${path}?dry_run=true`),
    await api.post(`/v1/customers/${id}/erase`),
    await api.post(`/v1/customers/${id}/erase`, { body: { documents: 'erase' } }),
  ]) {
    const { message } = refused(refusal, 409, 'customer_has_credit')
    assert.match(message, /has credit of 0\.00000001 jpy and 3\.00000000 usd\. Remove it/)
  }
  assert.equal((await move(id, '-3', 'usd')).status, 201)
  refused(await api.delete(path), 409, 'customer_has_credit')
  assert.equal((await move(id, '-0.00000001', 'jpy')).status, 201)
  assert.equal((await api.delete(path)).status, 200)
})

test('open invoices and credit are both named, the invoices first', async () => {
  const { id } = await makeCustomer(api)
  await grantCredit(api, id, '1', 'cad')
  await makeInvoice(api, { customer_id: id })
  const error = refused(await api.delete(`${CUSTOMERS}/${id}`), 409, 'customer_has_open_invoices')
  assert.deepEqual(
    error.errors.map(({ code }: Made) => code),
    ['customer_has_open_invoices', 'customer_has_credit'],
  )
})

/** Makes a deleted customer with credit: it was returned when the invoice that used it was voided. */
async function deletedWithCredit(): Promise<number> {
  const { id } = await makeCustomer(api)
  await grantCredit(api, id, '59.97', 'cad')
  const paid = await makeFinalized(api, { customer_id: id })
  assert.equal(paid.status, 'paid')
  assert.equal((await api.delete(`${CUSTOMERS}/${id}`)).status, 200)
  assert.equal((await api.post(`${INVOICES}/${paid.id}/void`)).status, 200)
  return id
}

test('b4 credit of deleted: credit of a deleted customer is taken back by ID, and nothing else can be done with them', async () => {
  const id = await deletedWithCredit()
  refused(await move(id, '5'), 404, 'resource_missing')
  const tooMuch = refused(await move(id, '-60'), 409, 'credit_exceeds_balance', 'amount')
  assert.match(tooMuch.message, /has credit of 59\.97000000 cad/)
  refused(await move(id, '-1', 'usd'), 409, 'credit_exceeds_balance')
  const before = (await allEvents(api)).at(-1).sequence
  const taken = await move(id, '-59.97')
  assert.equal(taken.status, 201, taken.text)
  assert.deepEqual(
    [taken.body.type, taken.body.amount, taken.body.customer_id],
    ['expired', '-59.97000000', `cus_${id}`],
  )
  assert.deepEqual(await get(api, taken.headers.location as string), taken.body)
  const { data } = await get(api, `/v1/events?after=${before}`)
  assert.deepEqual(
    data.map(({ type }: Made) => type),
    ['credit_transaction.created'],
    'a deleted customer is told of no more',
  )
  refused(await move(id, '-1'), 409, 'credit_exceeds_balance')
  refused(await api.get(`${CUSTOMERS}/${id}`), 404, 'resource_missing')
  refused(await api.patch(`${CUSTOMERS}/${id}`, { body: { name: 'X' } }), 404, 'resource_missing')
  refused(await api.delete(`${CUSTOMERS}/${id}`), 404, 'resource_missing')
  const line_items = [{ description: 'Seat', quantity: 1, unit_amount: 1 }]
  const invoice = { customer_id: id, line_items }
  refused(await api.post(INVOICES, { body: invoice }), 400, 'resource_missing')
  const types = (await get(api, creditOf(id))).data.map(({ type }: Made) => type)
  assert.deepEqual(types, ['expired', 'restored', 'applied', 'granted'])
})

test('a customer deleted with credit can be erased once it is taken back', async () => {
  const id = await deletedWithCredit()
  const erase = `/v1/customers/${id}/erase`
  refused(await api.post(erase), 409, 'customer_has_credit')
  assert.equal((await move(id, '-59.97')).status, 201)
  assert.equal((await api.post(erase)).status, 200)
})

test('another environment cannot take credit back, and the books are consistent', async () => {
  const id = await deletedWithCredit()
  const live = { key: w.keys.live, body: { amount: '-1', currency: 'cad' } }
  refused(await api.post(creditOf(id), live), 404, 'resource_missing')
  assert.equal((await move(id, '-59.97')).status, 201)
  const { checks } = await get(api, '/v1/ledger/verification')
  assert.deepEqual(
    checks.filter(({ differences }: Made) => differences > 0),
    [],
  )
})
