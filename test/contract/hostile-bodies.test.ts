// Contract 1: hostile and malformed bodies: NUL, surrogates, depth, __proto__, invalid JSON.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { CUSTOMERS, get, INVOICES, LINE, makeCustomer, refused } from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w
const customer = await makeCustomer(api)
const withLine = (line: object) => ({
  customer_id: customer.id,
  line_items: [{ ...LINE, ...line }],
})

test('NUL is rejected in every text', async () => {
  refused(
    await api.post(CUSTOMERS, { body: { name: 'a\u0000b' } }),
    400,
    'parameter_invalid',
    'name',
  )
  refused(
    await api.post(CUSTOMERS, { body: { name: 'x', metadata: { 'a\u0000': 1 } } }),
    400,
    'parameter_invalid',
  )
  refused(
    await api.post(CUSTOMERS, { body: { name: 'x', metadata: { a: '\u0000' } } }),
    400,
    'parameter_invalid',
    'metadata.a',
  )
  refused(
    await api.post(INVOICES, { body: withLine({ description: '\u0000' }) }),
    400,
    'parameter_invalid',
    'line_items[0].description',
  )
  refused(await api.get(`${CUSTOMERS}?email=a%00b`), 400, 'parameter_invalid', 'email')
  assert.equal((await api.get(`${CUSTOMERS}/%00`)).status, 404)
})

test('half of a surrogate pair is rejected', async () => {
  refused(
    await api.post(CUSTOMERS, { raw: '{"name":"a\\ud800b"}' }),
    400,
    'parameter_invalid',
    'name',
  )
  refused(
    await api.post(CUSTOMERS, { raw: '{"name":"\\udc00\\ud800"}' }),
    400,
    'parameter_invalid',
    'name',
  )
  refused(
    await api.post(CUSTOMERS, { raw: '{"name":"x","metadata":{"\\ud800":1}}' }),
    400,
    'parameter_invalid',
  )
  assert.equal((await api.post(CUSTOMERS, { raw: '{"name":"\\ud83d\\ude00"}' })).body.name, '😀')
})

test('eight levels of nesting are accepted, and nine rejected', async () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  const eight = refused(await api.post(CUSTOMERS, { raw: nested(8) }), 400, 'parameter_missing')
  assert.ok(eight.errors.some((fault: { code: string }) => fault.code === 'parameter_unknown'))
  const nine = refused(await api.post(CUSTOMERS, { raw: nested(9) }), 400, 'parameter_invalid')
  assert.match(nine.message, /8 levels/)
  refused(await api.post(CUSTOMERS, { raw: nested(100_000) }), 400, 'parameter_invalid')
})

test('an object that repeats a property is rejected', async () => {
  const before = (await get(api, CUSTOMERS)).total_count
  for (const [raw, place] of [
    ['{"name":"x","name":"y"}', 'name'],
    ['{"name":"x","n\\u0061me":"x"}', 'name'],
    ['{"name":"x","metadata":{"a":"1","\\u0061":"2"}}', 'metadata.a'],
  ] as const) {
    const answer = await api.post(CUSTOMERS, { raw })
    assert.match(refused(answer, 400, 'invalid_json', place).message, /more than once/)
  }
  const line = '{"description":"a","quantity":1,"quantity":2,"unit_amount":1}'
  const raw = `{"customer_id":1,"line_items":[${line}]}`
  refused(await api.post(INVOICES, { raw }), 400, 'invalid_json', 'line_items[0].quantity')
  assert.equal((await get(api, CUSTOMERS)).total_count, before)
})

test('__proto__ is rejected and has no effect', async () => {
  for (const raw of [
    '{"name":"x","__proto__":{"tax_exempt":true}}',
    '{"name":"x","metadata":{"__proto__":"y"}}',
    '{"name":"x","metadata":{"__proto__":{"a":1}}}',
  ]) {
    const answer = await api.post(CUSTOMERS, { raw })
    assert.equal(answer.status, 400, answer.text)
  }
  assert.equal(({} as { tax_exempt?: boolean }).tax_exempt, undefined)
  const { metadata } = await makeCustomer(api, { metadata: { constructor: 'a', toString: 'b' } })
  assert.deepEqual(metadata, { constructor: 'a', toString: 'b' })
})

test('a GET with a body is rejected', async () => {
  for (const path of [INVOICES, `${CUSTOMERS}/${customer.id}`]) {
    refused(await api.get(path, { body: { limit: 1 } }), 400, 'parameter_unknown')
    const chunked = { raw: '{}', headers: { 'transfer-encoding': 'chunked' } }
    refused(await api.get(path, chunked), 400, 'parameter_unknown')
  }
  assert.equal((await api.get(INVOICES)).status, 200)
})

test('invalid_json is returned with 400 (contract 3)', async () => {
  for (const raw of [
    '{',
    '{"name":}',
    "{'name':'x'}",
    '{"name":"x",}',
    'name=x',
    '{"name":"x"} {}',
    '{"name":"\n"}',
    'NaN',
    '\ufeff{"name":"x"',
  ]) {
    refused(await api.post(CUSTOMERS, { raw }), 400, 'invalid_json')
  }
  for (const raw of ['[]', '"x"', '5', 'true', '[{"name":"x"}]']) {
    refused(await api.post(CUSTOMERS, { raw }), 400, 'parameter_invalid')
  }
})

test('a rejected request writes nothing', async () => {
  assert.equal((await get(api, INVOICES)).total_count, 0)
  const events = (await get(api, '/v1/events?limit=100')).data
  const made = events.filter(({ type }: { type: string }) => type === 'customer.created')
  assert.equal((await get(api, CUSTOMERS)).total_count, made.length)
  assert.equal(events.length, made.length)
})

test('a parameter with a very long name, given twice, is quoted in brief', async () => {
  const name = 'a'.repeat(5_000)
  const { status, body } = await api.get(`/v1/invoices?${name}=1&${name}=2`)
  assert.equal(status, 400)
  assert.ok(body.error.message.length < 200, body.error.message)
})
