// Credit that pays invoices after they were finalized; and customers with credit, who cannot be deleted.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  ACCOUNT,
  allEvents,
  bodyOf,
  CUSTOMERS,
  get,
  grantCredit,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  refused,
} from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })
const { api } = w

const creditOf = (id: number) => `/v1/customers/${id}/credit_transactions`
const move = (id: number, amount: string, currency = 'cad') =>
  api.post(creditOf(id), { body: { amount, currency } })

test('a customer with credit cannot be deleted: 409 customer_has_credit', async () => {
  const { id } = await makeCustomer(api)
  await grantCredit(api, id, '12.5', 'cad')
  const { message } = refused(await api.delete(`${CUSTOMERS}/${id}`), 409, 'customer_has_credit')
  assert.equal(
    message,
    `Customer cus_${id} has credit of 12.50000000 cad. Remove it with a credit transaction of a negative amount, then delete the customer.`,
  )
})

test('a customer with credit can be neither deleted nor erased', async () => {
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

test('credit of a deleted customer is taken back by ID, and nothing else can be done with that customer', async () => {
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

const send = ({ id }: Made, body?: object) => api.post(`${INVOICES}/${id}/apply_credit`, { body })
const apply = (invoice: Made, body?: object) => bodyOf(send(invoice, body), 200)
const grant = ({ customer_id }: Made, amount: string, more: object = {}) =>
  bodyOf(
    api.post(`/v1/customers/${customer_id}/credit_transactions`, { body: { amount, ...more } }),
    201,
  )
const balanceOf = async ({ customer_id }: Made) =>
  (await get(api, `/v1/customers/${customer_id}`)).credit_balance
const billed = (unit_amount: number, more: object = {}) =>
  makeFinalized(api, { line_items: [{ description: 'Seats', quantity: 1, unit_amount }], ...more })
const isReceivable = ({ account }: Made) => account === 'receivable'
const figures = ({ status, credit_applied_later, amount_remaining }: Made) => [
  ...[status, credit_applied_later, amount_remaining],
]

test('credit pays an invoice in part, then up to its balance due', async () => {
  const invoice = await billed(5997)
  await grant(invoice, '20')
  assert.deepEqual(figures(await apply(invoice)), ['posted', 2000, 3997])
  assert.equal(await balanceOf(invoice), '0.00000000')
  await grant(invoice, '100')
  assert.deepEqual(figures(await apply(invoice, { amount: 1000 })), ['posted', 3000, 2997])
  assert.deepEqual(figures(await apply(invoice)), ['paid', 5997, 0])
  // 20.00 + 100.00 − 59.97
  assert.equal(await balanceOf(invoice), '60.03000000')
  const about = (await allEvents(api)).filter(({ data }) => data.object.id === invoice.id)
  assert.deepEqual(
    about.slice(-3).map(({ type }) => type),
    ['invoice.partially_paid', 'invoice.partially_paid', 'invoice.paid'],
  )
  const { data } = await get(api, `/v1/ledger/entries?invoice_id=${invoice.id}&kind=credit_applied`)
  const receivable = data.flatMap(({ postings }: Made) => postings).filter(isReceivable)
  assert.deepEqual(receivable.map(({ credit }: Made) => credit).sort(), [
    '10.00000000',
    '20.00000000',
    '29.97000000',
  ])
})

test('voiding returns the credit applied at finalize and later', async () => {
  const first = await billed(1000)
  await grant(first, '15')
  await apply(first)
  // The second invoice gets 5.00 when it is finalized, and 7.00 later.
  const second = await billed(3000, { customer_id: first.customer_id })
  assert.equal(second.credit_applied, 500)
  await grant(second, '7')
  await apply(second)
  const answer = await bodyOf(api.post(`${INVOICES}/${second.id}/void`), 200)
  assert.deepEqual(figures(answer), ['void', 700, 0])
  assert.equal(await balanceOf(second), '12.00000000')
})

test('a note returns credit as credit, and refunds at most the money received', async () => {
  // credit.md, section 2: 80.00, of which 30.00 is paid by credit and 50.00 by card.
  const invoice = await billed(8000)
  await grant(invoice, '30')
  await apply(invoice)
  await makePayment(api, invoice, { amount: 5000, method: 'card' })
  assert.equal((await get(api, `${INVOICES}/${invoice.id}`)).status, 'paid')
  const credit = (refund: number) =>
    api.post('/v1/credit_notes', {
      body: {
        ...{ invoice_id: invoice.id, amount: 8000, reason: 'goodwill' },
        ...{ refund, to_balance: 8000 - refund },
      },
    })
  refused(await credit(5001), 409, 'refund_exceeds_payment')
  const note = await bodyOf(credit(5000), 201)
  assert.deepEqual([note.to_open, note.to_balance, note.refund], [0, 3000, 5000])
  assert.equal(await balanceOf(invoice), '30.00000000')
})

test('a reversed payment is due again, less the credit', async () => {
  const invoice = await billed(1000)
  await grant(invoice, '4')
  await apply(invoice)
  const payment = await makePayment(api, invoice, { amount: 600 })
  await api.post(`/v1/payments/${payment.id}/reverse`, { body: { reason: 'Bounced' } })
  assert.deepEqual(figures(await get(api, `${INVOICES}/${invoice.id}`)), ['posted', 400, 600])
  const page = await (await fetch(invoice.hosted_url)).text()
  for (const text of ['Credit applied', '−CA$4.00', 'CA$6.00']) assert.ok(page.includes(text), text)
})

test('applying credit that is missing, or to an invoice with nothing due, is refused', async () => {
  const draft = await makeInvoice(api)
  await grant(draft, '5')
  refused(await send(draft), 409, 'invoice_not_payable')
  const invoice = await billed(1000)
  const none = refused(await send(invoice), 409, 'credit_exceeds_balance', 'amount')
  assert.equal(
    none.message,
    'The customer has credit of 0.00000000 cad, less than CA$0.01. Grant credit first.',
  )
  await grant(invoice, '9', { currency: 'eur' })
  await grant(invoice, '0.009')
  refused(await send(invoice), 409, 'credit_exceeds_balance', 'amount')
  await grant(invoice, '3')
  const more = refused(await send(invoice, { amount: 301 }), 409, 'credit_exceeds_balance')
  assert.equal(
    more.message,
    'The customer has credit of 3.00900000 cad, less than CA$3.01. Apply at most 300.',
  )
  const owed = refused(await send(invoice, { amount: 1001 }), 409, 'payment_exceeds_amount_due')
  assert.match(owed.message, /Apply at most 1000\.$/)
  refused(await send(invoice, { amount: 0 }), 400, 'parameter_invalid', 'amount')
  assert.deepEqual(figures(await get(api, `${INVOICES}/${invoice.id}`)), ['posted', 0, 1000])
  await apply(invoice, { amount: 300 })
  await makePayment(api, invoice, { amount: 700 })
  refused(await send(invoice), 409, 'invoice_not_payable')
})

test('of twenty concurrent requests, as many pay as the credit covers', async () => {
  const invoice = await billed(5000)
  await grant(invoice, '10')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(invoice, { amount: 300 })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    ...Array.from({ length: 3 }, () => 200),
    ...Array.from({ length: 17 }, () => 409),
  ])
  assert.equal(await balanceOf(invoice), '1.00000000')
  assert.deepEqual(figures(await get(api, `${INVOICES}/${invoice.id}`)), ['posted', 900, 4100])
})

const change = (apply_credit: string) => bodyOf(api.patch(ACCOUNT, { body: { apply_credit } }), 200)
const found = (invoice: Made) => get(api, `${INVOICES}/${invoice.id}`)
const typesAfter = async (sequence: number) =>
  (await get(api, `/v1/events?after=${sequence}`)).data.map(({ type }: Made) => type)
const lastSequence = async () => (await allEvents(api)).at(-1).sequence

test('credit pays outstanding invoices as soon as it is granted, oldest due date first', async () => {
  const later = await billed(1000, { due_date: '2099-03-01' })
  const { customer_id } = later
  const other = await billed(500, { customer_id, due_date: '2099-01-01', currency: 'eur' })
  const sooner = await billed(2000, { customer_id, due_date: '2099-02-01' })
  await grant(sooner, '1')
  assert.deepEqual(figures(await found(sooner)), ['posted', 0, 2000], 'not by default')
  assert.equal((await change('when_granted')).apply_credit, 'when_granted')

  const path = creditOf(Number(customer_id.slice('cus_'.length)))
  const before = await lastSequence()
  const paid = ['credit_transaction.created', 'customer.updated', 'credit_transaction.created']
  const expected = [
    ...paid,
    ...['customer.updated', 'invoice.paid'],
    ...['credit_transaction.created', 'customer.updated', 'invoice.partially_paid'],
  ]
  const foreseen = await bodyOf(api.post(`${path}?dry_run=true`, { body: { amount: '24' } }), 200)
  assert.deepEqual(
    foreseen.events.map(({ type }: Made) => type),
    expected,
  )
  assert.deepEqual(await typesAfter(before), [])
  const granted = await bodyOf(api.post(path, { body: { amount: '24', currency: 'CAD' } }), 201)
  assert.deepEqual([granted.type, granted.amount], ['granted', '24.00000000'])
  // 24.00 and the previous 1.00 pay 20.00 and 5.00.
  assert.deepEqual(await typesAfter(before), expected)
  assert.deepEqual(figures(await found(sooner)), ['paid', 2000, 0])
  assert.deepEqual(figures(await found(later)), ['posted', 500, 500])
  assert.deepEqual(figures(await found(other)), ['posted', 0, 500])
  assert.equal(await balanceOf(later), '0.00000000')

  await grant(later, '0.009')
  assert.deepEqual(figures(await found(later)), ['posted', 500, 500])
  await grant(later, '10')
  assert.deepEqual(figures(await found(later)), ['paid', 1000, 0])
  assert.equal(await balanceOf(later), '5.00900000')
  assert.equal((await move(Number(customer_id.slice('cus_'.length)), '-5.009')).status, 201)
  await change('at_finalize')
})

test('credit from a note or a refund pays other invoices', async () => {
  await change('when_granted')
  const credited = await billed(10_000)
  const { customer_id } = credited
  const open = await billed(3000, { customer_id })
  await makePayment(api, credited, { amount: 4000 })
  // 60.00 is open: 70.00 closes it and leaves 10.00 for the other invoice.
  const body = { invoice_id: credited.id, amount: 7000, reason: 'goodwill' }
  const note = await bodyOf(api.post('/v1/credit_notes', { body }), 201)
  assert.deepEqual([note.to_open, note.to_balance], [6000, 1000])
  assert.deepEqual(figures(await found(credited)), ['paid', 0, 0])
  assert.deepEqual(figures(await found(open)), ['posted', 1000, 2000])
  refused(await api.post(`/v1/credit_notes/${note.id}/void`), 409, 'credit_note_used')

  const again = { ...body, amount: 2500, refund: 2500 }
  const refunding = await bodyOf(api.post('/v1/credit_notes', { body: again }), 201)
  const { data } = await get(api, `/v1/refunds?credit_note_id=${refunding.id}`)
  await bodyOf(api.post(`/v1/refunds/${data[0].id}/to_balance`), 200)
  assert.deepEqual(figures(await found(open)), ['paid', 3000, 0])
  assert.equal(await balanceOf(open), '5.00000000')
  await change('at_finalize')
})

test('an overpayment and a payment moved to the balance pay other invoices', async () => {
  const overpayment = (value: string) => api.patch(ACCOUNT, { body: { overpayment: value } })
  await Promise.all([change('when_granted'), overpayment('balance')])
  const paid = await billed(1000)
  const { customer_id } = paid
  const open = await billed(3000, { customer_id })
  await makePayment(api, paid, { amount: 1700 })
  assert.deepEqual(figures(await found(paid)), ['paid', 0, 0])
  assert.deepEqual(figures(await found(open)), ['posted', 700, 2300])
  const body = { customer_id, amount: 2500, method: 'cash' }
  const waiting = await bodyOf(api.post('/v1/payments', { body }), 201)
  await bodyOf(api.post(`/v1/payments/${waiting.id}/to_balance`, { body: {} }), 200)
  assert.deepEqual(figures(await found(open)), ['paid', 3000, 0])
  assert.equal(await balanceOf(open), '2.00000000')
  await Promise.all([change('at_finalize'), overpayment('refuse')])
})

test('one grant pays at most twenty invoices', async () => {
  await change('when_granted')
  const first = await billed(100, { due_date: '2099-01-01' })
  const { customer_id } = first
  await Promise.all(
    Array.from({ length: 19 }, () => billed(100, { customer_id, due_date: '2099-01-02' })),
  )
  const last = await billed(100, { customer_id, due_date: '2099-01-03' })
  await grant(first, '30')
  const open = () => get(api, `${INVOICES}?customer_id=${customer_id}&open=true`)
  assert.deepEqual(
    (await open()).data.map(({ id }: Made) => id),
    [last.id],
  )
  assert.equal(await balanceOf(first), '10.00000000')
  await grant(first, '0.01')
  assert.deepEqual((await open()).data, [])
  assert.equal(await balanceOf(first), '9.01000000')
  await change('at_finalize')
})

test('concurrent grants and finalizes leave no credit unused while an invoice is open', async () => {
  await change('when_granted')
  for (let round = 0; round < 6; round++) {
    const draft = await makeInvoice(api, {
      line_items: [{ description: 'Seats', quantity: 1, unit_amount: 1500 }],
    })
    const open = await billed(1500, { customer_id: draft.customer_id })
    await Promise.all([
      grant(draft, '10'),
      api.post(`${INVOICES}/${draft.id}/finalize`),
      grant(draft, '10'),
    ])
    const left = [await found(draft), await found(open)]
    // 30.00 less 20.00, in either order.
    const remaining = left.reduce((sum, { amount_remaining }) => sum + amount_remaining, 0)
    assert.deepEqual([remaining, await balanceOf(draft)], [1000, '0.00000000'])
  }
  await change('at_finalize')
})
