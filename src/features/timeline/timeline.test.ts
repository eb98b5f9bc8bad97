// The timeline of an invoice: everything that happened, in order, page by page.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  bodyOf,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  refused,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const START = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { settings: { TIME_ZONE: 'UTC' }, wallNow: () => START })
const { api } = w

/** 3 × 19.99 = 59.97, issued, reminded of, paid twice in part, one payment reversed, overdue. */
async function eventful(): Promise<Made> {
  await api.patch('/v1/account', { body: { reminder_days: [-1] } })
  const customer = await makeCustomer(api, { email: 'ada@maple.example' })
  const draft = await makeInvoice(api, {
    customer_id: customer.id,
    line_items: [LINE],
    due_date: '2026-11-30',
  })
  const path = `${INVOICES}/${draft.id}`
  await api.patch(path, { body: { notes: 'Thank you.' } })
  await api.post(`${path}/finalize`)
  const pay = (amount: number, method: string) => {
    const body = { invoice_id: draft.id, amount, currency: 'cad', method }
    return bodyOf(api.post('/v1/payments', { body }), 201)
  }
  await pay(2000, 'cash')
  await advanceTo(api, '2026-11-29T12:00:00.000Z')
  const cheque = await pay(3997, 'cheque')
  await api.post(`/v1/payments/${cheque.id}/reverse`, { body: { reason: 'returned unpaid' } })
  await advanceTo(api, '2026-12-05T00:00:00.000Z')
  return draft
}

const invoice = await eventful()
const path = `${INVOICES}/${invoice.id}/timeline`
const whole = (await get(api, `${path}?limit=100`)).data as Made[]

test('every step is visible on the timeline of the invoice, in order', () => {
  const receipts = whole.filter(({ type }) => type === 'email.receipt')
  assert.deepEqual(
    whole
      .filter((item) => !receipts.includes(item))
      .map(({ at, type, summary }) => `${at.slice(0, 16)} ${type}: ${summary}`),
    [
      `2026-11-20T12:00 invoice.created: Drafted as ${invoice.number}, for CA$59.97.`,
      '2026-11-20T12:00 invoice.updated: Changed: notes.',
      '2026-11-20T12:00 invoice.finalized: Finalized as INV-000001: CA$59.97 due 2026-11-30.',
      '2026-11-20T12:00 payment.created: Payment of CA$20.00 in cash recorded, received on 2026-11-20.',
      '2026-11-20T12:00 invoice.partially_paid: Paid in part: CA$20.00 of CA$59.97.',
      '2026-11-20T12:00 email.invoice: The invoice to ada@maple.example was not sent.',
      '2026-11-29T09:00 email.reminder: A reminder to ada@maple.example was not sent.',
      '2026-11-29T12:00 payment.created: Payment of CA$39.97 by cheque recorded, received on 2026-11-29.',
      '2026-11-29T12:00 invoice.paid: Paid in full: CA$59.97.',
      '2026-11-29T12:00 payment.reversed: Payment of CA$39.97 reversed: returned unpaid.',
      '2026-11-29T12:00 invoice.payment_reversed: Open again: balance due CA$39.97.',
      '2026-12-01T00:00 invoice.overdue: Overdue, was due on 2026-11-30: balance due CA$39.97.',
    ],
  )
})

test('credit applied and returned is on the timeline', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const body = { amount: '10.50', currency: 'cad', reason: 'Sorry' }
  const granted = await api.post(`/v1/customers/cus_${customer_id}/credit_transactions`, { body })
  assert.equal(granted.status, 201, granted.text)
  const { id } = await makeFinalized(api, { customer_id, due_date: '2028-01-31' })
  await api.post(`${INVOICES}/${id}/void`)
  const { data } = await get(api, `${INVOICES}/${id}/timeline`)
  assert.deepEqual(
    data.filter(({ about }: Made) => about !== id).map(({ summary }: Made) => summary),
    ['Customer credit of 10.50 CAD applied.', 'Customer credit of 10.50 CAD restored.'],
  )
})

test('the pages together are the whole timeline, whatever their size', async () => {
  for (const limit of [1, 2, 5, 100]) {
    const items: Made[] = []
    for (let after = ''; ; after = `&starting_after=${items.at(-1).id}`) {
      const page = await get(api, `${path}?limit=${limit}${after}`)
      items.push(...page.data)
      if (!page.has_more) break
    }
    assert.deepEqual(items, whole)
  }
})

test('each item links to its object', async () => {
  for (const { event_id, about, type, at } of whole) {
    if (event_id === null) {
      assert.equal((await get(api, `/v1/emails/${about}`)).created_at, at)
      continue
    }
    const event = await get(api, `/v1/events/${event_id}`)
    assert.deepEqual([event.type, event.created_at, event.data.object.id], [type, at, about])
  }
})

test('a timeline has one invoice of one environment, and refuses unknown positions', async () => {
  const other = await makeInvoice(api)
  const { data } = await get(api, `${INVOICES}/${other.id}/timeline`)
  assert.deepEqual(
    data.map(({ type }: Made) => type),
    ['invoice.created'],
  )
  refused(await api.get(path, { key: w.keys.live }), 404, 'resource_missing')
  refused(await api.get(`${INVOICES}/nonsense/timeline`), 404, 'resource_missing')
  for (const cursor of ['nonsense', invoice.id, 'evt_01h2xcejqtf2nbrexx3vqjhp41']) {
    const answer = await api.get(`${path}?starting_after=${cursor}`)
    refused(answer, 400, 'parameter_invalid', 'starting_after')
  }
})
