// Search: an object is found by details that a person knows about it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { resourceOf, SEARCH_KINDS } from '../../src/domain/resource-lists.ts'
import {
  CUSTOMERS,
  get,
  type Made,
  makeCustomer,
  makeFinalized,
  makePayment,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'
import { furnish } from './furnished.ts'

const w = await world({ after }, { settings: { MAIL_FROM: 'billing@example.com' } })
const { api } = w

async function found(q: string, ask: object = {}): Promise<Made[]> {
  return (await get(api, `/v1/search?q=${encodeURIComponent(q)}`, ask)).data
}
const titles = async (q: string, ask: object = {}) =>
  (await found(q, ask)).map(({ title }: Made) => title)

const nordlicht = await makeCustomer(api, {
  name: 'Nordlicht Inc.',
  contact_name: 'Émile Zola',
  email: 'Billing@Nordlicht.example',
})

test('any ID finds exactly its object', async () => {
  const { ids } = await furnish(api, { key: w.keys.test, live: w.keys.live }, 'Maple')
  const searched = Object.entries(ids).filter(([path]) => resourceOf(path)?.searched)
  assert.equal(searched.length, SEARCH_KINDS.length)
  for (const [collection, [id = '']] of searched) {
    const [result, ...others] = await found(` ${id} `)
    assert.equal(result?.id, id, collection)
    assert.equal(result.url, `/v1/${collection}/${id}`)
    assert.deepEqual(others, [])
    assert.equal((await api.get(result.url)).status, 200, result.url)
    for (const key of [w.keys.live, w.keys.otherTest]) {
      assert.deepEqual(await found(id, { key }), [], `${collection} elsewhere`)
    }
  }
  assert.deepEqual(await found('inv_01h2xcejqtf2nbrexx3vqjhp41'), [])
})

test('invoices are found by number, with or without prefix and leading zeros', async () => {
  const { id, number } = await makeFinalized(api, { customer_id: nordlicht.id })
  const [, digits] = number.split('-')
  for (const q of [
    number,
    number.toLowerCase(),
    digits,
    String(Number(digits)),
    `inv-${Number(digits)}`,
  ]) {
    const [result] = (await found(q)).filter(({ kind }: Made) => kind === 'invoice')
    assert.equal(result?.id, id, q)
    assert.deepEqual(
      [result.title, result.detail, result.status],
      [number, 'Nordlicht Inc.', 'posted'],
    )
  }
  const [customer] = await found(String(nordlicht.id))
  assert.equal(customer.id, `cus_${nordlicht.id}`)
  const payment = await makePayment(api, await makeFinalized(api), { reference: 'E2E 4711' })
  assert.equal((await found(payment.id))[0].detail, 'E2E 4711')
})

test('customers and products are found by beginnings of all words, names first', async () => {
  const { id } = await makeProduct(api, { name: 'Team plan, yearly' })
  for (const q of [
    'nordlicht',
    'nord',
    'inc nord',
    'zola',
    'emile z',
    'billing nordl',
    'example nord inc',
  ]) {
    const [result] = await found(q)
    assert.equal(result?.id, `cus_${nordlicht.id}`, q)
    assert.deepEqual(
      [result.kind, result.title, result.detail, result.status],
      [...['customer', 'Nordlicht Inc.', 'Billing@Nordlicht.example', null]],
    )
  }
  const [product] = await found('year team')
  assert.deepEqual([product.kind, product.id, product.status], ['product', id, 'active'])
  for (const q of ['ordlicht', 'nord corp', 'nordlicht yearly'])
    assert.deepEqual(await found(q), [], q)
  // A customer of that name comes before one with a contact of that name.
  await makeCustomer(api, { name: 'Abacus', contact_name: 'Quillan Reed' })
  await makeCustomer(api, { name: 'Bindery', email: 'quillan@bindery.example' })
  await makeCustomer(api, { name: 'Quillan Books' })
  await makeProduct(api, { name: 'Quillan quarterly' })
  const named = ['Quillan Books', 'Quillan quarterly', 'Abacus', 'Bindery']
  assert.deepEqual(await titles('quill'), named)
})

test('search ignores case, accents and punctuation', async () => {
  await makeCustomer(api, { name: 'Müller & Söhne Straßenbau' })
  await makeCustomer(api, { name: '東京電力' })
  for (const q of [
    'muller',
    'MÜLLER',
    'mu\u0308ller',
    'sohne',
    'strassen',
    'STRASSENBAU (mueller',
  ]) {
    const expected = q.endsWith('mueller') ? [] : ['Müller & Söhne Straßenbau']
    assert.deepEqual(await titles(q), expected, q)
  }
  assert.deepEqual(await titles('電力'), ['東京電力'])
})

test('search reflects renames and deletions at once, and no dry run or rejected request', async () => {
  const { id } = await makeCustomer(api, { name: 'Before', contact_name: 'Stays' })
  await api.patch(`${CUSTOMERS}/${id}?dry_run=true`, { body: { name: 'Imagined' } })
  assert.deepEqual(await titles('imagined'), [])
  // Two concurrent changes that share a batch.
  await Promise.all([
    api.patch(`${CUSTOMERS}/${id}`, { body: { name: 'Between' } }),
    api.patch(`${CUSTOMERS}/${id}`, { body: { email: 'a@afterwards.example' } }),
  ])
  await api.patch(`${CUSTOMERS}/${id}`, { body: { name: 'After' } })
  assert.deepEqual([await titles('before'), await titles('between')], [[], []])
  assert.deepEqual([await titles('after'), await titles('stays')], [['After'], ['After']])
  await api.patch(`${CUSTOMERS}/${id}`, { body: { contact_name: null } })
  assert.deepEqual(await titles('stays'), [])
  await api.delete(`${CUSTOMERS}/${id}`)
  assert.deepEqual([await titles('after'), await titles(`cus_${id}`)], [[], []])
  const left = await w.sql('select word from customer_words where customer_id = $1', [id])
  assert.deepEqual(left, [])
  const product = await makeProduct(api, { name: 'Oldname' })
  await api.patch(`${PRODUCTS}/${product.id}`, { body: { name: 'Newname' } })
  assert.deepEqual([await titles('oldname'), await titles('newname')], [[], ['Newname']])
})

test('words filter the lists of customers and products', async () => {
  const ids = (list: Made) => list.data.map(({ id }: Made) => id)
  assert.deepEqual(ids(await get(api, `${CUSTOMERS}?q=nordl%20zola`)), [nordlicht.id])
  assert.deepEqual(ids(await get(api, `${CUSTOMERS}?q=nordl%20zola&email=x`)), [])
  assert.deepEqual(ids(await get(api, `${CUSTOMERS}?q=zola`, { key: w.keys.live })), [])
  const { id } = await makeProduct(api, { name: 'Filtered plan' })
  assert.deepEqual(ids(await get(api, `${PRODUCTS}?q=filt`)), [id])
  assert.deepEqual(ids(await get(api, `${PRODUCTS}?q=filt&status=archived`)), [])
})

test('search returns only what the key can read', async () => {
  const { id } = await makeProduct(api, { name: 'Nordic plan' })
  const key = await w.key({ scopes: ['customers:read'] })
  const kinds = (await found('nord', { key })).map(({ kind }: Made) => kind)
  assert.deepEqual([...new Set(kinds)], ['customer'])
  assert.deepEqual(await found(id, { key }), [])
  assert.equal((await found(id))[0].kind, 'product')
})

test('any text of bounded length gets results, and never a failure', async () => {
  for (const q of [
    '%',
    '_',
    "'",
    '\\',
    '🎉',
    'a'.repeat(200),
    '-',
    '0',
    '9'.repeat(200),
    'inv_',
    ' ',
  ]) {
    assert.equal((await api.get(`/v1/search?q=${encodeURIComponent(q)}`)).status, 200, q)
  }
  refused(await api.get('/v1/search'), 400, 'parameter_missing', 'q')
  refused(await api.get(`/v1/search?q=${'a'.repeat(201)}`), 400, 'parameter_invalid', 'q')
})
