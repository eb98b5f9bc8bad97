// Constraints as data: dashboard pages get them in addition to the message; responses to API keys are unchanged.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, owner, PASSWORD } from '../browser-like.ts'
import type { Answer } from '../client.ts'
import { get, grantCredit, INVOICES, LINE, makeCustomer } from '../fixtures.ts'
import { until, world } from '../harness.ts'

const w = await world({ after })
const { api } = w
const person = await owner(w)
const pages = person.at('1/test')
const { id } = await makeCustomer(api)
const CUSTOMERS = '/v1/customers'

type Faults = { param: string | null; code: string; message: string; constraint?: unknown }[]

/** The param and constraint of each error that a page receives. */
const constraintsOf = ({ body }: Answer): [string | null, unknown][] =>
  (body.error.errors as Faults).map(({ param, constraint }) => [param, constraint])

/** Returns the error without its request ID. */
const published = ({ body }: Answer) => ({ ...body.error, request_id: '' })

const line = (members: object) => ({ ...LINE, ...members })
const invoice = (...lines: object[]) => ({ body: { customer_id: id, line_items: lines } })

test('a key gets the plain error, and a page also gets the constraints', async () => {
  const wrong = invoice(LINE, LINE, line({ unit_amount: -1 }), line({ quantity: 0, nmae: 'x' }))
  const toKey = await api.post(INVOICES, wrong)
  assert.deepEqual(Object.keys(toKey.body.error), [
    ...['type', 'code', 'message', 'param', 'errors', 'doc_url', 'request_id'],
  ])
  for (const fault of toKey.body.error.errors) {
    assert.deepEqual(Object.keys(fault), ['param', 'code', 'message'])
  }
  const toPage = await pages.post(INVOICES, wrong)
  assert.deepEqual(constraintsOf(toPage), [
    [
      'line_items[2].unit_amount',
      { kind: 'integer', min: 0, max: 999_999_999_999, sent: '-1', advice: 'give_discount' },
    ],
    [
      'line_items[3].nmae',
      {
        kind: 'unknown_name',
        noun: 'field',
        name: 'nmae',
        within: 'line_items[3]',
        known: [
          ...['description', 'quantity', 'unit_amount', 'product_id', 'price_id'],
          ...[
            'quantity_decimal',
            'unit_amount_decimal',
            'events',
            'tax_rates',
            'period',
            'supply_date',
          ],
        ],
      },
    ],
    [
      'line_items[3].quantity',
      { kind: 'integer', min: 1, max: 1_000_000_000, sent: '0', advice: 'drop_line' },
    ],
  ])
  const { constraint, errors, ...rest } = published(toPage)
  assert.deepEqual(constraint, errors[0].constraint)
  const plain = (errors as Faults).map(({ param, code, message }) => ({ param, code, message }))
  assert.deepEqual({ ...rest, errors: plain }, published(toKey))
})

test('rejections that no schema causes have constraints too', async () => {
  await grantCredit(api, id, '12.5', 'cad')
  const refused = await pages.delete(`${CUSTOMERS}/${id}`)
  assert.deepEqual(refused.body.error.constraint, {
    kind: 'credit_owed',
    customer: `cus_${id}`,
    owed: ['12.50000000 cad'],
  })
  assert.equal((await api.delete(`${CUSTOMERS}/${id}`)).body.error.constraint, undefined)
  const hook = await pages.post('/v1/webhook_endpoints', { body: { url: 'http://127.0.0.1/x' } })
  assert.deepEqual(constraintsOf(hook), [['url', { kind: 'url_private' }]])
  const list = await pages.get(`${INVOICES}?status=pad&limit=0&metadata=1`)
  assert.deepEqual(constraintsOf(list), [['metadata', { kind: 'key_in_brackets' }]])
  // If an error has no constraint, pages get none either.
  const lost = await pages.get(`${INVOICES}/inv_x`)
  assert.deepEqual([lost.status, 'constraint' in lost.body.error], [404, false])
  assert.deepEqual(constraintsOf(lost), [[null, undefined]])
})

test('routes for users return constraints, signed in or not', async () => {
  const change = (new_password: string) =>
    person.send('POST', '/session/v1/password', { body: { password: PASSWORD, new_password } })
  const table: [password: string, constraint: object][] = [
    ['elevenchars', { kind: 'password_too_short', min: 12 }],
    ['aaaabbbbccccaaaa', { kind: 'password_repeats', min: 5 }],
    ['abcde'.repeat(52), { kind: 'password_too_long', max: 256 }],
    [`${person.email}`, { kind: 'password_like_email' }],
  ]
  for (const [password, constraint] of table) {
    const refused = await change(password)
    assert.deepEqual(constraintsOf(refused), [['new_password', constraint]])
    assert.ok(!refused.text.includes(password), 'no password is quoted')
  }
  const stranger = await browser(w).send('POST', '/session/v1/password_resets', { body: {} })
  const [[param, constraint] = []] = constraintsOf(stranger)
  assert.equal(param, 'email')
  assert.deepEqual(constraint, { kind: 'required', be: { kind: 'format', format: 'email' } })
})

test('a secret sent by mistake appears in neither form', async () => {
  const key = w.keys.test
  const body = { name: 'Ada', phone: key, email: key }
  const refused = await pages.post(CUSTOMERS, { body })
  const secret = key.split('_').at(-1) as string
  assert.ok(secret.length > 20 && !refused.text.includes(secret.slice(0, 8)), refused.text)
  const [[, constraint] = []] = constraintsOf(refused).filter(([param]) => param === 'email')
  assert.match(JSON.stringify(constraint), /"kind":"format".*svc_test_\w{16}_\[redacted\]/)
})

test('the request log keeps the response that the API documents', async () => {
  const refused = await pages.post(CUSTOMERS, { body: { name: '' } })
  const path = `/v1/requests/${refused.headers['request-id']}`
  const { response_body } = await until('the request is logged', async () => {
    const logged = await api.get(path)
    return logged.status === 200 ? logged.body : undefined
  })
  const { constraint, ...rest } = refused.body.error
  assert.deepEqual(constraint, { kind: 'not_empty' })
  const errors = (rest.errors as Faults).map(({ constraint: _, ...fault }) => fault)
  assert.deepEqual(JSON.parse(response_body), { error: { ...rest, errors } })
  assert.ok((await get(api, '/v1/requests')).data.length > 0)
})
