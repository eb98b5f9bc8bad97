// Specification 5.8 and 5.9, contract 4: what a key can do.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { rollKey } from '../../src/features/api-keys/generate.ts'
import { CUSTOMERS, get, INVOICES, makeCustomer, PRODUCTS, refused } from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api } = w

/** Each operation and the scope it needs. */
const OPERATIONS = [
  ['GET', CUSTOMERS, 'customers:read'],
  ['POST', CUSTOMERS, 'customers:write'],
  ['GET', `${CUSTOMERS}/1`, 'customers:read'],
  ['PATCH', `${CUSTOMERS}/1`, 'customers:write'],
  ['DELETE', `${CUSTOMERS}/1`, 'customers:write'],
  ['GET', PRODUCTS, 'products:read'],
  ['POST', PRODUCTS, 'products:write'],
  ['GET', `${PRODUCTS}/x`, 'products:read'],
  ['PATCH', `${PRODUCTS}/x`, 'products:write'],
  ['DELETE', `${PRODUCTS}/x`, 'products:write'],
  ['GET', INVOICES, 'invoices:read'],
  ['POST', INVOICES, 'invoices:write'],
  ['GET', `${INVOICES}/x`, 'invoices:read'],
  ['PATCH', `${INVOICES}/x`, 'invoices:write'],
  ['GET', `${INVOICES}/x/explain`, 'invoices:read'],
  ['POST', `${INVOICES}/x/finalize`, 'invoices:write'],
  ['POST', `${INVOICES}/x/void`, 'invoices:write'],
  ['GET', '/v1/customers/1/credit_transactions', 'credit:read'],
  ['POST', '/v1/customers/1/credit_transactions', 'credit:write'],
  ['GET', '/v1/credit_transactions/x', 'credit:read'],
  ['GET', '/v1/payments', 'payments:read'],
  ['POST', '/v1/payments', 'payments:write'],
  ['GET', '/v1/payments/x', 'payments:read'],
  ['POST', '/v1/payments/x/reverse', 'payments:write'],
  ['GET', '/v1/events', 'events:read'],
  ['GET', `${INVOICES}/x/timeline`, 'invoices:read'],
  ['GET', '/v1/test_clock', 'test_clock:read'],
  ['POST', '/v1/test_clock/advance', 'test_clock:write'],
  ['GET', '/v1/account', 'account:read'],
  ['PATCH', '/v1/account', 'account:write'],
  ['GET', '/v1/account/logo', 'account:read'],
  ['POST', '/v1/account/logo', 'account:write'],
  ['DELETE', '/v1/account/logo', 'account:write'],
] as const
const SCOPES = [...new Set(OPERATIONS.map(([, , scope]) => scope))]
const denied = (status: number) => status === 403

test('each operation needs its scope (contract 4)', async () => {
  const none = await w.key({ scopes: [] })
  for (const [method, path] of OPERATIONS) {
    refused(await api.send(method, path, { key: none }), 403, 'permission_denied')
  }
  for (const scope of SCOPES) {
    const key = await w.key({ scopes: [scope] })
    for (const [method, path, needed] of OPERATIONS) {
      const { status } = await api.send(method, path, { key })
      const allowed = needed === scope || needed === scope.replace(':write', ':read')
      assert.equal(denied(status), !allowed, `${method} ${path} with ${scope}: ${status}`)
    }
  }
})

test('a write scope includes read, but not the reverse (contract 4)', async () => {
  const writes = await w.key({ scopes: ['products:write'] })
  assert.equal((await api.get(PRODUCTS, { key: writes })).status, 200)
  const reads = await w.key({ scopes: ['products:read'] })
  refused(await api.post(PRODUCTS, { body: { name: 'x' }, key: reads }), 403, 'permission_denied')
})

test('the scope * includes all (contract 4)', async () => {
  const key = await w.key({ scopes: ['*'] })
  for (const [method, path] of OPERATIONS) {
    assert.equal(denied((await api.send(method, path, { key })).status), false)
  }
})

test('permission_denied is returned with 403 and names the scope (contract 3)', async () => {
  const key = await w.key({ scopes: ['customers:read', 'invoices:write'] })
  const { message } = refused(await api.get(PRODUCTS, { key }), 403, 'permission_denied')
  assert.match(message, /products:read/)
  const answer = await api.delete(`${CUSTOMERS}/1`, { key })
  assert.match(refused(answer, 403, 'permission_denied').message, /customers:write/)
})

test('a key without the permission gets 403 (specification 5.9)', async () => {
  const key = await w.key({ scopes: ['customers:read'] })
  refused(await api.post(CUSTOMERS, { body: { name: 'x' }, key }), 403, 'permission_denied')
  assert.equal((await get(api, CUSTOMERS)).total_count, 0)
})

test('a key that lacks a permission gets 403 (specification 7)', async () => {
  const key = await w.key({ scopes: [] })
  assert.equal((await api.get(CUSTOMERS, { key })).status, 403)
})

test('keys can have fewer permissions, and can be rotated (specification 5.8)', async () => {
  const key = await w.key({ scopes: ['customers:write'] })
  await makeCustomer(api, {}, { key })
  const id = key.split('_').slice(0, 3).join('_')
  assert.ok(await rollKey(w.pool, w.secretKey, id, 0, Date.now()))
})
