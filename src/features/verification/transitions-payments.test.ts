// Which changes of a payment's money each of its events can record.

import assert from 'node:assert/strict'
import test from 'node:test'
import { PAYMENT } from './transitions-payments.ts'

/** A payment of 10.00, by its allocated and unallocated amounts and its credit. */
const payment = (paid: number, unallocated: number, to_balance: number, status = 'settled') => ({
  ...{ amount: 1000, status, unallocated, to_balance },
  allocations: paid > 0 ? [{ invoice_id: 'inv_1', amount: paid }] : [],
})
type Payment = Partial<ReturnType<typeof payment>>

const canLead = (type: string, before: Payment, after: Payment): boolean =>
  PAYMENT[`payment.${type}`]?.leads?.(before, after) === true

test('an event of a payment moves its money as its type says', () => {
  const start = payment(400, 500, 100)
  const ways: [type: string, after: Payment][] = [
    ['allocated', payment(600, 300, 100)],
    ['deallocated', payment(100, 800, 100)],
    ['moved_to_balance', payment(400, 300, 300)],
    ['updated', payment(400, 200, 100)],
    ['updated', payment(400, 0, 70)],
    ['updated', payment(400, 600, 100)],
  ]
  for (const [type, after] of ways)
    for (const other of ['allocated', 'deallocated', 'moved_to_balance'])
      assert.equal(canLead(other, start, after), other === type, JSON.stringify([other, after]))
  for (const [type, after] of ways)
    if (type === 'updated') assert.ok(canLead(type, start, after), JSON.stringify(after))
})

test('a refund takes no credit while money is unallocated, and grants none', () => {
  const start = payment(400, 500, 100)
  for (const after of [payment(400, 400, 50), payment(400, 300, 300), payment(400, 500, 100)])
    assert.ok(!canLead('updated', start, after), JSON.stringify(after))
})

test('money is unallocated again when a refund of a reversed payment fails', () => {
  const [before, after] = [payment(0, 500, 0, 'reversed'), payment(0, 800, 0, 'reversed')]
  assert.ok(canLead('updated', before, after))
  assert.ok(!canLead('updated', { ...before, status: 'settled' }, after))
  assert.ok(!canLead('deallocated', before, after))
})

test('a payment of an older version, whose events have no allocations, is removed from its invoice', () => {
  const older = { amount: 1000, status: 'settled' }
  assert.ok(canLead('deallocated', older, payment(700, 300, 0)))
  assert.ok(!canLead('deallocated', older, payment(700, 200, 0)))
  assert.ok(!canLead('allocated', older, payment(1000, 0, 0)))
})
