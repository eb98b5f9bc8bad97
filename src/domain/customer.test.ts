// A customer who still owes, or is about to, cannot be deleted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertDeletable } from './customer.ts'
import { ERRORS } from './error-catalogue.ts'

test('only a customer without open invoices can be deleted', () => {
  assertDeletable('cus_1001', 0)
  assert.throws(() => assertDeletable('cus_1001', 1), {
    code: 'customer_has_open_invoices',
    message: /^Customer cus_1001 has an open invoice;/,
  })
  assert.throws(() => assertDeletable('cus_1001', 2), {
    code: 'customer_has_open_invoices',
    message: ERRORS.customer_has_open_invoices.example,
  })
})
