// Contract 6: currency, due dates and numbers of drafts, and how finalize settles them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Api } from '../client.ts'
import {
  ACCOUNT,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'

const DAY = 86_400_000
// 21:30 on 20 November in Toronto: already the 21st in UTC.
let at = Date.parse('2026-11-21T02:30:00.000Z')
const w = await world({ after }, { settings: { TIME_ZONE: 'America/Toronto' }, wallNow: () => at })
const { api } = w
const customer = await makeCustomer(api)
const draftOf = (body: object = {}, on: Api = api) =>
  makeInvoice(on, { customer_id: customer.id, ...body })
const finalize = async ({ id }: Made) => (await api.post(`${INVOICES}/${id}/finalize`)).body

test("the default currency is the account's, initially cad", async () => {
  assert.equal((await draftOf()).currency, 'cad')
})

test('an account can have another currency, payment terms and time zone', async (t) => {
  const settings = {
    DEFAULT_CURRENCY: 'jpy',
    PAYMENT_TERMS_DAYS: '14',
    TIME_ZONE: 'Pacific/Kiritimati',
  }
  const other = await world(t, { settings, wallNow: () => Date.parse('2026-11-20T11:00:00Z') })
  const invoice = await makeInvoice(other.api)
  assert.equal(invoice.currency, 'jpy')
  // Kiritimati is 14 hours ahead of UTC: there it is the 21st, and 14 days later 5 December.
  assert.equal(invoice.due_date, '2026-12-05')
})

test('a currency is accepted in any case and returned in lower case', async () => {
  assert.equal((await draftOf({ currency: 'EUR' })).currency, 'eur')
  assert.equal((await draftOf({ currency: 'uSd' })).currency, 'usd')
  const draft = await draftOf()
  const path = `${INVOICES}/${draft.id}`
  const line_items = [{ ...LINE, unit_amount: 2999 }]
  const { body } = await api.patch(path, { body: { currency: 'JPY', line_items } })
  assert.equal(body.currency, 'jpy')
  assert.equal(body.amount_due, 8997)
})

test('a draft changes its currency only together with its lines', async () => {
  const draft = await draftOf()
  const path = `${INVOICES}/${draft.id}`
  for (const currency of ['jpy', 'USD']) {
    const answer = await api.patch(path, { body: { currency, notes: 'x' } })
    const { message } = refused(answer, 400, 'parameter_missing', 'line_items')
    assert.equal(
      message,
      `The line items of invoice ${draft.number} are in cad. To change the currency to ${currency.toLowerCase()}, also send line_items with amounts in ${currency.toLowerCase()}.`,
    )
  }
  // Objects named in the body are checked before missing properties of the draft.
  const nameless = { currency: 'usd', customer_id: 'cus_999999' }
  refused(await api.patch(path, { body: nameless }), 400, 'resource_missing', 'customer_id')
  assert.deepEqual(await get(api, path), draft)
  // The same currency in capitals, or a clear that leaves it the same, is no change.
  for (const currency of ['CAD', null]) {
    assert.equal((await api.patch(path, { body: { currency } })).status, 200)
  }
  const dear = await draftOf({ currency: 'jpy' })
  refused(
    await api.patch(`${INVOICES}/${dear.id}`, { body: { currency: null } }),
    400,
    'parameter_missing',
    'line_items',
  )
  await api.post(`${path}/finalize`)
  refused(await api.patch(path, { body: { currency: 'jpy' } }), 409, 'invoice_not_draft')
})

test("the default due_date is the payment terms counted in the account's time zone", async () => {
  assert.equal((await draftOf()).due_date, '2026-12-20')
})

test('a due_date that the client never set is recomputed at finalize', async () => {
  const draft = await draftOf()
  assert.equal(draft.due_date, '2026-12-20')
  at += 10 * DAY
  const posted = await finalize(draft)
  assert.equal(posted.due_date, '2026-12-30')
  // A cleared due date is counted from that day, and finally from the day of finalize.
  const set = await draftOf({ due_date: '2027-03-01' })
  at += 5 * DAY
  const cleared = await api.patch(`${INVOICES}/${set.id}`, { body: { due_date: null } })
  assert.equal(cleared.body.due_date, '2027-01-04', 'thirty days from 5 December')
  at += DAY
  assert.equal((await finalize(set)).due_date, '2027-01-05')
})

test('a due_date that the client set is kept, even in the past', async () => {
  const chosen = await draftOf({ due_date: '2027-03-01' })
  const past = await draftOf({ due_date: '2001-01-01' })
  const later = await draftOf()
  await api.patch(`${INVOICES}/${later.id}`, { body: { due_date: '2027-04-01' } })
  at += 5 * DAY
  assert.equal((await finalize(chosen)).due_date, '2027-03-01')
  assert.equal((await finalize(past)).due_date, '2001-01-01')
  assert.equal((await finalize(later)).due_date, '2027-04-01')
  // The first and the last supported date.
  for (const due_date of ['1900-01-01', '9999-12-31']) {
    assert.equal((await finalize(await draftOf({ due_date }))).due_date, due_date)
  }
})

test('a provisional number is INV-9 and eleven digits', async () => {
  const first = await draftOf()
  const second = await draftOf()
  assert.match(first.number, /^INV-9\d{11}$/)
  const digits = (number: string) => Number(number.slice(5))
  assert.equal(digits(second.number), digits(first.number) + 1)
})

test('a definitive number is like INV-000042, gapless and ascending per environment', async () => {
  const key = w.keys.otherTest
  const drafts = [await makeInvoice(api, {}, { key }), await makeInvoice(api, {}, { key })]
  const numbers: string[] = []
  for (const { id } of drafts.reverse()) {
    numbers.push((await api.post(`${INVOICES}/${id}/finalize`, { key })).body.number)
  }
  assert.deepEqual(numbers, ['INV-000001', 'INV-000002'])
  const many = await Promise.all(Array.from({ length: 30 }, () => makeFinalized(api, {}, { key })))
  const expected = Array.from(
    { length: 30 },
    (_, index) => `INV-${String(index + 3).padStart(6, '0')}`,
  )
  assert.deepEqual(many.map(({ number }) => number).toSorted(), expected)
})

test('drafts, voided drafts, failed finalizes and test data take no number', async () => {
  const key = w.keys.live
  const live = { key }
  assert.equal((await makeFinalized(api, {}, live)).number, 'INV-000001')
  const gone = await makeInvoice(api, {}, live)
  await api.post(`${INVOICES}/${gone.id}/void`, live)
  await makeInvoice(api, {}, live)
  const posted = await makeFinalized(api, {}, live)
  assert.equal(posted.number, 'INV-000002')
  refused(await api.post(`${INVOICES}/${posted.id}/finalize`, live), 409, 'invoice_not_draft')
  const stale = await makeInvoice(api, {}, live)
  const headers = { 'if-match': '"other"' }
  refused(
    await api.post(`${INVOICES}/${stale.id}/finalize`, { ...live, headers }),
    412,
    'precondition_failed',
  )
  await draftOf()
  await finalize(await draftOf())
  assert.equal((await makeFinalized(api, {}, live)).number, 'INV-000003')
})

test('the first number can be set until one is taken', async () => {
  const ask = { key: w.keys.otherLive }
  // Set again, up and down, while nothing is finalized.
  for (const first_invoice_number of [5000, 42, 999_999]) {
    await makeInvoice(api, {}, ask)
    const { body } = await api.patch(ACCOUNT, { body: { first_invoice_number }, ...ask })
    assert.equal(body.first_invoice_number, first_invoice_number)
  }
  assert.equal((await makeFinalized(api, {}, ask)).number, 'INV-999999')
  assert.equal((await makeFinalized(api, {}, ask)).number, 'INV-1000000')
})
