// Payments over HTTP: recorded, refused, reversed, listed, and posted to the ledger.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  ACCOUNT,
  allEvents,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  PAYMENTS,
  refused,
} from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { decodeId } from '../../platform/ids.ts'

// In Auckland it is already the 21st: thirteen hours ahead of UTC in the southern summer.
const START = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world(
  { after },
  { settings: { TIME_ZONE: 'Pacific/Auckland' }, wallNow: () => START },
)
const { api } = w

const read = (invoice: Made) => get(api, `${INVOICES}/${invoice.id}`)
const reverse = (payment: Made, body?: object) =>
  api.post(`${PAYMENTS}/${payment.id}/reverse`, { body })
const eventsOf = async (...ids: string[]) =>
  (await allEvents(api)).filter(({ data }) => ids.includes(data.object.id))
const send = (invoice: Made, more: object = {}) =>
  api.post(PAYMENTS, {
    body: { invoice_id: invoice.id, amount: 1, currency: 'cad', method: 'card', ...more },
  })

async function makeOverdue(): Promise<Made> {
  const invoice = await makeFinalized(api, { due_date: '2020-01-31' })
  return until('the invoice to be overdue', async () => {
    const now = await read(invoice)
    return now.status === 'overdue' && now
  })
}

test('an invoice accepts several payments, including partial ones', async () => {
  const invoice = await makeFinalized(api)
  const first = await makePayment(api, invoice, { amount: 2000, method: 'cheque', currency: 'CAD' })
  assert.deepEqual(first, {
    id: first.id,
    object: 'payment',
    invoice_id: invoice.id,
    customer_id: invoice.customer_id,
    amount: 2000,
    allocations: [{ invoice_id: invoice.id, amount: 2000 }],
    unallocated: 0,
    to_balance: 0,
    amount_reversed: 0,
    currency: 'cad',
    method: 'cheque',
    status: 'settled',
    received_on: '2026-11-21',
    reference: '',
    note: '',
    reversal_reason: '',
    reversed_at: null,
    ...{ initiated_by: null, attempt: null, payment_method_id: null },
    ...{ gateway_id: null, gateway_ref: null },
    ...{ action_url: null, failure: null, captured_at: null, fee: null },
    metadata: {},
    created_at: '2026-11-20T12:00:00.000Z',
    updated_at: '2026-11-20T12:00:00.000Z',
  })
  assert.match(first.id, /^pay_[0-9a-z]{26}$/)
  assert.deepEqual(await get(api, `${PAYMENTS}/${first.id}`), first)
  await makePayment(api, invoice, { amount: 3000 })
  const now = await read(invoice)
  assert.deepEqual([now.status, now.amount_paid, now.amount_remaining], ['posted', 5000, 997])
  assert.equal(now.amount_due, 5997)
})

test('a posted or overdue invoice becomes paid when settled payments reach amount_due', async () => {
  for (const invoice of [await makeFinalized(api), await makeOverdue()]) {
    await makePayment(api, invoice, { amount: 5000 })
    assert.equal((await read(invoice)).status, invoice.status)
    await makePayment(api, invoice, { amount: 997 })
    const now = await read(invoice)
    assert.deepEqual([now.status, now.amount_paid, now.amount_remaining], ['paid', 5997, 0])
  }
})

test('a payment above the balance due is refused, and the error names the balance', async () => {
  const invoice = await makeFinalized(api)
  await makePayment(api, invoice, { amount: 5990 })
  const error = refused(await send(invoice, { amount: 8 }), 409, 'payment_exceeds_amount_due')
  assert.match(error.message, /CA\$0\.08 is more than the balance due of CA\$0\.07 .*at most 7\./)
  assert.equal((await read(invoice)).amount_paid, 5990)
})

test('drafts, paid and void invoices accept no payment', async () => {
  const draft = await makeInvoice(api)
  const gone = await makeFinalized(api)
  await api.post(`${INVOICES}/${gone.id}/void`)
  const free = await makeFinalized(api, { line_items: [{ ...LINE, unit_amount: 0 }] })
  for (const invoice of [draft, gone, free])
    refused(await send(invoice), 409, 'invoice_not_payable')
  const unknown = { id: 'inv_01h2xcejqtf2nbrexx3vqjhp41' }
  refused(await send(unknown), 400, 'resource_missing', 'invoice_id')
  const elsewhere = await makeFinalized(api, {}, { key: w.keys.otherTest })
  refused(await send(elsewhere), 400, 'resource_missing', 'invoice_id')
})

test('payments with zero, negative or fractional amounts or in another currency are refused', async () => {
  const invoice = await makeFinalized(api)
  for (const amount of [0, -1, 0.5, '1', null, 2 ** 53]) {
    const answer = await send(invoice, { amount })
    assert.equal(answer.status, 400, `amount ${amount}`)
    assert.equal(answer.body.error.param, 'amount')
  }
  refused(await send(invoice, { currency: 'usd' }), 400, 'currency_mismatch', 'currency')
  refused(await send(invoice, { currency: 'xxx' }), 400, 'currency_invalid', 'currency')
  refused(await send(invoice, { method: 'barter' }), 400, 'parameter_invalid', 'method')
  refused(await send(invoice, { invoice_id: 'inv_1' }), 400, 'parameter_invalid', 'invoice_id')
  for (const member of ['invoice_id', 'amount', 'method']) {
    const answer = await send(invoice, { [member]: undefined })
    refused(answer, 400, 'parameter_missing', member)
  }
  refused(
    await send(invoice, { reference: 'x'.repeat(257) }),
    400,
    'parameter_invalid',
    'reference',
  )
  refused(await send(invoice, { cheque: 1 }), 400, 'parameter_unknown', 'cheque')
  assert.equal((await read(invoice)).amount_paid, 0)
})

test("received_on is today in the account's zone or any earlier day, and a future day is refused", async () => {
  const invoice = await makeFinalized(api)
  for (const received_on of ['2026-11-21', '2026-11-20', '2019-02-28']) {
    assert.equal(
      (await makePayment(api, invoice, { amount: 1, received_on })).received_on,
      received_on,
    )
  }
  for (const received_on of ['2026-11-22', '2027-01-01', '2026-02-30', '', 'today']) {
    refused(await send(invoice, { received_on }), 400, 'parameter_invalid', 'received_on')
  }
})

test('nothing is received in closed books, until they are opened again', async () => {
  const invoice = await makeFinalized(api)
  const close = (books_closed_until: string | null) =>
    api.patch(ACCOUNT, { body: { books_closed_until } })
  assert.equal((await close('2026-10-31')).body.books_closed_until, '2026-10-31')
  const { message } = refused(
    await send(invoice, { received_on: '2026-10-31' }),
    409,
    'books_closed',
    'received_on',
  )
  assert.match(message, /closed until 2026-10-31; received_on must be 2026-11-01 or later/)
  await makePayment(api, invoice, { amount: 1, received_on: '2026-11-01' })
  await makePayment(api, invoice, { amount: 1 })
  // Today, in the zone of the account.
  refused(await close('2026-11-21'), 400, 'parameter_invalid', 'books_closed_until')
  assert.equal((await close(null)).body.books_closed_until, null)
  await makePayment(api, invoice, { amount: 1, received_on: '2026-10-31' })
})

test('the excess of a payment becomes credit if the account keeps overpayments', async () => {
  assert.equal((await get(api, ACCOUNT)).overpayment, 'refuse')
  const keep = (overpayment: string) => api.patch(ACCOUNT, { body: { overpayment } })
  assert.equal((await keep('balance')).body.overpayment, 'balance')
  const invoice = await makeFinalized(api)
  const path = `/v1/customers/${invoice.customer_id}`
  const credit = async () => (await get(api, path)).credit_balance
  const payment = await makePayment(api, invoice, { amount: 7000, method: 'cheque' })
  assert.deepEqual([payment.amount, payment.to_balance], [7000, 1003])
  const paid = await read(invoice)
  assert.deepEqual([paid.status, paid.amount_paid, paid.amount_remaining], ['paid', 5997, 0])
  assert.equal(await credit(), '10.03000000')
  const [given] = (await get(api, `${path}/credit_transactions`)).data
  assert.deepEqual(
    [given.type, given.amount, given.payment_id],
    ['overpaid', '10.03000000', payment.id],
  )

  // Paid twice: all of the second payment is credit, and the invoice does not change.
  const again = await makePayment(api, invoice, { amount: 5997 })
  assert.equal(again.to_balance, 5997)
  assert.deepEqual(await read(invoice), paid)
  assert.equal(await credit(), '70.00000000')
  const drafted = await makeInvoice(api)
  refused(await send(drafted, { amount: 9000 }), 409, 'invoice_not_payable')

  // At most the amount that paid the invoice can be refunded.
  const whole = { invoice_id: invoice.id, amount: 5997, reason: 'other' }
  await api.post('/v1/credit_notes', { body: { ...whole, refund: 5997 } })
  const refunds = (await get(api, `/v1/refunds?payment_id=${payment.id}`)).data
  assert.deepEqual(
    refunds.map((each: Made) => each.amount),
    [5997],
  )

  assert.equal((await reverse(again)).body.status, 'reversed')
  assert.equal(await credit(), '10.03000000')
  const open = await makeFinalized(api, { customer_id: Number(invoice.customer_id.slice(4)) })
  assert.equal(open.credit_applied, 1003)
  await api.post(`/v1/refunds/${refunds[0].id}/cancel`)
  const { message } = refused(await reverse(payment), 409, 'credit_exceeds_balance')
  assert.match(message, /credit of 0\.00000000 cad, less than 10\.03000000\. .* Grant credit/)
  await api.post(`${path}/credit_transactions`, { body: { amount: '10.03', currency: 'cad' } })
  assert.equal((await reverse(payment)).body.to_balance, 1003)
  assert.deepEqual([await credit(), (await read(invoice)).amount_paid], ['0.00000000', 0])
  const entries = await w.sql(
    `select e.kind, array_agg(p.account || ' ' || trim_scale(p.amount) order by p.amount desc)
       as postings
     from ledger_entries e join ledger_postings p on p.entry_id = e.id
     where e.environment_id = 1 and e.object_id = $1 group by e.kind order by e.kind desc`,
    [decodeId('pay', payment.id)],
  )
  assert.deepEqual(entries, [
    {
      kind: 'payment_settled',
      postings: ['cash_cheque 70', 'customer_credit -10.03', 'receivable -59.97'],
    },
    {
      kind: 'payment_reversed',
      postings: ['receivable 59.97', 'customer_credit 10.03', 'cash_cheque -70'],
    },
  ])
  await keep('refuse')
})

test('of two concurrent payments, one pays the invoice and the other becomes credit', async () => {
  await api.patch(ACCOUNT, { body: { overpayment: 'balance' } })
  const invoice = await makeFinalized(api)
  const answers = await Promise.all([1, 2].map(() => send(invoice, { amount: 5997 })))
  assert.deepEqual(answers.map(({ body }) => body.to_balance).toSorted(), [0, 5997])
  assert.equal((await read(invoice)).amount_paid, 5997)
  await api.patch(ACCOUNT, { body: { overpayment: 'refuse' } })
})

test('a reversed payment does not count towards its invoice', async () => {
  const invoice = await makeFinalized(api)
  const payment = await makePayment(api, invoice, { amount: 5000 })
  const { body } = await reverse(payment, { reason: 'recorded twice' })
  assert.deepEqual(body, {
    ...payment,
    status: 'reversed',
    amount_reversed: 5000,
    reversal_reason: 'recorded twice',
    reversed_at: '2026-11-20T12:00:00.000Z',
  })
  assert.deepEqual(await get(api, `${PAYMENTS}/${payment.id}`), body)
  assert.equal((await read(invoice)).amount_remaining, 5997)
  refused(await reverse(payment), 409, 'payment_already_reversed')
  refused(await reverse({ id: 'pay_01h2xcejqtf2nbrexx3vqjhp41' }), 404, 'resource_missing')
  refused(await reverse({ id: 'pay_x' }), 404, 'resource_missing')
  refused(await reverse(payment, { reason: 'x'.repeat(501) }), 400, 'parameter_invalid', 'reason')
  // The payment no longer counts, so the invoice can be paid again, or voided.
  await makePayment(api, invoice, { amount: 5997 })
  assert.equal((await read(invoice)).status, 'paid')
})

test('a paid invoice becomes posted or overdue when a payment is reversed', async () => {
  const posted = await makeFinalized(api)
  const payment = await makePayment(api, posted, { amount: 5997 })
  assert.equal((await reverse(payment)).status, 200)
  const open = await read(posted)
  assert.deepEqual([open.status, open.amount_paid], ['posted', 0])
  const overdue = await makeOverdue()
  await makePayment(api, overdue, { amount: 997 })
  await reverse(await makePayment(api, overdue, { amount: 5000 }))
  const late = await read(overdue)
  assert.deepEqual([late.status, late.amount_paid, late.amount_remaining], ['overdue', 997, 5000])
  // It is open again with its due date, which the background job uses.
  const [stored] = await w.sql<{ overdue_at: number }>(
    'select overdue_at from invoices where environment_id = 1 and number = $1',
    [posted.number],
  )
  assert.equal(stored?.overdue_at, Date.parse('2026-12-21T11:00:00.000Z'))
  assert.equal((await api.post(`${INVOICES}/${posted.id}/void`)).body.status, 'void')
})

test('each payment records an event, and another one for its effect on the invoice', async () => {
  const invoice = await makeFinalized(api, { due_date: '2020-01-31' })
  const part = await makePayment(api, invoice, { amount: 97 })
  const rest = await makePayment(api, invoice, { amount: 5900 })
  await reverse(rest)
  const events = await eventsOf(invoice.id, part.id, rest.id)
  const statuses = events.map(({ type, data }) => `${type} ${data.object.status}`)
  // The background job can mark the invoice overdue before or after this; its event is filtered out.
  assert.deepEqual(
    statuses
      .filter((text) => !/created draft|finalized|overdue overdue/.test(text))
      .map((text) => text.replace('overdue', 'posted')),
    [
      'payment.created settled',
      'invoice.partially_paid posted',
      'payment.created settled',
      'invoice.paid paid',
      'payment.reversed reversed',
      'invoice.payment_reversed posted',
    ],
  )
  const reversed = events.find(({ type }) => type === 'invoice.payment_reversed')
  assert.equal(reversed.data.object.status, 'overdue')
  assert.deepEqual(reversed.data.previous_attributes.amount_paid, 5997)
  assert.equal(events.at(-1).type, 'invoice.overdue')
})

test('payments are filtered by invoice, customer, method, status and day', async () => {
  const customer = await makeCustomer(api)
  const invoice = await makeFinalized(api, { customer_id: customer.id })
  const methods = ['card', 'bank_transfer', 'cheque', 'cash', 'other']
  const made: Made[] = []
  for (const [index, method] of methods.entries()) {
    const received_on = `2026-10-0${index + 1}`
    made.unshift(await makePayment(api, invoice, { amount: 10, method, received_on }))
  }
  const reversed = (await reverse(made[0])).body
  const find = async (query: string) => (await get(api, `${PAYMENTS}?${query}`)).data
  assert.deepEqual(await find(`invoice_id=${invoice.id}`), [reversed, ...made.slice(1)])
  assert.deepEqual(await find(`customer_id=${customer.id}&limit=2`), [reversed, made[1]])
  assert.deepEqual(await find(`customer_id=cus_${customer.id}&method=cash`), [made[1]])
  assert.deepEqual(await find(`invoice_id=${invoice.id}&status=reversed`), [reversed])
  const range = 'received_on[gte]=2026-10-02&received_on[lte]=2026-10-03'
  assert.deepEqual(await find(`invoice_id=${invoice.id}&${range}`), [made[2], made[3]])
  assert.deepEqual(await find(`starting_after=${made[3].id}&limit=1`), [made[4]])
  assert.deepEqual(await find('customer_id=999999'), [])
  const all = await get(api, PAYMENTS)
  const [counted] = await w.sql<{ count: number }>(
    'select count(*) as count from payments where environment_id = 1',
  )
  assert.equal(all.total_count, counted?.count)
  refused(await api.get(`${PAYMENTS}?method=barter`), 400, 'parameter_invalid', 'method')
})

test('each payment and each reversal is a balanced entry, with the cash account of its method', async () => {
  const invoice = await makeFinalized(api)
  const part = await makePayment(api, invoice, { amount: 997, method: 'cheque' })
  await makePayment(api, invoice, { amount: 5000, method: 'bank_transfer' })
  await reverse(part)
  const entries = await w.sql(
    `select e.kind, array_agg(p.account || ' ' || trim_scale(p.amount) order by p.amount desc)
       as postings
     from ledger_entries e join ledger_postings p on p.entry_id = e.id
     where e.environment_id = 1 and e.customer_id = $1
     group by e.environment_id, e.id order by e.created_at, e.id`,
    [Number(invoice.customer_id.slice(4))],
  )
  assert.deepEqual(entries, [
    { kind: 'invoice_finalized', postings: ['receivable 59.97', 'revenue -59.97'] },
    { kind: 'payment_settled', postings: ['cash_cheque 9.97', 'receivable -9.97'] },
    { kind: 'payment_settled', postings: ['cash_bank_transfer 50', 'receivable -50'] },
    { kind: 'payment_reversed', postings: ['receivable 9.97', 'cash_cheque -9.97'] },
  ])
})

test('a payment can be reversed after its customer was deleted', async () => {
  const invoice = await makeFinalized(api)
  const payment = await makePayment(api, invoice, { amount: 5997 })
  await api.delete(`/v1/customers/${invoice.customer_id}`)
  assert.equal((await reverse(payment)).status, 200)
  assert.equal((await read(invoice)).status, 'posted')
})

test('the same idempotency key records a payment once', async () => {
  const invoice = await makeFinalized(api)
  const body = { invoice_id: invoice.id, amount: 100, currency: 'cad', method: 'cash' }
  const headers = { 'idempotency-key': 'one-payment' }
  const [first, second] = await Promise.all([
    api.post(PAYMENTS, { body, headers }),
    api.post(PAYMENTS, { body, headers }),
  ])
  assert.equal(first.status, 201)
  assert.deepEqual(first.body, second.body)
  assert.equal((await read(invoice)).amount_paid, 100)
})
