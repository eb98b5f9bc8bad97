// Contract 1: what a text must be beyond its form. Contract 8: stored texts can be sent back.

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

/** Several kinds of space, a zero-width space, a Hangul filler, the Braille blank. */
const INVISIBLE = [' ', '\u00a0\t', '\u3000', '\u200b', '\u200d\ufeff', '\u3164', '\u2800', '\n']

test('a required text needs more than white space and invisible characters (contract 1)', async () => {
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
  // Texts with something visible are stored as sent, spaces included.
  for (const name of [' a ', '\u200f\u05d0', '👨‍👩‍👧', '\u0e01', '1', '-']) {
    assert.equal((await makeCustomer(api, { name })).name, name)
  }
})

test('a language is one that documents support, optionally with a region (contract 1)', async () => {
  for (const language of ['en', 'en-GB', 'fr-CA']) {
    assert.equal((await makeCustomer(api, { language })).language, language)
  }
  // German and Japanese are languages that documents do not support.
  for (const language of ['de', 'de-AT', 'ja', 'fra', 'zz', 'und']) {
    for (const [ask, path, body] of [
      [api.post, CUSTOMERS, { name: 'x', language }],
      [api.patch, ACCOUNT, { language }],
    ] as const) {
      const { message } = refused(await ask(path, { body }), 400, 'parameter_invalid', 'language')
      assert.match(message, /^Documents are not available in the language "\S+"\. Use en or fr,/)
    }
  }
  const both = await api.post(CUSTOMERS, { body: { name: ' ', language: 'zz' } })
  assert.deepEqual(
    both.body.error.errors.map(({ param }: { param: string }) => param),
    ['name', 'language'],
  )
})

test('a text stored before these rules can be sent back (contract 1)', async () => {
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
  // Other white space differs from the stored text, so it is refused.
  refused(await api.patch(path, { body: { name: '  ' } }), 400, 'parameter_missing', 'name')
  refused(await api.patch(path, { body: { language: 'xx' } }), 400, 'parameter_invalid', 'language')
})
