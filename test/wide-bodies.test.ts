// Objects with tens of thousands of properties cost much more than a text of the same length, so a body can have only
// as many values as a large invoice needs. Others are refused before parsing; without a key, those over 16 KiB are.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeCustomer, refused } from './fixtures.ts'
import { sharedWorld } from './shared.ts'

const w = await sharedWorld({ after })
const COUNT = 58_000
const members = (name: string, value: string) =>
  Array.from({ length: COUNT }, (_, n) => `"${name}${n}":${value}`).join(',')

const BODIES: [what: string, path: string, raw: string][] = [
  ['unknown members', '/v1/products', `{"name":"a",${members('nam', '1')}}`],
  ['metadata', '/v1/products', `{"name":"a","metadata":{${members('k', '"v"')}}}`],
]

for (const [what, path, raw] of BODIES) {
  test(`a body of ${COUNT} members is refused before it is parsed: ${what}`, async () => {
    const { message } = refused(await w.api.post(path, { raw }), 400, 'parameter_invalid')
    assert.match(message, /more than 5000 fields and list items/)
  })
}

test('a body without a key is refused if it is too large', async () => {
  const raw = `{"token":"a",${members('toke', '1')}}`
  const ask = { key: null, headers: { origin: w.url }, raw }
  refused(await w.api.post('/session/v1/links/inspect', ask), 413, 'body_too_large')
})

test('a body that only clears properties of metadata is refused as well', async () => {
  const { id } = await makeCustomer(w.api)
  const raw = `{"metadata":{${members('k', 'null')}}}`
  refused(await w.api.patch(`/v1/customers/${id}`, { raw }), 400, 'parameter_invalid')
})

test('the largest invoice is accepted, however its texts are spelled', async () => {
  const { id: customer_id } = await makeCustomer(w.api)
  const description = `",\\,\\",`.repeat(60)
  const line_items = Array.from({ length: 250 }, () => ({
    description,
    quantity: 1,
    unit_amount: 1,
  }))
  const metadata = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`k${n}`, ',"'.repeat(99)]),
  )
  const answer = await w.api.post('/v1/invoices', { body: { customer_id, line_items, metadata } })
  assert.equal(answer.status, 201, answer.text)
})
