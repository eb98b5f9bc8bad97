// The amounts that one customer owes: each figure is the sum over the list it names, for that customer only.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const { api } = await world({ after }, { wallNow })

test('the outstanding amounts of one customer are shown by currency, with the lists that sum to them', async () => {
  const theirs = await makeCustomer(api)
  const path = `/v1/customers/${theirs.id}/receivables`
  const nothing = await get(api, path)
  assert.deepEqual(
    [nothing.object, nothing.customer_id, nothing.as_of, nothing.receivables],
    ['customer_receivables', `cus_${theirs.id}`, '2026-11-20', []],
  )
  const mine = (due_date: string, more: object = {}) =>
    makeFinalized(api, { customer_id: theirs.id, due_date, ...more })
  await mine('2027-01-01')
  const part = await mine('2026-11-19')
  await makePayment(api, part, { amount: 997 })
  const paid = await mine('2026-11-19')
  await makePayment(api, paid)
  await mine('2026-12-31', { currency: 'jpy' })
  await makeInvoice(api, { customer_id: theirs.id })
  // An invoice of another customer is not included.
  await makeFinalized(api, { customer_id: (await makeCustomer(api)).id, due_date: '2026-12-31' })
  // Figures and lists agree once the sweep has marked overdue invoices.
  await until('the sweep', async () => {
    const late = await get(api, `${INVOICES}?status=posted&due_date[lte]=2026-11-19`)
    return late.total_count === 0
  })
  const { receivables } = await get(api, path)
  // 59.97 is not due yet, and 50.00 was paid of another; 5 997 yen.
  assert.deepEqual(
    receivables.map(({ currency, open, overdue }: Made) => [
      ...[currency, open.amount, open.count],
      ...[overdue.amount, overdue.count],
    ]),
    [
      ['cad', 5997 + 5000, 2, 5000, 1],
      ['jpy', 5997, 1, 0, 0],
    ],
  )
  for (const { open, overdue, ages } of receivables) {
    for (const { url, amount, count } of [open, overdue, ...ages]) {
      const rows: Made[] = (await get(api, url)).data
      assert.deepEqual(
        [rows.length, rows.reduce((all, each) => all + each.amount_remaining, 0)],
        [count, amount],
        url,
      )
      assert.ok(rows.every(({ customer_id }: Made) => customer_id === `cus_${theirs.id}`))
    }
  }
  // Four invoices of 59.97 without the yen one; 9.97 and 59.97 paid.
  const { lifetime } = await get(api, path)
  assert.deepEqual(
    lifetime.map(({ currency, billed, paid: received }: Made) => [
      ...[currency, billed.amount, billed.count],
      ...[received.amount, received.count],
    ]),
    [
      ['cad', 3 * 5997, 3, 997 + 5997, 2],
      ['jpy', 5997, 1, 0, 0],
    ],
  )
  for (const { billed, paid: received } of lifetime) {
    for (const { url, amount, count } of [billed, received]) {
      const rows: Made[] = (await get(api, url)).data
      const sum = rows.reduce((all, each) => all + (each.total ?? each.amount), 0)
      assert.deepEqual([rows.length, sum], [count, amount], url)
    }
  }
  const missing = await api.get('/v1/customers/999999999/receivables')
  assert.deepEqual([missing.status, missing.body.error.code], [404, 'resource_missing'])
})
