// Proves that verification finds each corruption of refunds and of allocated payments with exactly the checks it concerns.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AllocatedBooks, paymentCorruptions } from '../../../test/corruptions-payments.ts'
import { refundCorruptions } from '../../../test/corruptions-refunds.ts'
import { returnBookCorruptions } from '../../../test/corruptions-return-books.ts'
import { returnCorruptions } from '../../../test/corruptions-returns.ts'
import { bodyOf, makeCustomer, makeFinalized } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { assertFound } from '../../../test/spoiled.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })
let invoice_id = ''

const post = (path: string, body: unknown = {}) => bodyOf(w.api.post(path, { body }))

before(async () => {
  await refunded()
  await allocate()
  await giveBack()
})

async function refunded(): Promise<void> {
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
}

let allocated: AllocatedBooks = { first: '', third: '' }

async function allocate(): Promise<void> {
  const { id: customer_id } = await makeCustomer(w.api, { name: 'Westwind Ltd.' })
  const bill = async (unit_amount: number): Promise<string> => {
    const line_items = [{ description: 'Seats', quantity: 1, unit_amount }]
    return (await makeFinalized(w.api, { customer_id, currency: 'eur', line_items })).id
  }
  const [first, second, third] = [await bill(30_000), await bill(12_000), await bill(5000)]
  allocated = { first, third }
  const pay = (amount: number, method: string, body: object) =>
    post('/v1/payments', { amount, method, currency: 'eur', ...body })
  const to = (invoice_id: string, amount: number) => ({ invoice_id, amount })
  const money = await pay(50_000, 'cheque', {
    ...{ customer_id, received_on: '2026-11-18' },
    allocations: [to(first, 20_000), to(second, 7000)],
  })
  const move = (id: string, verb: string, ...allocations: object[]) =>
    post(`/v1/payments/${id}/${verb}`, { allocations })
  await move(money.id, 'allocate', to(first, 5000))
  await move(money.id, 'deallocate', to(second, 3000))
  await post(`/v1/payments/${money.id}/to_balance`, { amount: 4000 })
  await bodyOf(w.api.patch('/v1/account', { body: { overpayment: 'balance' } }))
  await pay(5700, 'cash', { invoice_id: third })
  const twice = await pay(900, 'cash', { invoice_id: third })
  await post(`/v1/payments/${twice.id}/reverse`)
  const mistaken = await pay(6100, 'bank_transfer', {
    customer_id,
    allocations: [to(second, 1000)],
  })
  await post(`/v1/payments/${mistaken.id}/reverse`)
  const moved = await pay(3300, 'bank_transfer', { invoice_id: first })
  await move(moved.id, 'deallocate', to(first, 1300))
}

async function giveBack(): Promise<void> {
  const { id: customer_id } = await makeCustomer(w.api, { name: 'Eastwind Ltd.' })
  const pay = (amount: number, method: string, body: object = { customer_id }) =>
    post('/v1/payments', { amount, method, currency: 'eur', ...body })
  const back = async (
    { id: payment_id }: { id?: string },
    amount: number,
    ...steps: [string, object?][]
  ) => {
    const { id } = await post('/v1/refunds', { payment_id, from: 'overpayment', amount })
    for (const [name, body] of steps) await post(`/v1/refunds/${id}/${name}`, body)
  }
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 5000 }]
  const invoice = await makeFinalized(w.api, { customer_id, currency: 'eur', line_items })
  await back(await pay(5800, 'cash', { invoice_id: invoice.id }), 600)
  // The invoice is paid already, so that all of it becomes credit.
  await back(await pay(7300, 'cash', { invoice_id: invoice.id }), 400)
  const money = await pay(80_000, 'bank_transfer')
  await back(money, 11_000)
  await back(money, 12_000, ['succeed', { paid_on: '2026-11-18', reference: 'E2E 4713' }])
  await back(money, 13_000, ['succeed'], ['fail', { failure_reason: 'account closed' }])
  await back(money, 15_000, ['cancel'])
  const credit = await pay(21_000, 'cash')
  await post(`/v1/payments/${credit.id}/to_balance`, { amount: 16_000 })
  await back(credit, 9000, ['succeed'])
  const bounced = await pay(3100, 'cheque')
  await back(bounced, 1700, ['succeed'])
  await post(`/v1/payments/${bounced.id}/reverse`)
}

test('verification finds every corruption of refunds and of allocated payments', async () => {
  await w.stop()
  const all = [
    ...refundCorruptions(invoice_id),
    ...paymentCorruptions(allocated),
    ...returnCorruptions(invoice_id),
    ...returnBookCorruptions(),
  ]
  const seen = await assertFound(w.pool, all)
  const own = [
    ...['refunded_payments', 'refunds', 'refunds_of_notes', 'refunds_payable'],
    ...['allocations', 'unallocated_payments', 'payment_credit'],
  ]
  assert.deepEqual(
    own.filter((name) => !seen.has(name)),
    [],
  )
})
