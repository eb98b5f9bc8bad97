// Dates at the edges of the supported range: each is accepted or rejected cleanly, wherever a date is accepted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../client.ts'
import {
  ACCOUNT,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { routes } from '../reference/operations.ts'

const DATES = ['1900-01-01', '1900-01-02', '1999-12-31', '2200-01-01', '9999-12-30', '9999-12-31']
const NO_DATES = ['0000-01-01', '0001-01-01', '1899-12-31', '10000-01-01', '+12026-01-01']
const TIMES = [
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '1899-12-31T23:59:59Z'],
  ...['1900-01-01T00:00:00+23:59', '1900-01-01T00:00:00Z', '2200-01-01T00:00:00Z'],
  ...['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-23:59'],
]
/** The first and the last time zone that a day reaches. */
const ZONES = ['Pacific/Kiritimati', 'Etc/GMT+12']

for (const zone of ZONES) {
  test(`dates at both edges are accepted or rejected in ${zone}`, async (t) => {
    const w = await world(t, { settings: { TIME_ZONE: zone } })
    const { api } = w
    const reminder_days = [-60, -7, 0, 1, 120]
    await api.patch(ACCOUNT, { body: { reminder_days } })
    const customer = await makeCustomer(api, { email: 'ada@example.com' })
    for (const due_date of DATES) await lifeOf(api, customer, due_date)
    await refusedDates(api, customer)
    await filters(api)
    await until('what is due to be done', async () => {
      const { data } = await get(api, `${INVOICES}?status=posted&limit=100`)
      return data.every((invoice: Made) => invoice.due_date > '2001')
    })
  })
}

/** Runs an invoice through its life, with one day as its due date and payment date. */
async function lifeOf(api: Api, customer: Made, day: string): Promise<void> {
  const body = { customer_id: customer.id, line_items: [LINE], due_date: day }
  const { body: draft } = await api.post(INVOICES, { body })
  assert.equal(draft.due_date, day)
  for (const due_date of [null, day]) {
    const changed = await api.patch(`${INVOICES}/${draft.id}`, { body: { due_date } })
    assert.equal(changed.status, 200, changed.text)
  }
  const foreseen = await api.post(`${INVOICES}/${draft.id}/finalize?dry_run=true`)
  assert.equal(foreseen.status, 200, foreseen.text)
  const finalized = await api.post(`${INVOICES}/${draft.id}/finalize`)
  assert.equal(finalized.status, 200, finalized.text)
  await assertSet(api, draft, day)
  assert.equal((await api.post(`${INVOICES}/${draft.id}/send`)).status, 200)
  const received_on = day < '2100' ? day : undefined
  const payment = { invoice_id: draft.id, amount: 5997, currency: 'cad', method: 'cheque' }
  const paid = await api.post('/v1/payments', { body: { ...payment, received_on } })
  assert.equal(paid.status, 201, paid.text)
  if (received_on) assert.equal(paid.body.received_on, day)
  await assertSet(api, draft, day)
  assert.equal((await api.post(`/v1/payments/${paid.body.id}/reverse`)).status, 200)
  assert.equal((await api.get(`${INVOICES}/${draft.id}/timeline`)).status, 200)
  await makeFinalized(api, { customer_id: customer.id, due_date: day })
}

/** Checks that a document can show the first and the last day. */
async function assertSet(api: Api, { id }: Made, day: string): Promise<void> {
  if (day !== DATES[0] && day !== DATES.at(-1)) return
  await until('the document', async () => {
    const { status } = await api.get(`${INVOICES}/${id}/pdf`)
    // The document renderer can be overloaded at this moment.
    assert.ok(status === 200 || status === 503, `${status}`)
    return status === 200
  })
}

async function refusedDates(api: Api, customer: Made): Promise<void> {
  const invoice = await makeFinalized(api, { customer_id: customer.id })
  const payment = { invoice_id: invoice.id, amount: 1, currency: 'cad', method: 'cash' }
  for (const day of NO_DATES) {
    const draft = { customer_id: customer.id, line_items: [LINE], due_date: day }
    const answers = [
      await api.post(INVOICES, { body: draft }),
      await api.post('/v1/payments', { body: { ...payment, received_on: day } }),
      await api.post(`/v1/customers/${customer.id}/erase?dry_run=true`, {
        body: { keep_documents_until: day },
      }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400],
      day,
    )
  }
  for (const at of TIMES) {
    const key = { name: 'Edge', scopes: ['invoices:read'], expires_at: at }
    const answers = [
      await api.post('/v1/api_keys', { body: key }),
      await api.post('/v1/test_clock/advance?dry_run=true', { body: { to: at } }),
    ]
    for (const { status, text } of answers) assert.ok(status < 500, `${at}: ${text}`)
  }
  for (const day of DATES) {
    const body = { keep_documents_until: day }
    const { id } = await makeCustomer(api)
    await makeVoid(api, id)
    const erased = await api.post(`/v1/customers/${id}/erase`, { body })
    assert.equal(erased.status, 200, erased.text)
  }
}

async function makeVoid(api: Api, customer_id: number): Promise<void> {
  const { id } = await makeFinalized(api, { customer_id })
  assert.equal((await api.post(`${INVOICES}/${id}/void`)).status, 200)
}

interface Dated {
  format?: string
}

/** Sends every date or time query parameter of every list and report. */
async function filters(api: Api): Promise<void> {
  let count = 0
  for (const route of routes) {
    if (route.method !== 'GET' || /:/.test(route.path)) continue
    const { properties = {} } = (route.query ?? {}) as { properties?: Record<string, Dated> }
    const dated = Object.entries(properties).filter(([, { format }]) => /^date/.test(format ?? ''))
    for (const [name, { format }] of dated) {
      for (const edge of format === 'date' ? [...DATES, ...NO_DATES] : TIMES) {
        const query = new URLSearchParams({ ...route.example?.query, [name]: edge })
        const { status, text } = await api.get(`/v1${route.path}?${query}`)
        count++
        assert.ok(status < 500, `${route.path}?${query}: ${text}`)
      }
    }
  }
  assert.ok(count > 50, `${count} were asked`)
}
