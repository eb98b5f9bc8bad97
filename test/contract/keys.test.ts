// Specification 5 and contract 4: the form of a key, which keys are rejected, and what a key can do.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { rollKey } from '../../src/features/api-keys/generate.ts'
import { revokeKey } from '../../src/features/api-keys/store.ts'
import { hashSecret } from '../../src/platform/key-text.ts'
import { CUSTOMERS, get, INVOICES, makeCustomer, PRODUCTS, refused } from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api } = w
const { keys } = w
const FORM = /^svc_(test|live)_([0-9A-Za-z]{16})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idOf = (key: string) => key.split('_').slice(0, 3).join('_')

test('every request needs a key (specification 1)', async () => {
  for (const [method, path] of [
    ['GET', CUSTOMERS],
    ['POST', CUSTOMERS],
    ['GET', `${CUSTOMERS}/1`],
    ['PATCH', `${CUSTOMERS}/1`],
    ['DELETE', `${CUSTOMERS}/1`],
    ['GET', PRODUCTS],
    ['POST', PRODUCTS],
    ['GET', `${PRODUCTS}/x`],
    ['PATCH', `${PRODUCTS}/x`],
    ['DELETE', `${PRODUCTS}/x`],
    ['GET', INVOICES],
    ['POST', INVOICES],
    ['GET', `${INVOICES}/x`],
    ['PATCH', `${INVOICES}/x`],
    ['GET', `${INVOICES}/x/explain`],
    ['POST', `${INVOICES}/x/finalize`],
    ['POST', `${INVOICES}/x/void`],
    ['GET', '/v1/events'],
  ] as const) {
    refused(await api.send(method, path, { key: null }), 401, 'api_key_missing')
  }
})

test('a key is sent as Authorization: Bearer <key> (specification 5.1)', async () => {
  const ask = (authorization: string) =>
    api.get(CUSTOMERS, { key: null, headers: { authorization } })
  assert.equal((await ask(`Bearer ${keys.test}`)).status, 200)
  assert.equal((await ask(`bearer ${keys.test}`)).status, 200)
  for (const header of [
    keys.test,
    `Basic ${keys.test}`,
    'Bearer',
    `Bearer ${keys.test} x`,
    `Token ${keys.test}`,
  ]) {
    assert.equal((await ask(header)).status, 401, header)
  }
  const query = await api.get(`${CUSTOMERS}?api_key=${keys.test}`, { key: null })
  assert.equal(query.status, 401)
})

test('a key has a public ID, a secret and an environment (specification 5.2)', () => {
  const [, mode, id, secret] = FORM.exec(keys.live) ?? []
  assert.equal(mode, 'live')
  assert.equal(id?.length, 16)
  assert.equal(secret?.length, 32)
})

test('the ID of a key begins with svc_ (specification 5.3)', () => {
  for (const key of Object.values(keys)) assert.match(key, /^svc_/)
})

test('a key is svc_<mode>_<16>_<32><6> in base62 (contract 4)', async () => {
  for (const key of Object.values(keys)) assert.match(key, FORM)
  const more = await Promise.all(Array.from({ length: 10 }, () => w.key()))
  assert.equal(new Set(more).size, 10)
})

// CRC32 as in zlib, of everything before it, in six base62 digits.
test('the checksum is the CRC32 of the preceding characters, and detects typing errors (contract 4)', async () => {
  for (const key of Object.values(keys)) {
    let rest = crc32(key.slice(0, -6))
    let digits = ''
    for (let count = 0; count < 6; count++) {
      digits = BASE62[rest % 62] + digits
      rest = Math.floor(rest / 62)
    }
    assert.equal(key.slice(-6), digits)
  }
  // Every single wrong character is detected, also in the checksum itself.
  for (const at of [-1, -6, -7, -20, -40]) {
    const right = keys.test.at(at) as string
    const wrong = right === 'x' ? 'y' : 'x'
    const key = keys.test.slice(0, at) + wrong + (at === -1 ? '' : keys.test.slice(at + 1))
    refused(await api.get(CUSTOMERS, { key }), 401, 'api_key_invalid')
  }
})

async function stored(): Promise<string> {
  const tables = await w.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) => JSON.stringify(await w.sql(`select t::text from ${name} t`))),
  )
  return texts.join('\n')
}

test('the secret is not stored, so it cannot be shown again (specification 5.4)', async () => {
  const [, , , secret] = FORM.exec(keys.test) as unknown as [string, string, string, string]
  const all = await stored()
  assert.ok(all.includes(idOf(keys.test)), 'the search finds what is stored')
  assert.ok(!all.includes(secret))
  assert.ok(!all.includes(Buffer.from(secret).toString('hex')))
})

test('only a keyed hash of the secret is stored (contract 4)', async () => {
  const [row] = await w.sql<{ secret_hash: Buffer }>(
    'select secret_hash from api_keys where id = $1',
    [idOf(keys.test)],
  )
  assert.equal(row?.secret_hash.length, 32)
  // The same secret has another hash under another SECRET_KEY, so a copied database is useless.
  const [, , , secret] = FORM.exec(keys.test) as unknown as [string, string, string, string]
  assert.deepEqual(hashSecret(w.secretKey, secret), row?.secret_hash)
  assert.notDeepEqual(hashSecret(Buffer.from('another'), secret), row?.secret_hash)
})

test('the public key ID is logged, and the secret is not (contract 4)', async () => {
  await api.get(CUSTOMERS)
  const text = JSON.stringify(w.logs)
  assert.ok(w.logs.some((line) => line.key_id === idOf(keys.test)))
  const [, , , secret] = FORM.exec(keys.test) as unknown as [string, string, string, string]
  assert.ok(!text.includes(secret))
})

test('the sk_ spelling of the examples works (specification 5.7)', async () => {
  const spelt = keys.live.replace(/^svc_/, 'sk_')
  assert.match(spelt, /^sk_live_/)
  assert.equal((await api.get('/api/public/v1/customers', { key: spelt })).status, 200)
})

test('sk_ is accepted with the checksum of svc_, and only svc_ is finalized (contract 4)', async () => {
  assert.equal((await api.get(CUSTOMERS, { key: keys.test.replace('svc_', 'sk_') })).status, 200)
  refused(
    await api.get(CUSTOMERS, { key: keys.test.replace('svc_', 'pk_') }),
    401,
    'api_key_invalid',
  )
  refused(
    await api.get(CUSTOMERS, { key: keys.test.replace('_test_', '_live_') }),
    401,
    'api_key_invalid',
  )
})

test('a missing or invalid key gets 401 (specification 5.9)', async () => {
  refused(await api.get(CUSTOMERS, { key: null }), 401, 'api_key_missing')
  refused(await api.get(CUSTOMERS, { key: 'svc_test_x' }), 401, 'api_key_invalid')
})

test('an invalid or missing key gets 401 (specification 7)', async () => {
  assert.equal((await api.get(CUSTOMERS, { key: null })).status, 401)
})

test('api_key_missing is returned with 401 (contract 3)', async () => {
  const { message } = refused(await api.get(CUSTOMERS, { key: null }), 401, 'api_key_missing')
  assert.match(message, /Authorization: Bearer/)
})

test('unknown, revoked and expired keys get one 401 api_key_invalid with one text (contract 3)', async () => {
  const unknown = await w.key()
  await w.sql('delete from api_keys where id = $1', [idOf(unknown)])
  const revoked = await w.key()
  await revokeKey(w.pool, idOf(revoked), Date.now())
  const expired = await w.key({ expires_at: Date.now() - 1 })
  const wrongSecret = await w.key()
  const other = await w.key()
  await w.sql(
    'update api_keys set secret_hash = (select secret_hash from api_keys where id = $2) where id = $1',
    [idOf(wrongSecret), idOf(other)],
  )
  const said = new Set<string>()
  for (const key of [unknown, revoked, expired, wrongSecret]) {
    const answer = await api.get(CUSTOMERS, { key })
    const { request_id: _, ...error } = refused(answer, 401, 'api_key_invalid')
    said.add(JSON.stringify([error, answer.headers['www-authenticate']]))
  }
  assert.equal(said.size, 1, 'nobody can tell these apart')
})

test('a 401 has WWW-Authenticate: Bearer (contract 3)', async () => {
  for (const key of [null, 'wrong']) {
    const answer = await api.get(CUSTOMERS, { key })
    assert.match(String(answer.headers['www-authenticate']), /^Bearer\b/)
  }
})

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
