// Refunds over HTTP: started by a credit note, paid, failed, canceled, started again, and moved to the balance.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  ACCOUNT,
  allEvents,
  bodyOf,
  get,
  type Made,
  makeCustomer,
  makeFinalized,
  makePayment,
  refused,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const NOTES = '/v1/credit_notes'
const REFUNDS = '/v1/refunds'
const w = await world({ after })
const { api } = w

/** An invoice of 240.00 that was paid in these parts. */
async function paidIn(...parts: number[]): Promise<Made> {
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 24_000 }]
  const invoice = await makeFinalized(api, { currency: 'eur', line_items })
  for (const amount of parts) await makePayment(api, invoice, { amount })
  return invoice
}
const send = (invoice: Made, body: object) =>
  api.post(NOTES, { body: { invoice_id: invoice.id, reason: 'goodwill', ...body } })
const issue = (invoice: Made, body: object) => bodyOf(send(invoice, body), 201)
const refundsOf = async (note: Made): Promise<Made[]> =>
  (await get(api, `${REFUNDS}?credit_note_id=${note.id}`)).data
/** The only refund of a new note for an amount. */
async function refunding(amount: number, more: object = {}) {
  const invoice = await paidIn(24_000)
  const note = await issue(invoice, { amount, refund: amount, ...more })
  const [refund] = await refundsOf(note)
  return { invoice, note, refund: refund as Made }
}
const act = (refund: Made, name: string, body?: object) =>
  api.post(`${REFUNDS}/${refund.id}/${name}`, { ...(body && { body }) })
const again = (body: object) => api.post(REFUNDS, { body })
const balances = async ({ customer_id }: Made) =>
  (await get(api, `/v1/customers/${customer_id}`)).credit_balances
async function postingsOf(invoice: Made, kind: string) {
  const { data } = await get(api, `/v1/ledger/entries?invoice_id=${invoice.id}`)
  const own = data.filter((each: Made) => each.kind === kind)
  return own.map(({ value_date, postings }: Made) => ({
    value_date,
    postings: postings.map(({ account, debit, credit }: Made) => [account, debit, credit]),
  }))
}

test('a note first reduces the balance due, and its refund is pending until it is paid', async () => {
  // Total 240.00, 90.00 paid: a note of 200.00 closes the open 150.00, and 50.00 can be refunded.
  const invoice = await paidIn(9_000)
  const asked = { amount: 20_000, refund: 5_000 }
  const shown = await bodyOf(
    api.post(`${NOTES}/preview`, { body: { invoice_id: invoice.id, ...asked } }),
    200,
  )
  const parts = { to_open: 15_000, to_balance: 0, refund: 5_000, outside: 0 }
  const preview = { at: shown.at, hash: shown.hash }
  const note = await issue(invoice, { ...asked, preview })
  for (const each of [shown, note]) {
    const { to_open, to_balance, refund, outside } = each
    assert.deepEqual({ to_open, to_balance, refund, outside }, parts)
  }
  const page = await fetch(`${invoice.hosted_url}/${note.number}`)
  assert.match(await page.text(), /€50\.00 is refunded to you\./)
  const [refund] = (await refundsOf(note)) as [Made]
  assert.deepEqual(
    { ...refund, id: '', payment_id: '', created_at: '', updated_at: '' },
    {
      ...{ id: '', object: 'refund', credit_note_id: note.id, payment_id: '' },
      ...{ invoice_id: invoice.id, customer_id: invoice.customer_id },
      ...{ amount: 5_000, currency: 'eur', method: 'bank_transfer', status: 'pending' },
      ...{ by_gateway: false, gateway_ref: null, flagged_at: null },
      ...{ paid_on: null, reference: '', failure_reason: '', created_at: '', updated_at: '' },
      ...{ succeeded_at: null, failed_at: null, canceled_at: null, moved_to_balance_at: null },
    },
  )
  const [issued] = await postingsOf(invoice, 'credit_note_issued')
  assert.deepEqual(issued.postings, [
    ['revenue', '200.00000000', '0.00000000'],
    ['receivable', '0.00000000', '150.00000000'],
    ['refunds_payable', '0.00000000', '50.00000000'],
  ])
  const body = { paid_on: '2026-01-31', reference: 'SEPA 4712' }
  const paid = await bodyOf(act(refund, 'succeed', body), 200)
  assert.deepEqual(
    [paid.status, paid.paid_on, paid.reference],
    ['succeeded', ...Object.values(body)],
  )
  assert.deepEqual(await postingsOf(invoice, 'refund_succeeded'), [
    {
      value_date: '2026-01-31',
      postings: [
        ['refunds_payable', '50.00000000', '0.00000000'],
        ['cash_bank_transfer', '0.00000000', '50.00000000'],
      ],
    },
  ])
  const { status, amount_paid } = await get(api, `/v1/invoices/${invoice.id}`)
  assert.deepEqual([status, amount_paid], ['paid', 9_000], 'a refund never reopens an invoice')
  refused(await api.post(`${NOTES}/${note.id}/void`), 409, 'credit_note_used')
})

test('a refund is taken from the newest payments, and never exceeds them', async () => {
  const invoice = await paidIn(10_000, 8_000, 6_000)
  // 60.00 of the last payment, and 10.00 of the one before.
  const note = await issue(invoice, { amount: 7_000, refund: 7_000 })
  const amounts = (await refundsOf(note)).map(({ amount }) => amount)
  assert.deepEqual(amounts.toSorted(), [1_000, 6_000])
  const next = await issue(invoice, { amount: 8_000, refund: 8_000 })
  // 70.00 is left of the second payment.
  const left = (await refundsOf(next)).map(({ amount }) => amount)
  assert.deepEqual(left.toSorted(), [1_000, 7_000])
  const more = await send(invoice, { amount: 9_000, refund: 9_001 })
  const { message } = refused(more, 400, 'parameter_invalid', 'refund')
  assert.match(
    message,
    /€90\.01 is more than the €90\.00 that this note leaves.* Return at most 9000\./,
  )
  await issue(invoice, { amount: 9_000, refund: 5_000, outside: 4_000 })
})

test('amounts paid by credit are not refunded, and an unpaid invoice has nothing to refund', async () => {
  const customer = await makeCustomer(api)
  const credit = { amount: '30', currency: 'eur' }
  await bodyOf(api.post(`/v1/customers/${customer.id}/credit_transactions`, { body: credit }), 201)
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 8_000 }]
  const invoice = await makeFinalized(api, {
    currency: 'eur',
    customer_id: customer.id,
    line_items,
  })
  await makePayment(api, invoice)
  // Total 80.00, 30.00 paid by credit: at most 50.00 can be refunded.
  const { message } = refused(
    await send(invoice, { amount: 8_000, refund: 5_001 }),
    409,
    'refund_exceeds_payment',
    'refund',
  )
  assert.match(message, /€50\.01 is more than the €50\.00 of money received/)
  const note = await issue(invoice, { amount: 8_000, refund: 5_000, refund_paid: true })
  assert.equal(note.to_balance, 3_000)
  const [refund] = (await refundsOf(note)) as [Made]
  assert.equal(refund.status, 'succeeded')
  assert.deepEqual(await balances(invoice), { eur: '30.00000000' })
  const open = await paidIn()
  refused(await send(open, { amount: 24_000, refund: 1 }), 400, 'parameter_invalid', 'refund')
})

test('a refund that fails after it was paid is started again or becomes credit', async () => {
  const { invoice, note, refund } = await refunding(5_000, { refund_paid: true })
  const reason = { failure_reason: 'account closed' }
  const failed = await bodyOf(act(refund, 'fail', reason), 200)
  assert.deepEqual([failed.status, failed.failure_reason], ['failed', 'account closed'])
  const [{ postings }] = await postingsOf(invoice, 'refund_failed')
  assert.deepEqual(postings, [
    ['cash_bank_transfer', '50.00000000', '0.00000000'],
    ['refunds_payable', '0.00000000', '50.00000000'],
  ])
  const { payment_id } = refund
  const asked = { credit_note_id: note.id, payment_id }
  const exceeded = refused(
    await again({ ...asked, amount: 5_001 }),
    409,
    'refund_exceeds_credit_note',
  )
  assert.match(exceeded.message, /still has to refund\. Refund at most 5000\./)
  const part = await bodyOf(again({ ...asked, amount: 2_000 }), 201)
  const rest = await bodyOf(again(asked), 201)
  assert.deepEqual([part.amount, rest.amount], [2_000, 3_000])
  refused(await again(asked), 409, 'refund_exceeds_credit_note')
  refused(await act(refund, 'to_balance'), 409, 'refund_exceeds_credit_note')
  await bodyOf(act(rest, 'succeed'), 200)
  const moved = await bodyOf(act(part, 'to_balance'), 200)
  assert.equal(moved.status, 'canceled')
  assert.notEqual(moved.moved_to_balance_at, null)
  assert.deepEqual(await balances(invoice), { eur: '20.00000000' })
  const [entry] = await postingsOf(invoice, 'refund_moved')
  assert.deepEqual(entry.postings, [
    ['refunds_payable', '20.00000000', '0.00000000'],
    ['customer_credit', '0.00000000', '20.00000000'],
  ])
  const types = (await allEvents(api))
    .filter(({ data }) => [refund.id, part.id, rest.id].includes(data.object.id))
    .map(({ type }) => type)
  assert.deepEqual(types, [
    ...['refund.created', 'refund.succeeded', 'refund.failed', 'refund.created', 'refund.created'],
    ...['refund.succeeded', 'refund.moved_to_balance'],
  ])
})

test('each state refuses the actions that it does not allow', async () => {
  const allowed: Record<string, string[]> = {
    pending: ['succeed', 'fail', 'cancel', 'to_balance'],
    succeeded: ['fail'],
    failed: ['to_balance'],
    canceled: ['to_balance'],
    moved: [],
  }
  const leadsTo: Record<string, string> = {
    succeed: 'succeeded',
    fail: 'failed',
    cancel: 'canceled',
  }
  for (const [state, acts] of Object.entries(allowed)) {
    for (const name of ['succeed', 'fail', 'cancel', 'to_balance']) {
      const { refund } = await refunding(1_000)
      const way = Object.entries(leadsTo).find(([, status]) => status === state)?.[0]
      if (way) await bodyOf(act(refund, way), 200)
      if (state === 'moved') await bodyOf(act(refund, 'to_balance'), 200)
      const answer = await act(refund, name)
      if (acts.includes(name)) assert.equal(answer.status, 200, `${name} of ${state}`)
      else refused(answer, 409, 'refund_not_pending')
    }
  }
})

test('a note can be voided once its refunds are canceled, and then refunds nothing', async () => {
  const { invoice, note, refund } = await refunding(24_000)
  refused(await api.post(`${NOTES}/${note.id}/void`), 409, 'credit_note_used')
  await bodyOf(act(refund, 'cancel'), 200)
  await bodyOf(api.post(`${NOTES}/${note.id}/void`), 200)
  for (const answer of [
    await again({ credit_note_id: note.id, payment_id: refund.payment_id }),
    await act(refund, 'to_balance'),
  ]) {
    refused(answer, 409, 'refund_exceeds_credit_note')
  }
  // The whole amount can be credited and refunded again.
  await issue(invoice, { amount: 24_000, refund: 24_000 })
})

test('a payment is not reversed while a refund of it is pending', async () => {
  const { invoice, note, refund } = await refunding(4_000)
  const path = `/v1/payments/${refund.payment_id}/reverse`
  for (const answer of [await api.post(path), await api.post(`${path}?dry_run=true`)]) {
    const { message } = refused(answer, 409, 'refund_pending')
    assert.equal(
      message,
      `Refund ${refund.id} of €40.00 is pending, so its payment cannot be reversed. Mark it as paid if the money has left, cancel it otherwise, then reverse the payment.`,
    )
  }
  const { status, amount_paid } = await get(api, `/v1/invoices/${invoice.id}`)
  assert.deepEqual([status, amount_paid], ['paid', 24_000])
  await bodyOf(act(refund, 'cancel'), 200)
  assert.equal((await bodyOf(api.post(path), 200)).status, 'reversed')
  refused(await api.post(path), 409, 'payment_already_reversed')
  const { payment_id } = refund
  refused(await again({ credit_note_id: note.id, payment_id }), 409, 'refund_exceeds_payment')
  // A paid refund does not prevent the reversal of a payment that bounced.
  const paid = await refunding(4_000, { refund_paid: true })
  await bodyOf(api.post(`/v1/payments/${paid.refund.payment_id}/reverse`), 200)
})

test('a concurrent reversal and a note with a refund match one of the two orders', async () => {
  for (let round = 0; round < 4; round++) {
    const invoice = await paidIn(24_000)
    const [payment] = (await get(api, `/v1/payments?invoice_id=${invoice.id}`)).data as [Made]
    const reversing = () => api.post(`/v1/payments/${payment.id}/reverse`)
    const early = round % 2 === 0 ? reversing() : undefined
    const noting = send(invoice, { amount: 4_000, refund: 4_000 })
    const [reversal, note] = await Promise.all([early ?? reversing(), noting])
    const { data } = await get(api, `${REFUNDS}?invoice_id=${invoice.id}&status=pending`)
    if (note.status === 201) {
      refused(reversal, 409, 'refund_pending')
      assert.equal(data.length, 1)
    } else {
      assert.equal(reversal.status, 200)
      // No payment is left, and 40.00 of the reopened balance leaves nothing to refund.
      refused(note, 400, 'parameter_invalid', 'refund')
      assert.equal(data.length, 0)
    }
  }
})

test('refunds of another invoice, a reversed payment, a future date and unknown objects are refused', async () => {
  const { note, refund } = await refunding(5_000)
  await bodyOf(act(refund, 'cancel'), 200)
  const other = await refunding(1_000)
  const credit_note_id = note.id
  refused(
    await again({ credit_note_id, payment_id: other.refund.payment_id }),
    400,
    'parameter_invalid',
    'payment_id',
  )
  await bodyOf(api.post(`/v1/payments/${refund.payment_id}/reverse`), 200)
  const { message } = refused(
    await again({ credit_note_id, payment_id: refund.payment_id }),
    409,
    'refund_exceeds_payment',
  )
  assert.match(message, /The payment was reversed/)
  refused(
    await act(other.refund, 'succeed', { paid_on: '2999-01-01' }),
    400,
    'parameter_invalid',
    'paid_on',
  )
  const close = (books_closed_until: string | null) =>
    api.patch(ACCOUNT, { body: { books_closed_until } })
  await close('2026-01-31')
  const early = await act(other.refund, 'succeed', { paid_on: '2026-01-31' })
  refused(early, 409, 'books_closed', 'paid_on')
  await close(null)
  const unknown = 're_01h2xcejqtf2nbrexx3vqjhp41'
  for (const name of ['succeed', 'fail', 'cancel', 'to_balance']) {
    refused(await act({ id: unknown }, name), 404, 'resource_missing')
  }
  const missing = { credit_note_id: 'cn_01h2xcejqtf2nbrexx3vqjhp41', payment_id: refund.payment_id }
  refused(await again(missing), 400, 'resource_missing', 'credit_note_id')
  const nowhere = { credit_note_id, payment_id: 'pay_01h2xcejqtf2nbrexx3vqjhp41' }
  refused(await again(nowhere), 400, 'resource_missing', 'payment_id')
})

const ofRest = (payment: Made, body: object = {}) =>
  again({ payment_id: payment.id, from: 'overpayment', ...body })

test('credit from an overpayment can be refunded until it is used', async () => {
  await api.patch(ACCOUNT, { body: { overpayment: 'balance' } })
  const invoice = await paidIn()
  const payment = await makePayment(api, invoice, { amount: 28_003 })
  assert.equal(payment.to_balance, 4_003)
  refused(await ofRest(payment, { amount: 4_004 }), 409, 'refund_exceeds_payment')
  const refund = await bodyOf(ofRest(payment, { amount: 4_000 }), 201)
  assert.equal((await act(refund, 'succeed')).status, 200)
  const { to_balance, unallocated, allocations } = await get(api, `/v1/payments/${payment.id}`)
  assert.deepEqual([to_balance, unallocated, allocations[0].amount], [3, 0, 24_000])
  assert.deepEqual(await balances(invoice), { eur: '0.03000000' })
  // The rest pays the next invoice, so it can no longer be refunded.
  await makeFinalized(api, { customer_id: invoice.customer_id, currency: 'eur' })
  refused(await ofRest(payment), 409, 'credit_exceeds_balance')
  await api.patch(ACCOUNT, { body: { overpayment: 'refuse' } })
})

test('a refund names exactly one source of its money', async () => {
  const { note } = await refunding(1_000)
  const payment_id = 'pay_01h2xcejqtf2nbrexx3vqjhp42'
  refused(await again({ payment_id }), 400, 'parameter_missing', 'credit_note_id')
  const both = { payment_id, from: 'overpayment', credit_note_id: note.id }
  refused(await again(both), 400, 'parameters_exclusive', 'credit_note_id')
})
