// Proves that verification finds each corruption of refunds with exactly the checks it concerns.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refundCorruptions } from '../../../test/corruptions-refunds.ts'
import { bodyOf, makeFinalized } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { assertFound } from '../../../test/spoiled.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })
let invoice_id = ''

before(async () => {
  const post = (path: string, body: unknown = {}) => bodyOf(w.api.post(path, { body }))
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 24_000 }]
  invoice_id = (await makeFinalized(w.api, { currency: 'eur', line_items })).id
  const pay = (amount: number, method: string) =>
    post('/v1/payments', { invoice_id, amount, method })
  const cash = await pay(10_000, 'cash')
  await pay(14_000, 'bank_transfer')
  const note = (body: object) => post('/v1/credit_notes', { invoice_id, reason: 'other', ...body })
  const act = async (amount: number, name: string, body?: object) => {
    const { data } = await bodyOf(w.api.get('/v1/refunds'))
    const [{ id }] = data.filter((each: { amount: number }) => each.amount === amount)
    await post(`/v1/refunds/${id}/${name}`, body)
  }
  await note({ amount: 15_000, refund: 15_000 })
  await act(14_000, 'succeed', { paid_on: '2026-11-18', reference: 'E2E 4712' })
  await act(1000, 'cancel')
  await act(1000, 'to_balance')
  const { id } = await note({ amount: 5000, refund: 4000, outside: 1000 })
  await act(4000, 'succeed')
  await act(4000, 'fail', { failure_reason: 'account closed' })
  await post('/v1/refunds', { credit_note_id: id, payment_id: cash.id, amount: 2500 })
  const mistaken = await note({ amount: 2000, refund: 2000 })
  await act(2000, 'cancel')
  await post(`/v1/credit_notes/${mistaken.id}/void`)
})

test('verification finds every corruption of refunds', async () => {
  await w.stop()
  const seen = await assertFound(w.pool, refundCorruptions(invoice_id))
  const own = ['refunded_payments', 'refunds', 'refunds_of_notes', 'refunds_payable']
  assert.deepEqual(
    own.filter((name) => !seen.has(name)),
    [],
  )
})
