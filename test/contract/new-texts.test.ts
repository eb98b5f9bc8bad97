// Contract 1: what a text must be beyond its form; and 8: what was stored before may be sent back.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  ACCOUNT,
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  makeCustomer,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { ENVIRONMENTS, world } from '../harness.ts'

const w = await world({ after }, { tampers: true })
const { api } = w

/** Blanks of several kinds, a zero-width space, a filler of hangul, the blank of braille. */
const INVISIBLE = [' ', '\u00a0\t', '\u3000', '\u200b', '\u200d\ufeff', '\u3164', '\u2800', '\n']

test('c1 required visible: nor hold nothing but white space and what cannot be seen', async () => {
  const customer = await makeCustomer(api)
  const product = await makeProduct(api)
  const invoice = await makeInvoice(api, { customer_id: customer.id })
  const lines = (description: string) => ({ line_items: [LINE, { ...LINE, description }] })
  for (const text of INVISIBLE) {
    for (const [ask, path, body, param] of [
      [api.post, CUSTOMERS, { name: text }, 'name'],
      [api.patch, `${CUSTOMERS}/${customer.id}`, { name: text }, 'name'],
      [api.patch, `${CUSTOMERS}/999999999`, { name: text }, 'name'],
      [api.post, PRODUCTS, { name: text }, 'name'],
      [api.patch, `${PRODUCTS}/${product.id}`, { name: text }, 'name'],
      [api.post, '/v1/api_keys', { name: text, scopes: ['events:read'] }, 'name'],
      [
        api.post,
        INVOICES,
        { customer_id: customer.id, ...lines(text) },
        'line_items[1].description',
      ],
      [api.patch, `${INVOICES}/${invoice.id}`, lines(text), 'line_items[1].description'],
    ] as const) {
      refused(await ask(path, { body }), 400, 'parameter_missing', param)
    }
  }
  // What has something to read in it is taken as it is sent, blanks and all.
  for (const name of [' a ', '\u200f\u05d0', '👨‍👩‍👧', '\u0e01', '1', '-']) {
    assert.equal((await makeCustomer(api, { name })).name, name)
  }
})

test('c1 languages: a language that documents are written in, perhaps with a region', async () => {
  for (const language of ['en', 'en-GB', 'fr-CA']) {
    assert.equal((await makeCustomer(api, { language })).language, language)
  }
  // German and Japanese are languages, but documents are not written in them.
  for (const language of ['de', 'de-AT', 'ja', 'fra', 'zz', 'und']) {
    for (const [ask, path, body] of [
      [api.post, CUSTOMERS, { name: 'x', language }],
      [api.patch, ACCOUNT, { language }],
    ] as const) {
      const { message } = refused(await ask(path, { body }), 400, 'parameter_invalid', 'language')
      assert.match(message, /^There are no documents in the language "\S+"\. Use en or fr,/)
    }
  }
  const both = await api.post(CUSTOMERS, { body: { name: ' ', language: 'zz' } })
  assert.deepEqual(
    both.body.error.errors.map(({ param }: { param: string }) => param),
    ['name', 'language'],
  )
})

test('c1 stored texts: what was stored before that was so may be sent back', async () => {
  const customer = await makeCustomer(api)
  const product = await makeProduct(api)
  const stored = { name: ' \u200b', email: '<a@b.example>', language: 'zz' }
  await w.sql('update customers set name = $2, email = $3, language = $4 where id = $1', [
    customer.id,
    stored.name,
    stored.email,
    stored.language,
  ])
  await w.sql(`update products set name = ' ' where environment_id = $1`, [ENVIRONMENTS.test])
  const path = `${CUSTOMERS}/${customer.id}`
  const changed = await api.patch(path, { body: { ...stored, city: 'Gent' } })
  assert.equal(changed.status, 200, changed.text)
  const { name, email, language, city } = await get(api, path)
  assert.deepEqual({ name, email, language, city }, { ...stored, city: 'Gent' })
  const kept = await api.patch(`${PRODUCTS}/${product.id}`, {
    body: { name: ' ', description: 'd' },
  })
  assert.equal(kept.body.description, 'd')
  // Another such value is not what was stored.
  refused(await api.patch(path, { body: { name: '  ' } }), 400, 'parameter_missing', 'name')
  refused(await api.patch(path, { body: { language: 'xx' } }), 400, 'parameter_invalid', 'language')
})
