// The actions that each state of a product allows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRODUCT_STATUSES, type ProductAction, productCan } from './product.ts'

test('every action in every state has the specified outcome', () => {
  const table: [ProductAction, boolean, boolean, string][] = [
    // action, active, archived
    ['update', true, true, 'an archived product can be described anew, and made active again'],
    ['archive', true, true, 'archiving again changes nothing'],
    ['bill', true, false, 'an archived product is not sold'],
  ]
  for (const [action, ...expected] of table) {
    const allowed = PRODUCT_STATUSES.map((status) => productCan(action, { status }))
    assert.deepEqual(allowed, expected.slice(0, 2), `${action}: ${expected[2]}`)
  }
})
