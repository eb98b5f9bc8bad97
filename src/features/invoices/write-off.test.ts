// Write-offs over HTTP: bad debt, the ledger, and reversals. Reminders and late subscriptions by a moved clock.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  allEvents,
  bodyOf,
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
import { subscribing } from '../../../test/subscribed.ts'

const w = await sharedWorld({ after })
const { api } = w

const path = ({ id }: Made, verb = '') => `${INVOICES}/${id}${verb && `/${verb}`}`
const send = (invoice: Made, body: object = {}) =>
  api.post(path(invoice, 'write_off'), { body: { reason: 'Insolvent', ...body } })
const writeOff = (invoice: Made, body: object = {}) => bodyOf(send(invoice, body), 200)
const takeBack = (invoice: Made) => api.post(path(invoice, 'reverse_write_off'))
const read = (invoice: Made) => get(api, path(invoice))
const billed = (unit_amount = 10_000, more: object = {}) =>
  makeFinalized(api, { line_items: [{ description: 'Seats', quantity: 1, unit_amount }], ...more })
const figures = ({ status, amount_remaining, amount_written_off }: Made) => [
  ...[status, amount_remaining, amount_written_off],
]

/** Kinds of the write-off's entries, with what each debits to bad debt, oldest first. */
async function entriesOf({ id }: Made): Promise<string[]> {
  const kinds = 'invoice_written_off,write_off_reversed'
  const { data } = await get(api, `/v1/ledger/entries?invoice_id=${id}&kind=${kinds}`)
  return data.toReversed().map(({ kind, postings }: Made) => {
    const sides = postings.map(
      ({ account, debit, credit }: Made) => `${account} ${debit}/${credit}`,
    )
    return `${kind}: ${sides.join(', ')}`
  })
}

/** Amount and count of what one customer owes. */
async function owedBy({ customer_id }: Made): Promise<number[]> {
  const { receivables } = await get(api, `/v1/customers/${customer_id}/receivables`)
  return receivables.flatMap(({ open }: Made) => [open.amount, open.count])
}

const typesOf = async ({ id }: Made, from: number): Promise<string[]> =>
  (await allEvents(api))
    .filter(({ data }) => data.object.id === id)
    .map(({ type }) => type)
    .slice(from)

test('a write-off posts bad debt, and leaves status and balance due unchanged', async () => {
  const invoice = await billed()
  const part = await writeOff(invoice, { amount: 8_000, reason: 'Composition of 20 %' })
  assert.deepEqual(figures(part), ['posted', 10_000, 8_000])
  assert.equal(part.write_off_reason, 'Composition of 20 %')
  assert.deepEqual(await owedBy(invoice), [2_000, 1])
  const all = await writeOff(invoice, { reason: 'Insolvent' })
  assert.deepEqual([...figures(all), all.write_off_reason], ['posted', 10_000, 10_000, 'Insolvent'])
  assert.deepEqual(await owedBy(invoice), [])
  assert.deepEqual(await entriesOf(invoice), [
    'invoice_written_off: bad_debt 80.00000000/0.00000000, receivable 0.00000000/80.00000000',
    'invoice_written_off: bad_debt 20.00000000/0.00000000, receivable 0.00000000/20.00000000',
  ])
  assert.deepEqual(await typesOf(invoice, -2), ['invoice.written_off', 'invoice.written_off'])
  const [entry] = (await get(api, `/v1/ledger/entries?invoice_id=${invoice.id}`)).data
  const event = await get(api, `/v1/events/${entry.object_id}`)
  assert.deepEqual(
    [event.type, event.data.object.write_off_reason, event.data.previous_attributes],
    [
      'invoice.written_off',
      'Insolvent',
      {
        updated_at: event.data.previous_attributes.updated_at,
        amount_written_off: 8_000,
        write_off_reason: 'Composition of 20 %',
      },
    ],
  )
})

test('lists, pages and statements distinguish the balance due from the amount to collect', async () => {
  const invoice = await billed()
  await writeOff(invoice)
  const of = `customer_id=${invoice.customer_id}`
  const listed = async (filter: string) =>
    (await get(api, `${INVOICES}?${of}&${filter}`)).data.length
  assert.deepEqual([await listed('open=true'), await listed('open=false')], [0, 0])
  assert.equal(await listed('status=posted'), 1)
  const { currencies } = await get(api, `/v1/customers/${invoice.customer_id}/statement`)
  assert.deepEqual(
    [currencies[0].closing.balance, currencies[0].movements.map(({ kind }: Made) => kind)],
    [10_000, ['invoice_finalized']],
  )
  const page = await (await fetch(invoice.hosted_url)).text()
  assert.ok(page.includes('CA$100.00'))
  assert.ok(!page.includes('Insolvent'))
})

test('a payment covers the amount to collect first, and the rest recovers the write-off', async () => {
  const invoice = await billed()
  await writeOff(invoice, { amount: 8_000 })
  const payment = await makePayment(api, invoice, { amount: 5_000 })
  // 20.00 was collectible; 30.00 of the 80.00 is recovered.
  assert.deepEqual(figures(await read(invoice)), ['posted', 5_000, 5_000])
  assert.deepEqual(await owedBy(invoice), [])
  assert.deepEqual((await entriesOf(invoice)).slice(1), [
    'write_off_reversed: receivable 30.00000000/0.00000000, bad_debt 0.00000000/30.00000000',
  ])
  assert.deepEqual(await typesOf(invoice, -2), [
    'invoice.partially_paid',
    'invoice.write_off_reversed',
  ])
  // The reversed payment is due again; it is not written off a second time.
  await bodyOf(api.post(`/v1/payments/${payment.id}/reverse`, { body: {} }), 200)
  assert.deepEqual(figures(await read(invoice)), ['posted', 10_000, 5_000])
  assert.deepEqual(await owedBy(invoice), [5_000, 1])
  await makePayment(api, invoice)
  assert.deepEqual(figures(await read(invoice)), ['paid', 0, 0])
  assert.equal((await entriesOf(invoice)).length, 3)
})

test('credit, credit notes and voids recover the part of the write-off that they use', async () => {
  const first = await billed()
  await writeOff(first)
  await grantCredit(api, first.customer_id, '40', 'cad')
  await bodyOf(api.post(path(first, 'apply_credit'), { body: {} }), 200)
  assert.deepEqual(figures(await read(first)), ['posted', 6_000, 6_000])
  const note = { invoice_id: first.id, amount: 2_500, reason: 'goodwill' }
  const { id } = await bodyOf(api.post('/v1/credit_notes', { body: note }), 201)
  assert.deepEqual(figures(await read(first)), ['posted', 3_500, 3_500])
  // After a note is voided, its amount is due again and to be collected.
  await bodyOf(api.post(`/v1/credit_notes/${id}/void`), 200)
  assert.deepEqual(figures(await read(first)), ['posted', 6_000, 3_500])
  const gone = await bodyOf(api.post(path(first, 'void')), 200)
  assert.deepEqual(figures(gone), ['void', 0, 0])
  assert.deepEqual(await typesOf(first, -2), ['invoice.voided', 'invoice.write_off_reversed'])
  const entries = await entriesOf(first)
  assert.deepEqual(
    entries.map((each) => each.replace(/.*bad_debt ([\d./]+).*/, '$1')),
    // 40.00 by credit, 25.00 by the note, 35.00 by the void.
    [
      ...['100.00000000/0.00000000', '0.00000000/40.00000000'],
      ...['0.00000000/25.00000000', '0.00000000/35.00000000'],
    ],
  )
})

test('a write-off of the wrong invoice is reversed by hand', async () => {
  const invoice = await billed()
  const none = refused(await takeBack(invoice), 409, 'invoice_not_written_off')
  assert.match(none.message, /^Nothing of invoice INV-\d+ is written off\./)
  await writeOff(invoice, { amount: 1 })
  await writeOff(invoice, { amount: 2 })
  assert.deepEqual(figures(await bodyOf(takeBack(invoice), 200)), ['posted', 10_000, 0])
  assert.deepEqual(await typesOf(invoice, -1), ['invoice.write_off_reversed'])
  assert.deepEqual((await entriesOf(invoice)).slice(2), [
    'write_off_reversed: receivable 0.03000000/0.00000000, bad_debt 0.00000000/0.03000000',
  ])
  refused(await takeBack(invoice), 409, 'invoice_not_written_off')
})

test('requests with idempotency keys name the events of their entries too', async () => {
  const invoice = await billed()
  await grantCredit(api, invoice.customer_id.replace('cus_', ''), '40', 'cad')
  const keyed = (verb: string, body: object) =>
    bodyOf(
      api.post(path(invoice, verb), {
        body,
        headers: { 'idempotency-key': `${verb}_${invoice.id}` },
      }),
      200,
    )
  await keyed('write_off', { amount: 9_000, reason: 'Insolvent' })
  await keyed('apply_credit', { amount: 2_000 })
  await keyed('void', {})
  const kinds = 'invoice_written_off,write_off_reversed'
  const { data } = await get(api, `/v1/ledger/entries?invoice_id=${invoice.id}&kind=${kinds}`)
  const events = await Promise.all(
    data.map(({ object_id }: Made) => get(api, `/v1/events/${object_id}`)),
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    ['invoice.write_off_reversed', 'invoice.write_off_reversed', 'invoice.written_off'],
  )
})

test('an invalid write-off is refused', async () => {
  const draft = await makeInvoice(api)
  const { message } = refused(await send(draft), 409, 'invoice_not_payable')
  assert.match(message, /is draft; only a posted or overdue invoice can be written off\./)
  const paid = await billed()
  await makePayment(api, paid)
  refused(await send(paid), 409, 'invoice_not_payable')
  const gone = await billed()
  await bodyOf(api.post(path(gone, 'void')), 200)
  refused(await send(gone), 409, 'invoice_not_payable')
  const invoice = await billed()
  await writeOff(invoice, { amount: 4_000 })
  const more = refused(await send(invoice, { amount: 6_001 }), 409, 'payment_exceeds_amount_due')
  assert.match(more.message, /^CA\$60\.01 is more than CA\$60\.00, .*Write off at most 6000\.$/)
  await writeOff(invoice)
  const all = refused(await send(invoice), 409, 'payment_exceeds_amount_due', 'amount')
  assert.match(all.message, /is written off already\./)
  for (const [body, param] of [
    [{ amount: 0 }, 'amount'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ reason: 'two\nlines' }, 'reason'],
  ] as const) {
    refused(await send(invoice, body), 400, 'parameter_invalid', param)
  }
  for (const body of [{ amount: 1 }, { reason: '' }]) {
    const answer = await api.post(path(invoice, 'write_off'), { body })
    refused(answer, 400, 'parameter_missing', 'reason')
  }
})

test('another environment does not find the invoice, and a key for reading is refused', async () => {
  const invoice = await billed()
  const reason = { reason: 'Insolvent' }
  const reading = await w.key({ scopes: ['invoices:read'] })
  for (const verb of ['write_off', 'reverse_write_off']) {
    const ask = verb === 'write_off' ? { body: reason } : {}
    const strange = await api.post(path(invoice, verb), { ...ask, key: w.keys.otherTest })
    refused(strange, 404, 'resource_missing')
    const forbidden = await api.post(path(invoice, verb), { ...ask, key: reading })
    refused(forbidden, 403, 'permission_denied')
  }
})

test('of ten concurrent write-offs, as many are accepted as the invoice covers', async () => {
  const invoice = await billed()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(invoice, { amount: 3_000 })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    ...[200, 200, 200],
    ...Array.from({ length: 7 }, () => 409),
  ])
  assert.deepEqual(figures(await read(invoice)), ['posted', 10_000, 9_000])
})

test('a concurrent write-off and payment leave nothing below zero, in either order', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const invoice = await billed()
    const [written] = await Promise.all([
      send(invoice, { amount: 8_000 }),
      makePayment(api, invoice, { amount: 5_000 }),
    ])
    // After the payment, at most 50.00 can be written off.
    const first = written.status === 200
    assert.deepEqual(figures(await read(invoice)), ['posted', 5_000, first ? 5_000 : 0])
    if (!first) refused(written, 409, 'payment_exceeds_amount_due')
  }
})

test('reminders stop when there is nothing more to collect, and resume when there is', async () => {
  const key = w.keys.test
  await bodyOf(api.patch('/v1/account', { body: { reminder_days: [3, 6, 9] }, key }), 200)
  const { id } = await makeCustomer(api, { email: 'pay@example.com' })
  const [soon, later] = ['2027-04-01', '2027-05-01']
  const invoice = await billed(10_000, { customer_id: id, due_date: later })
  const written = await billed(10_000, { customer_id: id, due_date: soon })
  await writeOff(written)
  const late = await billed(10_000, { customer_id: id, due_date: soon })
  await advanceTo(api, '2027-04-05T00:00:00.000Z')
  // An invoice that is written off does not become overdue; an overdue one keeps its status.
  assert.deepEqual([(await read(written)).status, (await read(late)).status], ['posted', 'overdue'])
  await writeOff(late)
  await advanceTo(api, '2027-04-08T00:00:00.000Z')
  assert.deepEqual(figures(await read(late)), ['overdue', 10_000, 10_000])
  const reminders = async (of: Made) =>
    (await get(api, `/v1/emails?invoice_id=${of.id}&kind=reminder`)).data.length
  // On 4 April only, three days after the due date.
  assert.deepEqual([await reminders(written), await reminders(late)], [0, 1])
  const { data } = await get(api, `${INVOICES}?customer_id=cus_${id}&open=true`)
  assert.deepEqual(
    data.map((each: Made) => each.id),
    [invoice.id],
  )
  await bodyOf(takeBack(written), 200)
  await bodyOf(takeBack(late), 200)
  await advanceTo(api, '2027-04-11T00:00:00.000Z')
  assert.deepEqual(
    [(await read(written)).status, (await read(late)).status],
    ['overdue', 'overdue'],
  )
  assert.deepEqual([await reminders(written), await reminders(late)], [1, 2])
})

test('a subscription is past due only while an overdue invoice has an amount to collect', async () => {
  const { subscribed, subscription, invoicesOf } = await subscribing(api)
  const { id } = await subscribed({ payment_terms_days: 0 })
  await advanceTo(api, '2027-05-20T12:00:00.000Z')
  const status = async () => (await subscription(id)).status
  assert.equal(await status(), 'past_due')
  const late = (await invoicesOf(id)).filter((each) => each.status === 'overdue')
  for (const each of late) await writeOff(each, { amount: each.amount_remaining - 1 })
  assert.equal(await status(), 'past_due')
  for (const each of late) await writeOff(each)
  assert.equal(await status(), 'active')
  await bodyOf(takeBack(late[0]), 200)
  assert.equal(await status(), 'past_due')
  await makePayment(api, late[0])
  assert.equal(await status(), 'active')
})
