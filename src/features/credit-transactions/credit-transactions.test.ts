// Customer credit over HTTP: granted, taken back, applied by finalize, returned by void.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeInvoice,
  makePayment,
  refused,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const w = await world({ after })
const { api } = w

const creditOf = ({ id }: Made) => `/v1/customers/${id}/credit_transactions`
const grant = (customer: Made, amount: string, more: object = {}) =>
  api.post(creditOf(customer), { body: { amount, ...more } })
const balanceOf = async ({ id }: Made) => (await get(api, `${CUSTOMERS}/${id}`)).credit_balance
const finalize = async ({ id }: Made) => (await api.post(`${INVOICES}/${id}/finalize`)).body
const draft = (customer: Made, amount: number, more: object = {}) =>
  makeInvoice(api, {
    customer_id: customer.id,
    line_items: [{ description: 'Seats', quantity: 1, unit_amount: amount }],
    ...more,
  })

async function withCredit(amount: string, more: object = {}): Promise<Made> {
  const customer = await makeCustomer(api)
  assert.equal((await grant(customer, amount, more)).status, 201)
  return customer
}

test('credit of up to eight decimals is granted and taken back, never below zero', async () => {
  const customer = await makeCustomer(api)
  const { status, body, headers } = await grant(customer, '25.5', {
    reason: 'Outage',
    metadata: { ticket: 7 },
  })
  assert.equal(status, 201)
  assert.deepEqual(body, {
    id: body.id,
    object: 'credit_transaction',
    customer_id: `cus_${customer.id}`,
    type: 'granted',
    amount: '25.50000000',
    currency: 'cad',
    reason: 'Outage',
    invoice_id: null,
    credit_note_id: null,
    payment_id: null,
    metadata: { ticket: 7 },
    created_at: body.created_at,
  })
  assert.equal(headers.location, `/v1/credit_transactions/${body.id}`)
  assert.deepEqual(await get(api, `${headers.location}`), body)
  const taken = await grant(customer, '-5.00000001')
  assert.deepEqual([taken.body.type, taken.body.amount], ['expired', '-5.00000001'])
  assert.equal(await balanceOf(customer), '20.49999999')
  const error = refused(await grant(customer, '-20.5'), 409, 'credit_exceeds_balance', 'amount')
  assert.match(error.message, /has credit of 20\.49999999 cad, less than 20\.50000000/)
  assert.equal((await grant(customer, '-20.49999999')).status, 201)
  assert.equal(await balanceOf(customer), '0.00000000')
})

test('credit with nine decimals, zero, and amounts out of range are refused', async () => {
  const customer = await makeCustomer(api)
  const wrong = [
    '0',
    '0.00000000',
    '-0',
    '1.123456789',
    '1,5',
    '1e3',
    '',
    ' 1',
    '+1',
    '.5',
    '1.',
    'x',
  ]
  for (const amount of wrong) {
    refused(await grant(customer, amount), 400, 'parameter_invalid', 'amount')
  }
  for (const amount of [25, null, true]) {
    assert.equal((await grant(customer, amount as unknown as string)).status, 400)
  }
  refused(await grant(customer, '1000000000000'), 400, 'amount_too_large', 'amount')
  refused(await grant(customer, '-1000000000000'), 400, 'amount_too_large', 'amount')
  assert.equal((await grant(customer, '999999999999.99999999')).status, 201)
  refused(await grant(customer, '0.00000001'), 400, 'amount_too_large', 'amount')
  refused(await grant(customer, '1', { currency: 'xxx' }), 400, 'currency_invalid', 'currency')
  refused(await grant({ id: 999999 }, '1'), 404, 'resource_missing')
  refused(await api.get(creditOf({ id: 999999 })), 404, 'resource_missing')
  refused(await api.get('/v1/credit_transactions/cbt_x'), 404, 'resource_missing')
})

test('finalize applies whole smallest units of credit; the rest stays', async () => {
  const customer = await withCredit('20.001')
  const finalized = await finalize(await draft(customer, 5997))
  assert.deepEqual(
    [
      finalized.status,
      finalized.total,
      finalized.credit_applied,
      finalized.amount_due,
      finalized.amount_remaining,
    ],
    ['posted', 5997, 2000, 3997, 3997],
  )
  assert.equal(await balanceOf(customer), '0.00100000')
  const { data } = await get(api, creditOf(customer))
  assert.deepEqual([data[0].type, data[0].amount], ['applied', '-20.00000000'])
  assert.equal(data[0].invoice_id, finalized.id)
  const explained = await get(api, `${INVOICES}/${finalized.id}/explain`)
  assert.equal(explained.amount_due, 3997)
  assert.deepEqual(explained.sentences.slice(-2), [
    'Credit applied: CA$20.00, of the 20.00100000 CAD the customer had.',
    'Amount due: CA$59.97 − CA$20.00 = CA$39.97.',
  ])
  // The rest is paid in money, after which it can no longer be voided.
  await makePayment(api, finalized)
  refused(await api.post(`${INVOICES}/${finalized.id}/void`), 409, 'invoice_has_payments')
})

test('an invoice fully covered by credit is paid with amount_due 0', async () => {
  const customer = await withCredit('100')
  const finalized = await finalize(await draft(customer, 5997))
  assert.deepEqual(
    [finalized.status, finalized.credit_applied, finalized.amount_due],
    ['paid', 5997, 0],
  )
  assert.equal(await balanceOf(customer), '40.03000000')
  const types = (await allEvents(api))
    .filter(({ data }) => [finalized.id, customer.id].includes(data.object.id))
    .map(({ type }) => type)
  assert.deepEqual(types.slice(-3), ['invoice.finalized', 'customer.updated', 'invoice.paid'])
})

test('voiding an invoice returns its credit', async () => {
  const customer = await withCredit('70')
  const [covered, part] = [await draft(customer, 5000), await draft(customer, 5000)]
  await finalize(covered)
  await finalize(part)
  assert.equal(await balanceOf(customer), '0.00000000')
  for (const [invoice, balance] of [
    [covered, '50.00000000'],
    [part, '70.00000000'],
  ] as const) {
    const gone = (await api.post(`${INVOICES}/${invoice.id}/void`)).body
    assert.equal(gone.status, 'void')
    assert.equal(gone.amount_due, 5000 - gone.credit_applied, 'the document stays as it was')
    assert.equal(await balanceOf(customer), balance)
  }
  const { data } = await get(api, `${creditOf(customer)}?type=restored`)
  assert.deepEqual(
    data.map(({ amount, invoice_id }: Made) => [amount, invoice_id]),
    [
      ['20.00000000', part.id],
      ['50.00000000', covered.id],
    ],
  )
})

test('a credit in one currency never pays an invoice in another', async () => {
  const customer = await withCredit('50', { currency: 'USD' })
  const cad = await finalize(await draft(customer, 1000))
  assert.equal(cad.credit_applied, 0)
  const usd = await finalize(await draft(customer, 1000, { currency: 'usd' }))
  assert.deepEqual([usd.credit_applied, usd.status], [1000, 'paid'])
  const now = await get(api, `${CUSTOMERS}/${customer.id}`)
  assert.deepEqual(
    [now.credit_balance, now.credit_balances],
    ['0.00000000', { usd: '40.00000000' }],
  )
  await grant(customer, '100.5', { currency: 'jpy' })
  const jpy = await finalize(await draft(customer, 1000, { currency: 'jpy' }))
  assert.deepEqual([jpy.credit_applied, jpy.amount_due], [100, 900])
  assert.equal((await get(api, `${creditOf(customer)}?currency=JPY`)).data.length, 2)
})

test('the credit balance is always the sum of the transactions', async () => {
  const customer = await withCredit('0.1')
  for (const amount of ['0.2', '-0.3', '12.34567891', '7', '-0.00000001']) {
    await grant(customer, amount)
  }
  // 0.1 + 0.2 − 0.3 + 12.34567891 + 7 − 0.00000001, by hand.
  assert.equal(await balanceOf(customer), '19.34567890')
  const events = (await allEvents(api)).filter(({ data }) => data.object.id === customer.id)
  const last = events.at(-1)
  assert.equal(last.type, 'customer.updated')
  assert.equal(last.data.object.credit_balance, '19.34567890')
  assert.equal(last.data.previous_attributes.credit_balance, '19.34567891')
  const page = await get(api, `${creditOf(customer)}?limit=2`)
  assert.deepEqual([page.total_count, page.has_more], [6, true])
  assert.deepEqual((await get(api, creditOf({ id: `cus_${customer.id}` }))).data.length, 6)
})

test('each movement of credit is a balanced entry', async () => {
  const customer = await withCredit('30')
  await grant(customer, '-1')
  const finalized = await finalize(await draft(customer, 5000))
  await api.post(`${INVOICES}/${finalized.id}/void`)
  const entries = await w.sql(
    `select e.kind, array_agg(p.account || ' ' || trim_scale(p.amount) order by p.amount desc)
       as postings
     from ledger_entries e join ledger_postings p on p.entry_id = e.id
     where e.environment_id = 1 and e.customer_id = $1
     group by e.environment_id, e.id order by e.id`,
    [customer.id],
  )
  assert.deepEqual(entries, [
    { kind: 'credit_granted', postings: ['credit_granted 30', 'customer_credit -30'] },
    { kind: 'credit_expired', postings: ['customer_credit 1', 'credit_granted -1'] },
    { kind: 'invoice_finalized', postings: ['receivable 50', 'revenue -50'] },
    { kind: 'credit_applied', postings: ['customer_credit 29', 'receivable -29'] },
    { kind: 'invoice_voided', postings: ['revenue 50', 'receivable -50'] },
    { kind: 'credit_restored', postings: ['receivable 29', 'customer_credit -29'] },
  ])
})

test('a deleted customer gets credit back', async () => {
  const customer = await withCredit('10')
  const finalized = await finalize(await draft(customer, 1000))
  await api.delete(`${CUSTOMERS}/${customer.id}`)
  assert.equal((await api.post(`${INVOICES}/${finalized.id}/void`)).body.status, 'void')
  refused(await grant(customer, '1'), 404, 'resource_missing')
})
