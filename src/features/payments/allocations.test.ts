// Payments that are not for exactly one invoice, over HTTP: allocated, deallocated, kept as credit, refunded, reversed.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  PAYMENTS,
  refused,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const START = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow: () => START })
const { api } = w

const AMOUNT = 5997
const customer_id = async () => `cus_${(await makeCustomer(api)).id}`
const invoiceOf = (customer: string, more: object = {}) =>
  makeFinalized(api, { customer_id: customer, ...more })
const read = ({ id }: Made) => get(api, `${INVOICES}/${id}`)
const paidOf = async (invoice: Made) => {
  const { status, amount_paid } = await read(invoice)
  return [status, amount_paid]
}
const send = (body: object) =>
  api.post(PAYMENTS, { body: { amount: 10_000, method: 'bank_transfer', ...body } })
const receive = async (body: object): Promise<Made> => {
  const answer = await send(body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const act = (verb: string, payment: Made, body: object) =>
  api.post(`${PAYMENTS}/${payment.id}/${verb}`, { body })
const done = async (verb: string, payment: Made, body: object): Promise<Made> => {
  const answer = await act(verb, payment, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const shown = ({ invoice_id, allocations, unallocated, to_balance }: Made) => ({
  invoice_id,
  allocations: allocations.map((each: Made) => each.amount),
  unallocated,
  to_balance,
})
/** The ledger's balance of an account for a customer, in the major unit. */
async function balanceOf(account: string, customer: string): Promise<string> {
  const [row] = await w.sql<{ sum: string }>(
    `select trim_scale(coalesce(sum(p.amount), 0))::text as sum
     from ledger_postings p join ledger_entries e on e.id = p.entry_id
     where e.environment_id = 1 and p.account = $1 and e.customer_id = $2`,
    [account, Number(customer.slice(4))],
  )
  return row?.sum ?? ''
}

test('one payment pays several invoices, and the rest stays unallocated', async () => {
  const customer = await customer_id()
  const [one, two] = [await invoiceOf(customer), await invoiceOf(customer)]
  const payment = await receive({
    customer_id: customer,
    received_on: '2026-11-10',
    allocations: [{ invoice_id: one.id }, { invoice_id: two.id, amount: 3000 }],
  })
  assert.deepEqual(payment.allocations, [
    { invoice_id: one.id, amount: AMOUNT },
    { invoice_id: two.id, amount: 3000 },
  ])
  assert.deepEqual(
    [payment.invoice_id, payment.unallocated, payment.currency],
    [null, 10_000 - AMOUNT - 3000, 'cad'],
  )
  assert.deepEqual(await paidOf(one), ['paid', AMOUNT])
  assert.deepEqual(await paidOf(two), ['posted', 3000])
  assert.equal(await balanceOf('unallocated_payments', customer), '-10.03')
  assert.equal(await balanceOf('receivable', customer), '29.97')
  for (const invoice of [one, two]) {
    const { data } = await get(api, `${PAYMENTS}?invoice_id=${invoice.id}`)
    assert.deepEqual(data, [payment])
  }
  // For invoices, too, the payment counts on the day the money arrived.
  const dates = await w.sql(
    `select distinct value_date::text from ledger_entries
     where environment_id = 1 and customer_id = $1 and kind like 'payment%'`,
    [Number(customer.slice(4))],
  )
  assert.deepEqual(dates, [{ value_date: '2026-11-10' }])
  // On a statement it is one payment.
  const { currencies } = await get(
    api,
    `${CUSTOMERS}/${customer}/statement?from=2026-11-01&to=2026-11-20`,
  )
  assert.deepEqual(
    currencies[0].movements.map(({ kind, amount }: Made) => [kind, amount]),
    [
      ['payment_settled', -10_000],
      ['invoice_finalized', AMOUNT],
      ['invoice_finalized', AMOUNT],
    ],
  )
})

test('unallocated money is allocated later, deallocated, and moved to the balance', async () => {
  const customer = await customer_id()
  const payment = await receive({ customer_id: customer })
  assert.deepEqual(shown(payment), {
    ...{ invoice_id: null, allocations: [], unallocated: 10_000, to_balance: 0 },
  })
  const waiting = async () => (await get(api, `${PAYMENTS}?unallocated=true`)).data
  assert.ok((await waiting()).some(({ id }: Made) => id === payment.id))
  const [one, two] = [await invoiceOf(customer), await invoiceOf(customer)]
  const part = await done('allocate', payment, { allocations: [{ invoice_id: one.id }] })
  assert.deepEqual(shown(part), {
    ...{ invoice_id: one.id, allocations: [AMOUNT], unallocated: 4003, to_balance: 0 },
  })
  // The remainder, which is less than the balance due.
  const both = await done('allocate', payment, { allocations: [{ invoice_id: two.id }] })
  assert.deepEqual(shown(both).allocations, [AMOUNT, 4003])
  assert.deepEqual(await paidOf(two), ['posted', 4003])

  const off = [{ invoice_id: one.id, amount: 1000 }, { invoice_id: two.id }]
  const less = await done('deallocate', payment, { allocations: off })
  assert.deepEqual(shown(less), {
    ...{ invoice_id: one.id, allocations: [4997], unallocated: 5003, to_balance: 0 },
  })
  assert.deepEqual(await paidOf(one), ['posted', 4997])
  assert.deepEqual(await paidOf(two), ['posted', 0])
  const kept = await done('to_balance', payment, { amount: 3 })
  assert.deepEqual([kept.unallocated, kept.to_balance], [5000, 3])
  const all = await done('to_balance', payment, {})
  assert.deepEqual([all.unallocated, all.to_balance], [0, 5003])
  assert.equal((await get(api, `${CUSTOMERS}/${customer}`)).credit_balance, '50.03000000')
  assert.deepEqual(await get(api, `${PAYMENTS}/${payment.id}`), all)
  assert.ok(!(await waiting()).some(({ id }: Made) => id === payment.id))
  assert.equal(await balanceOf('unallocated_payments', customer), '0')

  const events = (await allEvents(api)).filter(({ data }) =>
    [payment.id, one.id, two.id].includes(data.object.id),
  )
  assert.deepEqual(
    events.map(({ type }) => type).filter((type) => !/created|finalized/.test(type)),
    [
      ...['payment.allocated', 'invoice.paid'],
      ...['payment.allocated', 'invoice.partially_paid'],
      ...['payment.deallocated', 'invoice.payment_reversed', 'invoice.payment_reversed'],
      ...['payment.moved_to_balance', 'payment.moved_to_balance'],
    ],
  )
  const { text } = await api.get(`${INVOICES}/${one.id}/timeline?limit=100`)
  assert.match(text, /"Payment of CA\$100\.00 allocated\."/)
})

test('a payment of one invoice can be deallocated and pay another', async () => {
  const customer = await customer_id()
  const [wrong, right] = [await invoiceOf(customer), await invoiceOf(customer)]
  const payment = await receive({ invoice_id: wrong.id, amount: 5000 })
  const freed = await done('deallocate', payment, { allocations: [{ invoice_id: wrong.id }] })
  assert.deepEqual(shown(freed), {
    ...{ invoice_id: null, allocations: [], unallocated: 5000, to_balance: 0 },
  })
  const moved = await done('allocate', payment, { allocations: [{ invoice_id: right.id }] })
  assert.deepEqual(shown(moved), {
    ...{ invoice_id: right.id, allocations: [5000], unallocated: 0, to_balance: 0 },
  })
  assert.deepEqual(
    [await paidOf(wrong), await paidOf(right)],
    [
      ['posted', 0],
      ['posted', 5000],
    ],
  )
  // No payment is left on it, so it can be voided.
  assert.equal((await api.post(`${INVOICES}/${wrong.id}/void`)).body.status, 'void')
  assert.deepEqual((await get(api, `${PAYMENTS}?invoice_id=${wrong.id}`)).data, [])
})

test('a reversal deallocates a payment from all of its invoices and from the balance', async () => {
  const customer = await customer_id()
  const [one, two] = [await invoiceOf(customer), await invoiceOf(customer)]
  const allocations = [{ invoice_id: one.id }, { invoice_id: two.id, amount: 1003 }]
  const payment = await receive({ customer_id: customer, allocations })
  await done('to_balance', payment, { amount: 2000 })
  await done('deallocate', payment, { allocations: [{ invoice_id: two.id, amount: 3 }] })
  const reversed = await done('reverse', payment, { reason: 'bounced' })
  // The reversed payment shows the amounts that it had paid.
  assert.deepEqual(
    [reversed.status, shown(reversed)],
    [
      'reversed',
      { invoice_id: null, allocations: [AMOUNT, 1000], unallocated: 1003, to_balance: 2000 },
    ],
  )
  assert.deepEqual(
    [await paidOf(one), await paidOf(two)],
    [
      ['posted', 0],
      ['posted', 0],
    ],
  )
  for (const [account, sum] of [
    ['unallocated_payments', '0'],
    ['cash_bank_transfer', '0'],
    ['customer_credit', '0'],
    ['receivable', '119.94'],
  ] as const)
    assert.equal(await balanceOf(account, customer), sum, account)
  refused(await act('reverse', payment, {}), 409, 'payment_already_reversed')
  const parts = { allocations: [{ invoice_id: one.id }] }
  refused(await act('allocate', payment, parts), 409, 'payment_already_reversed')
  refused(await act('deallocate', payment, parts), 409, 'payment_already_reversed')
  refused(await act('to_balance', payment, {}), 409, 'payment_already_reversed')
  // Credit that was used cannot be taken back.
  const other = await receive({ customer_id: customer, amount: 700 })
  await done('to_balance', other, {})
  await api.post(`${INVOICES}/${one.id}/apply_credit`)
  refused(await act('reverse', other, {}), 409, 'credit_exceeds_balance')
})

test('a note refunds what a payment pays of its invoice, and that amount stays allocated', async () => {
  const customer = await customer_id()
  const [one, two] = [await invoiceOf(customer), await invoiceOf(customer)]
  const allocations = [{ invoice_id: one.id }, { invoice_id: two.id, amount: 4003 }]
  const payment = await receive({ customer_id: customer, allocations })
  const note = { invoice_id: one.id, amount: 2000, reason: 'other' }
  const more = { ...note, invoice_id: two.id, amount: 6000 }
  refused(
    await api.post('/v1/credit_notes', { body: { ...more, refund: 4004 } }),
    409,
    'credit_exceeds_invoice',
  )
  const issued = await api.post('/v1/credit_notes', { body: { ...note, refund: 2000 } })
  assert.equal(issued.status, 201, issued.text)
  const [refund] = (await get(api, `/v1/refunds?payment_id=${payment.id}`)).data
  assert.deepEqual([refund.amount, refund.invoice_id], [2000, one.id])
  const { message } = refused(
    await act('deallocate', payment, { allocations: [{ invoice_id: one.id, amount: 3998 }] }),
    409,
    'allocation_exceeds_payment',
    'allocations[0].amount',
  )
  assert.match(message, /more than the CA\$39\.97 .* did not refund\. Deallocate at most 3997\./)
  const rest = await done('deallocate', payment, { allocations: [{ invoice_id: one.id }] })
  assert.deepEqual(shown(rest).allocations, [2000, 4003])
  // Once the refund is canceled, the amount can be deallocated and refunded again.
  await api.post(`/v1/refunds/${refund.id}/cancel`)
  const back = { allocations: [{ invoice_id: one.id, amount: 500 }] }
  await done('deallocate', payment, back)
  await done('allocate', payment, back)
  const again = { credit_note_id: issued.body.id, payment_id: payment.id }
  assert.equal((await api.post('/v1/refunds', { body: again })).body.amount, 2000)
  const left = [{ invoice_id: one.id }]
  refused(
    await act('deallocate', payment, { allocations: left }),
    409,
    'allocation_exceeds_payment',
  )
})

test('invalid payments and allocations are refused, and nothing is written', async () => {
  const customer = await customer_id()
  const invoice = await invoiceOf(customer)
  const foreign = await invoiceOf(await customer_id())
  const dollars = await invoiceOf(customer, { currency: 'usd' })
  const id = invoice.id
  refused(await send({}), 400, 'parameter_missing', 'invoice_id')
  const both = { invoice_id: id, customer_id: foreign.customer_id }
  refused(await send(both), 400, 'parameter_invalid', 'customer_id')
  refused(await send({ invoice_id: id, allocations: [] }), 400, 'parameters_exclusive')
  refused(await send({ customer_id: 'cus_999999' }), 400, 'resource_missing', 'customer_id')
  const elsewhere = `cus_${(await makeCustomer(api, {}, { key: w.keys.otherTest })).id}`
  refused(await send({ customer_id: elsewhere }), 400, 'resource_missing', 'customer_id')
  const payment = await receive({ customer_id: customer, amount: 1000 })
  const cases: [object[], number, string, string][] = [
    [[{ invoice_id: id, amount: 1001 }], 409, 'allocation_exceeds_payment', '[0].amount'],
    [[{ invoice_id: id, amount: 0 }], 400, 'parameter_invalid', '[0].amount'],
    [[{ invoice_id: id }, { invoice_id: id }], 400, 'parameter_invalid', '[1].invoice_id'],
    [[{ invoice_id: foreign.id }], 400, 'parameter_invalid', '[0].invoice_id'],
    [[{ invoice_id: 'inv_01h2xcejqtf2nbrexx3vqjhp41' }], 400, 'resource_missing', '[0].invoice_id'],
    [[], 400, 'parameter_invalid', ''],
  ]
  for (const [allocations, status, code, at] of cases) {
    refused(await act('allocate', payment, { allocations }), status, code, `allocations${at}`)
    if (allocations.length > 0) {
      const sent = await send({ customer_id: customer, amount: 1000, allocations })
      refused(sent, status, code, `allocations${at}`)
    }
  }
  const wrong = { allocations: [{ invoice_id: dollars.id }] }
  const mixed = await act('allocate', payment, wrong)
  refused(mixed, 400, 'currency_mismatch', 'allocations[0].invoice_id')
  const much = await receive({ customer_id: customer, amount: 9000 })
  const over = { allocations: [{ invoice_id: id, amount: 6000 }] }
  refused(
    await act('allocate', much, over),
    409,
    'payment_exceeds_amount_due',
    'allocations[0].amount',
  )
  refused(await act('deallocate', much, over), 409, 'allocation_exceeds_payment')
  refused(
    await act('to_balance', much, { amount: 9001 }),
    409,
    'allocation_exceeds_payment',
    'amount',
  )
  const missing = { id: 'pay_01h2xcejqtf2nbrexx3vqjhp41' }
  for (const verb of ['allocate', 'deallocate'])
    refused(await act(verb, missing, over), 404, 'resource_missing')
  refused(await act('to_balance', missing, {}), 404, 'resource_missing')
  assert.deepEqual(await read(invoice), invoice)
  // Unallocated money prevents deleting its customer.
  for (const { id } of [invoice, dollars]) await api.post(`${INVOICES}/${id}/void`)
  const gone = refused(await api.delete(`${CUSTOMERS}/${customer}`), 409, 'customer_has_credit')
  assert.match(gone.message, /has 2 payments with money that is not allocated/)
  refused(await api.post(`${CUSTOMERS}/${customer}/erase`), 409, 'customer_has_credit')
})

test('a payment that is allocated by concurrent requests never pays more than it has', async () => {
  const customer = await customer_id()
  const payment = await receive({ customer_id: customer, amount: AMOUNT })
  const made = [await invoiceOf(customer), await invoiceOf(customer), await invoiceOf(customer)]
  const answers = await Promise.all(
    made.map(({ id }) =>
      act('allocate', payment, { allocations: [{ invoice_id: id, amount: AMOUNT }] }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  const paid = await Promise.all(made.map(paidOf))
  assert.deepEqual(paid.map(([status]) => status).toSorted(), ['paid', 'posted', 'posted'])
})

const REFUNDS = '/v1/refunds'
const refundOf = (payment: Made, body: object = {}) =>
  api.post(REFUNDS, { body: { payment_id: payment.id, from: 'overpayment', ...body } })
const over = async ({ id }: Made, verb: string, body: object = {}) => {
  const answer = await api.post(`${REFUNDS}/${id}/${verb}`, { body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('unallocated money is refunded, and is unallocated again if the refund fails', async () => {
  const customer = await customer_id()
  const payment = await receive({ customer_id: customer })
  const first = await refundOf(payment, { amount: 4000 })
  assert.equal(first.status, 201, first.text)
  const { credit_note_id, invoice_id, amount, status, method } = first.body
  assert.deepEqual(
    [credit_note_id, invoice_id, amount, status, method],
    [null, null, 4000, 'pending', 'bank_transfer'],
  )
  const left = async () => (await get(api, `${PAYMENTS}/${payment.id}`)).unallocated
  assert.equal(await left(), 6000)
  assert.equal(await balanceOf('unallocated_payments', customer), '-100')
  await over(first.body, 'succeed', { paid_on: '2026-11-18' })
  assert.equal(await balanceOf('unallocated_payments', customer), '-60')
  assert.equal(await balanceOf('cash_bank_transfer', customer), '60')
  await over(first.body, 'fail', { failure_reason: 'account closed' })
  assert.equal(await left(), 10_000)
  assert.equal(await balanceOf('unallocated_payments', customer), '-100')
  // All of the unallocated part, unless an amount is sent.
  const second = (await refundOf(payment)).body
  assert.equal(second.amount, 10_000)
  refused(await api.delete(`${CUSTOMERS}/${customer}`), 409, 'customer_has_credit')
  refused(await refundOf(payment, { amount: 1 }), 409, 'refund_exceeds_payment', 'amount')
  const next = await invoiceOf(customer)
  const more = { allocations: [{ invoice_id: next.id }] }
  refused(await act('allocate', payment, more), 409, 'allocation_exceeds_payment')
  const moved = await api.post(`${REFUNDS}/${second.id}/to_balance`)
  const wrong = refused(moved, 409, 'refund_not_pending')
  assert.match(
    wrong.message,
    new RegExp(`Cancel it, then move payment ${payment.id} to the balance`),
  )
  refused(await act('reverse', payment, {}), 409, 'refund_pending')
  await over(second, 'cancel')
  assert.equal(await left(), 10_000)
  const types = (await allEvents(api))
    .filter((event: Made) => event.data.object.id === payment.id)
    .map(({ type }: Made) => type)
  assert.deepEqual(types, ['payment.created', ...Array(4).fill('payment.updated')])
})

test('the customer owes the refunded part of a payment that bounced', async () => {
  const customer = await customer_id()
  const payment = await receive({ customer_id: customer })
  const refund = (await refundOf(payment, { amount: 4000 })).body
  await over(refund, 'succeed')
  await done('reverse', payment, { reason: 'cheque returned' })
  assert.equal(await balanceOf('unallocated_payments', customer), '40')
  refused(await refundOf(payment), 409, 'refund_exceeds_payment')
  // The refund fails after all.
  await over(refund, 'fail')
  assert.equal(await balanceOf('unallocated_payments', customer), '0')
})
