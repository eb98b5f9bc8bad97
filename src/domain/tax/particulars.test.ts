// Details required on documents that charge tax: by their total in Canada, by country elsewhere.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BillingError } from '../errors.ts'
import { assertParticulars, type Particulars, particularsMissing } from './particulars.ts'

const HERE = { address_line1: '1 Main St', city: 'Town', country: 'CA' }

const tax = (country: string, more: Partial<Particulars['taxes'][number]> = {}) => ({
  ...{ name: 'GST', country, category: 'standard' as const, registration: '' },
  ...more,
})

const missing = (more: Partial<Particulars>) =>
  particularsMissing({
    ...{ currency: 'cad', total: 10_000, taxes: [tax('CA')], seller: HERE, customer: HERE },
    ...more,
  }).map(({ param, message }) => `${param}: ${message.slice(0, 62)}`)

const NUMBER = 'null: The document has to show your registration number for GST. Add'

// SOR/91-45, section 3: the number is required from 100.00. The recipient, terms and description, required from 500.00,
// are on every invoice.
test('in Canada the registration number is required from a total of 100.00', () => {
  const totals: [total: number, faults: string[]][] = [
    [9_999, []],
    [10_000, [NUMBER]],
    [49_999, [NUMBER]],
    [50_000, [NUMBER]],
  ]
  for (const [total, faults] of totals) {
    assert.deepEqual(missing({ total }), faults, String(total))
    const taxes = [tax('CA', { registration: '123456789 RT0001' })]
    assert.deepEqual(missing({ total, taxes }), [], String(total))
  }
  // The threshold is in Canadian dollars.
  assert.deepEqual(missing({ total: 9_999, currency: 'usd' }), [NUMBER])
  assert.deepEqual(missing({ taxes: [tax('CA'), tax('CA', { name: 'QST' })] }), [
    NUMBER,
    'null: The document has to show your registration number for QST. Add',
  ])
})

test('taxes that are not charged, and US sales tax, require no number', () => {
  for (const category of ['zero', 'exempt', 'outside_scope', 'export'] as const) {
    assert.deepEqual(missing({ taxes: [tax('CA', { category })] }), [], category)
  }
  assert.deepEqual(missing({ taxes: [tax('US', { name: 'Sales tax' })] }), [])
  assert.deepEqual(missing({ taxes: [tax('AU')] }), [NUMBER])
})

// Directive 2006/112/EC, article 226 (3), (4) and (5).
test('the EU requires both addresses and the number, under reverse charge too', () => {
  const unnamed = { country: 'FR' }
  const taxes = [tax('DE', { name: '', category: 'reverse_charge' })]
  assert.deepEqual(missing({ taxes, seller: {}, customer: unnamed, total: 1 }), [
    'null: The document has to show your registration number for VAT. Add',
    'address_line1: The document has to show your address. Set address_line1, city',
    "customer_id: The document has to show the customer's address. Set address_l",
  ])
  assert.deepEqual(missing({ taxes: [tax('DE', { registration: 'DE136695976' })] }), [])
})

test('an error names everything that is missing', () => {
  const all = particularsMissing({
    ...{ currency: 'eur', total: 1, taxes: [tax('DE')], seller: {}, customer: {} },
  })
  const isAll = (error: unknown) =>
    error instanceof BillingError &&
    error.code === 'document_particulars_missing' &&
    error.errors.length === 3
  assert.throws(() => assertParticulars(all), isAll)
  assertParticulars([])
})
