// Contract 1: text sizes in code points. The maximum is accepted, and one more rejected.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  INVOICES,
  LINE,
  makeCustomer,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w
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
