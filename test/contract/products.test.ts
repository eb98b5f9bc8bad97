// Contract 6: products and metadata. Contract 1: text sizes in code points; the maximum is accepted, and one more rejected.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w

test('a new product is active', async () => {
  assert.equal((await makeProduct(api)).status, 'active')
  refused(
    await api.post(PRODUCTS, { body: { name: 'x', status: 'archived' } }),
    400,
    'parameter_invalid',
    'status',
  )
})

test('PATCH changes name, description, metadata and status', async () => {
  const made = await makeProduct(api)
  const path = `${PRODUCTS}/${made.id}`
  for (const [member, value] of [
    ['name', 'New'],
    ['description', 'Longer'],
    ['metadata', { sku: 'B' }],
    ['status', 'archived'],
    ['status', 'active'],
  ] as const) {
    const answer = await api.patch(path, { body: { [member]: value } })
    assert.deepEqual(answer.body[member], value)
    assert.deepEqual(await get(api, path), answer.body)
  }
  refused(
    await api.patch(path, { body: { status: 'deleted' } }),
    400,
    'parameter_invalid',
    'status',
  )
  refused(await api.patch(path, { body: { id: 'prod_x' } }), 400, 'parameter_invalid', 'id')
})

test('DELETE archives a product and returns it, however often it is sent', async () => {
  const { id } = await makeProduct(api)
  const first = await api.delete(`${PRODUCTS}/${id}`)
  assert.equal(first.body.id, id)
  assert.equal(first.body.status, 'archived')
  const again = await api.delete(`${PRODUCTS}/${id}`)
  assert.equal(again.status, 200)
  assert.equal(again.text, first.text)
  assert.equal((await get(api, `${PRODUCTS}/${id}`)).status, 'archived')
})

test('a list without status has active and archived products', async () => {
  const kept = await makeProduct(api)
  const gone = await makeProduct(api)
  await api.delete(`${PRODUCTS}/${gone.id}`)
  const ids = (await get(api, PRODUCTS)).data.map(({ id }: Made) => id)
  assert.ok(ids.includes(kept.id) && ids.includes(gone.id))
})

/** Objects with metadata: how to create one, and where to change it. */
const HOLDERS = [
  {
    make: (body: object) => api.post(CUSTOMERS, { body: { name: 'x', ...body } }),
    path: CUSTOMERS,
  },
  { make: (body: object) => api.post(PRODUCTS, { body: { name: 'x', ...body } }), path: PRODUCTS },
  {
    make: async (body: object) =>
      api.post(INVOICES, {
        body: {
          customer_id: (await makeCustomer(api)).id,
          line_items: [{ description: 'a', quantity: 1, unit_amount: 1 }],
          ...body,
        },
      }),
    path: INVOICES,
  },
]
const keysNamed = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index + from}`, index]))

test('metadata has at most 50 keys of 1 to 40 characters', async () => {
  for (const { make, path } of HOLDERS) {
    const most = await make({ metadata: keysNamed(50) })
    assert.equal(most.status, 201)
    refused(await make({ metadata: keysNamed(51) }), 400, 'parameter_invalid', 'metadata')
    const one = `${path}/${most.body.id}`
    refused(
      await api.patch(one, { body: { metadata: { more: 1 } } }),
      400,
      'parameter_invalid',
      'metadata',
    )
    const swapped = await api.patch(one, { body: { metadata: { k0: null, more: 1 } } })
    assert.equal(Object.keys(swapped.body.metadata).length, 50)
    assert.equal((await make({ metadata: { [`${'😀'.repeat(40)}`]: 1, a: 1 } })).status, 201)
    refused(await make({ metadata: { ['a'.repeat(41)]: 1 } }), 400, 'parameter_invalid')
    refused(await make({ metadata: { '': 1 } }), 400, 'parameter_invalid')
    refused(
      await api.patch(one, { body: { metadata: { ['a'.repeat(41)]: 1 } } }),
      400,
      'parameter_invalid',
    )
  }
})

test('a metadata value is text up to 500 characters, a number or a boolean, returned as sent', async () => {
  const metadata = {
    text: '😀'.repeat(500),
    empty: '',
    integer: -5,
    decimal: 0.1,
    small: 1e-7,
    large: 9007199254740991,
    yes: true,
    no: false,
    'with space. and "quotes"': 'x',
    ünïcode: 'ß',
  }
  for (const { make, path } of HOLDERS) {
    const made = await make({ metadata })
    assert.deepEqual(made.body.metadata, metadata)
    assert.deepEqual(Object.keys(made.body.metadata), Object.keys(metadata))
    assert.deepEqual((await get(api, `${path}/${made.body.id}`)).metadata, metadata)
    for (const value of ['a'.repeat(501), {}, [], ['a'], { a: 1 }]) {
      refused(await make({ metadata: { key: value } }), 400, 'parameter_invalid', 'metadata.key')
      const body = { metadata: { key: value } }
      refused(
        await api.patch(`${path}/${made.body.id}`, { body }),
        400,
        'parameter_invalid',
        'metadata.key',
      )
    }
    for (const value of ['text', 5, true, [], [1]]) {
      refused(await make({ metadata: value }), 400, 'parameter_invalid', 'metadata')
    }
  }
})

test('PATCH merges metadata; null removes a key, or all of it', async () => {
  for (const { make, path } of HOLDERS) {
    const { body } = await make({ metadata: { a: 1, b: 'two', c: true } })
    const one = `${path}/${body.id}`
    const patch = async (metadata: unknown) =>
      (await api.patch(one, { body: { metadata } })).body.metadata
    assert.deepEqual(await patch({ b: 2, d: 'new' }), { a: 1, b: 2, c: true, d: 'new' })
    assert.deepEqual(await patch({ a: null, nothing: null }), { b: 2, c: true, d: 'new' })
    assert.deepEqual(await patch({}), { b: 2, c: true, d: 'new' })
    assert.deepEqual(await patch({ b: '' }), { b: '', c: true, d: 'new' })
    assert.deepEqual(await patch(null), {})
    assert.deepEqual((await get(api, one)).metadata, {})
  }
  const finalized = await makeInvoice(api)
  assert.deepEqual(finalized.metadata, {})
})

// A country whose regions can be any text.
const ABROAD = { country: 'DE' }
const customer = await makeCustomer(api, ABROAD)
const product = await makeProduct(api)
const invoice = await makeInvoice(api, { customer_id: customer.id })

for (const [member, size] of [
  ['name', 256],
  ['contact_name', 256],
  ['phone', 32],
  ['address_line1', 256],
  ['address_line2', 256],
  ['city', 128],
  ['state_province', 128],
  ['postal_code', 32],
  ['tax_id', 64],
] satisfies [string, number][]) {
  const path = `${CUSTOMERS}/${customer.id}`
  test(`${member} has at most ${size} characters`, () =>
    assertSize(CUSTOMERS, path, member, size, { name: 'x', ...ABROAD }))
}

test('a product name has at most 256 characters', () =>
  assertSize(PRODUCTS, `${PRODUCTS}/${product.id}`, 'name', 256, {}))
test('a product description has at most 5000 characters', () =>
  assertSize(PRODUCTS, `${PRODUCTS}/${product.id}`, 'description', 5000, { name: 'x' }))
test('notes have at most 5000 characters', () =>
  assertSize(INVOICES, `${INVOICES}/${invoice.id}`, 'notes', 5000, {
    customer_id: customer.id,
    line_items: [LINE],
  }))

/** Emoji are two UTF-16 units and four bytes each, but one character. */
async function assertSize(
  createPath: string,
  patchPath: string,
  member: string,
  size: number,
  base: object,
): Promise<void> {
  for (const character of ['a', '😀']) {
    const most = character.repeat(size)
    const created = await api.post(createPath, { body: { ...base, [member]: most } })
    assert.equal(created.status, 201, created.text)
    assert.equal(created.body[member], most)
    const changed = await api.patch(patchPath, { body: { [member]: most } })
    assert.equal(changed.body[member], most)
    const body = { [member]: `${most}a` }
    refused(
      await api.post(createPath, { body: { ...base, ...body } }),
      400,
      'parameter_invalid',
      member,
    )
    const { message } = refused(
      await api.patch(patchPath, { body }),
      400,
      'parameter_invalid',
      member,
    )
    assert.match(message, new RegExp(`${size} characters`))
  }
}

test('a line description has at most 500 characters', async () => {
  const withText = (description: string) => ({
    body: { customer_id: customer.id, line_items: [{ ...LINE, description }] },
  })
  assert.equal((await api.post(INVOICES, withText('😀'.repeat(500)))).status, 201)
  const answer = await api.post(INVOICES, withText('a'.repeat(501)))
  refused(answer, 400, 'parameter_invalid', 'line_items[0].description')
})

test('an email address has at most 254 characters', async () => {
  const ofLength = (length: number) => `${'a'.repeat(length - 12)}@b.example.x`
  assert.equal(ofLength(254).length, 254)
  assert.equal((await makeCustomer(api, { email: ofLength(254) })).email.length, 254)
  for (const path of [CUSTOMERS]) {
    const answer = await api.post(path, { body: { name: 'x', email: ofLength(255) } })
    refused(answer, 400, 'parameter_invalid', 'email')
  }
})

test('an email address has one @, a dotted domain, and no spaces or control characters', async () => {
  for (const email of ['a@b.example', 'a.b+c@d-e.f.example', 'ü@münchen.example', "o'neil@x.y"]) {
    assert.equal((await makeCustomer(api, { email })).email, email)
  }
  for (const email of [
    'a',
    'a@b',
    '@b.example',
    'a@',
    'a@@b.example',
    'a@b@c.example',
    'a b@c.example',
    'a@b .example',
    'a@b.example ',
    ' a@b.example',
    'a@.example',
    'a@b.',
    'a@b..example',
    'a\n@b.example',
    'a\u007f@b.example',
    'a\u0085@b.example',
    'a\u00a0@b.example',
    '<a@b.example>',
    'a@b.example>',
    'a\u200b@b.example',
    'a@b\u200b.example',
    'a\u00ad@b.example',
    '\ufeffa@b.example',
    'a@b.example\u2060',
  ]) {
    const answer = await api.post(CUSTOMERS, { body: { name: 'x', email } })
    const { message } = refused(answer, 400, 'parameter_invalid', 'email')
    assert.match(message, /billing@example\.com/)
  }
})

test('sizes count code points, not UTF-16 units', async () => {
  // A family of four is one glyph and seven code points.
  const family = '👨‍👩‍👧‍👦'
  assert.equal([...family].length, 7)
  assert.equal((await makeCustomer(api, { phone: family.repeat(4) })).phone, family.repeat(4))
  const answer = await api.post(CUSTOMERS, { body: { name: 'x', phone: family.repeat(5) } })
  refused(answer, 400, 'parameter_invalid', 'phone')
  const accents = 'e\u0301'.repeat(16)
  assert.equal([...accents].length, 32)
  assert.equal((await makeCustomer(api, { phone: accents })).phone, accents)
})
