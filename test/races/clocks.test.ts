// Two processes on one database whose clocks differ by an hour: order and numbers come from the database, and an
// invoice becomes overdue once.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { assertSound } from '../crash/books.ts'
import { ACCOUNT, get, INVOICES, LINE, type Made, makeCustomer, PAYMENTS } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { endOf, times } from './pair.ts'

const HOUR_MS = 3_600_000
const WRITES = 20
const LONG_AGO = '2020-01-31'

// This world's own process is the one that is ahead.
const ahead = await world({ after }, { wallNow: () => Date.now() + HOUR_MS })
const right = await ahead.secondProcess({ LOG_LEVEL: 'error' })
const apis = [ahead.api, right.api]
const by = (index: number) => apis[index % 2] as typeof right.api

test('order and numbers do not depend on which clock is right', async () => {
  const customer = await makeCustomer(ahead.api)
  const made: Made[] = []
  for (let index = 0; index < WRITES; index++) {
    const body = { customer_id: customer.id, line_items: [LINE] }
    const draft = await by(index).post(INVOICES, { body })
    assert.equal(draft.status, 201, draft.text)
    // The other process finalizes each.
    const finalized = await by(index + 1).post(`${INVOICES}/${draft.body.id}/finalize`)
    assert.equal(finalized.status, 200, finalized.text)
    made.push(finalized.body)
  }
  const numbers = made.map(({ number }) => Number(number.slice('INV-'.length)))
  assert.deepEqual(
    numbers,
    Array.from({ length: WRITES }, (_, n) => (numbers[0] as number) + n),
  )
  await times(WRITES, async (index) => {
    const { id, amount_due: amount } = made[index]
    const body = { invoice_id: id, amount, currency: 'cad', method: 'cash' }
    const paid = await by(index).post(PAYMENTS, { body })
    assert.equal(paid.status, 201, paid.text)
    const undone = await by(index + 1).post(`${PAYMENTS}/${paid.body.id}/reverse`)
    assert.equal(undone.status, 200, undone.text)
  })
  for (const api of apis) {
    const sequences: number[] = []
    for (let page: Made = { has_more: true }; page.has_more; ) {
      page = await get(api, `/v1/events?limit=100&after=${sequences.at(-1) ?? 0}`)
      sequences.push(...page.data.map(({ sequence }: Made) => sequence))
    }
    assert.deepEqual(
      sequences,
      Array.from({ length: sequences.length }, (_, n) => n + 1),
    )
  }
  await assertSound(ahead.pool)
})

test('If-Match detects a change by the process that is behind', async () => {
  const { headers } = await ahead.api.patch(ACCOUNT, { body: { footer: 'ahead' } })
  const stale = { 'if-match': String(headers.etag) }
  const changed = await right.api.patch(ACCOUNT, { body: { footer: 'right' } })
  assert.equal(changed.status, 200, changed.text)
  const late = await ahead.api.patch(ACCOUNT, { body: { footer: 'late' }, headers: stale })
  assert.equal(late.status, 412, late.text)
})

test('an invoice becomes overdue once', async () => {
  const customer = await makeCustomer(ahead.api)
  const body = { customer_id: customer.id, line_items: [LINE], due_date: LONG_AGO }
  const finalized = await times(20, async (index) => {
    const { body: draft } = await by(index).post(INVOICES, { body })
    const { body: invoice } = await by(index + 1).post(`${INVOICES}/${draft.id}/finalize`)
    return invoice
  })
  for (const { id } of finalized) {
    const types = await until(`invoice ${id} to be overdue`, async () => {
      const { data } = await get(right.api, `/v1/events?limit=100&object_id=${id}`)
      const all = data.map(({ type }: Made) => type)
      return all.includes('invoice.overdue') && all
    })
    assert.equal(types.filter((type: string) => type === 'invoice.overdue').length, 1, `${types}`)
  }
  await assertSound(ahead.pool)
})

test('a key is replayed by the process that is behind', async () => {
  const ask = { body: { name: 'Seat' }, headers: { 'idempotency-key': 'an-hour' } }
  const first = await ahead.api.post('/v1/products', ask)
  const again = await right.api.post('/v1/products', ask)
  assert.deepEqual([endOf(first), again.text], ['ok', first.text])
})
