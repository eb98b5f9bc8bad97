// Customers with unsettled invoices or credit cannot be deleted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertDeletable } from './customer.ts'
import { ERRORS } from './error-catalogue.ts'

test('only a customer without open invoices can be deleted', () => {
  assertDeletable('cus_1001', {
    subscriptions: 0,
    openInvoices: 0,
    waitingPayments: 0,
    balances: { cad: '0.00000000' },
  })
  assert.throws(
    () =>
      assertDeletable('cus_1001', {
        subscriptions: 0,
        openInvoices: 1,
        waitingPayments: 0,
        balances: {},
      }),
    {
      code: 'customer_has_open_invoices',
      message: /^Customer cus_1001 has an open invoice;/,
    },
  )
  assert.throws(
    () =>
      assertDeletable('cus_1001', {
        subscriptions: 0,
        openInvoices: 2,
        waitingPayments: 0,
        balances: { cad: '1' },
      }),
    {
      code: 'customer_has_open_invoices',
      message: ERRORS.customer_has_open_invoices.example,
    },
  )
})

test('a customer with credit in any currency cannot be deleted', () => {
  const balances = { usd: '0', cad: '12.5' }
  assert.throws(
    () =>
      assertDeletable('cus_1001', {
        subscriptions: 0,
        openInvoices: 0,
        waitingPayments: 0,
        balances,
      }),
    {
      code: 'customer_has_credit',
      message: ERRORS.customer_has_credit.example,
    },
  )
  const several = { usd: '3', eur: '0.00000001', cad: '999999999999.99999999' }
  assert.throws(
    () =>
      assertDeletable('cus_1001', {
        subscriptions: 0,
        openInvoices: 0,
        waitingPayments: 0,
        balances: several,
      }),
    {
      message: /of 999999999999\.99999999 cad, 0\.00000001 eur and 3\.00000000 usd\. Remove it/,
    },
  )
})
