// The effect of a payment on its invoice, and of its reversal.

import assert from 'node:assert/strict'
import test from 'node:test'
import { type Allocatable, type AllocationMove, assertWaits } from './allocation.ts'
import { ERRORS } from './error-catalogue.ts'
import type { Invoice } from './invoice.ts'
import { settlePostings } from './ledger.ts'
import { assertCurrencyOf, assertPast, type Payment, pay, reopen, reverse } from './payment.ts'

const AT = Date.parse('2026-12-01T12:00:00.000Z')

const posted = {
  number: 'INV-000042',
  status: 'posted',
  currency: 'cad',
  due_date: '2026-12-20',
  amount_due: 5997,
  amount_paid: 0,
  amount_credited: 0,
  credit_applied_later: 0,
  amount_written_off: 0,
  updated_at: 0,
  overdue_at: Date.parse('2026-12-21T05:00:00.000Z'),
  reminder_at: AT,
} as Invoice

test('a partial payment keeps the state, a full payment pays the invoice', () => {
  const part = pay(posted, 997, AT)
  assert.deepEqual(part, { ...posted, amount_paid: 997, updated_at: AT })
  const paid = pay({ ...part, status: 'overdue' }, 5000, AT)
  assert.deepEqual(paid, {
    ...part,
    status: 'paid',
    amount_paid: 5997,
    overdue_at: null,
    reminder_at: null,
  })
})

test('a payment of more than the balance due is refused, and the error names the balance', () => {
  assert.throws(() => pay(posted, 6000, AT), {
    code: 'payment_exceeds_amount_due',
    message: ERRORS.payment_exceeds_amount_due.example,
  })
  assert.throws(() => pay(pay(posted, 5996, AT), 2, AT), /more than the balance due of CA\$0\.01 /)
})

test('only a posted or overdue invoice can be paid', () => {
  for (const status of ['draft', 'paid', 'void'] as const) {
    assert.throws(() => pay({ ...posted, status }, 1, AT), { code: 'invoice_not_payable' })
  }
  assert.throws(() => pay({ ...posted, status: 'void' }, 1, AT), {
    message: ERRORS.invoice_not_payable.example,
  })
})

test('a payment in another currency is refused', () => {
  assert.throws(() => assertCurrencyOf(posted, 'usd'), {
    code: 'currency_mismatch',
    message: ERRORS.currency_mismatch.example,
  })
  assertCurrencyOf(posted, 'cad')
})

test('a receipt date in the future is refused', () => {
  const zone = 'America/Toronto'
  for (const day of ['2026-12-01', '2019-01-31']) assertPast('received_on', day, '2026-12-01', zone)
  assert.throws(
    () => assertPast('received_on', '2026-12-02', '2026-12-01', zone),
    /in America\/Toronto, today is 2026-12-01\. Use 2026-12-01 or earlier/,
  )
})

test('a payment can be reversed once', () => {
  const payment = { status: 'settled', amount: 1 } as Payment
  const reversed = reverse(payment, 'cheque returned', AT)
  assert.equal(reversed.status, 'reversed')
  assert.equal(reversed.reversed_at, AT)
  assert.throws(() => reverse(reversed, '', AT), {
    code: 'payment_already_reversed',
    message: ERRORS.payment_already_reversed.example,
  })
})

test('a reopened invoice is overdue once its due date is over in the zone of finalizing', () => {
  // Midnight after 20 December in Montréal is five hours after midnight UTC.
  const over = Date.parse('2026-12-21T05:00:00.000Z')
  const paid = pay(posted, 5997, AT)
  const reopened = (at: number) => reopen(paid, 1000, 'America/Montreal', at)
  assert.deepEqual(reopened(over - 1), {
    ...paid,
    status: 'posted',
    amount_paid: 4997,
    overdue_at: over,
    updated_at: over - 1,
  })
  assert.equal(reopened(over).status, 'overdue')
  const part = pay(posted, 10, AT)
  assert.deepEqual(reopen(part, 10, 'UTC', AT), { ...posted, updated_at: AT })
})

test('a payment is allocated at most a thousand times', () => {
  const waiting = { status: 'settled', unallocated: 10, currency: 'cad' } as Allocatable
  const moves = Array.from({ length: 999 }, () => ({}) as AllocationMove)
  assertWaits({ ...waiting, moves }, 10, 'amount')
  assert.throws(() => assertWaits({ ...waiting, moves: [...moves, ...moves] }, 10, 'amount'), {
    code: 'allocation_exceeds_payment',
    message:
      'This payment was allocated 1000 times already. Reverse it and record it again to change more.',
  })
})

test('a payment debits the cash account of its method and reduces receivables', () => {
  const accounts = (['card', 'bank_transfer', 'cheque', 'cash', 'other'] as const).map((method) =>
    settlePostings({ method, amount: 1999, to_balance: 0, currency: 'cad' }, false),
  )
  assert.deepEqual(
    accounts.map(([debit]) => debit?.account),
    ['cash_card', 'cash_bank_transfer', 'cash_cheque', 'cash_cash', 'cash_other'],
  )
  assert.deepEqual(accounts[0], [
    { account: 'cash_card', amount: 19_99000000n },
    { account: 'receivable', amount: -19_99000000n },
  ])
})
