// Contract 3: the shape and content of errors, and the order in which requests are checked.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  refused,
} from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w
const customer = await makeCustomer(api)
const line = (members: object) => ({
  body: { customer_id: customer.id, line_items: [{ ...LINE, ...members }] },
})

test('every response outside 2xx has one shape', async () => {
  const answer = await api.post(CUSTOMERS, { body: { name: 'x', phone: 5 } })
  assert.deepEqual(answer.body, {
    error: {
      type: 'invalid_request_error',
      code: 'parameter_invalid',
      message: 'phone must be a string of at most 32 characters; 5 is not.',
      param: 'phone',
      errors: [
        {
          param: 'phone',
          code: 'parameter_invalid',
          message: 'phone must be a string of at most 32 characters; 5 is not.',
        },
      ],
      doc_url: `${w.url}/docs/errors/parameter_invalid`,
      request_id: answer.headers['request-id'],
    },
  })
  // `errors` lists every fault, one or many, including those that no schema finds.
  for (const refusal of [
    await api.get('/v1/nothing'),
    await api.get(INVOICES, { key: null }),
    await api.get(`${INVOICES}/inv_x`),
    await api.post(CUSTOMERS, { raw: '{' }),
    await api.send('PUT', INVOICES),
  ]) {
    const { errors, code, message, param } = refusal.body.error
    assert.deepEqual(errors, [{ param, code, message }])
  }
})

test('a message quotes the value, and says what is allowed and what to do', async () => {
  for (const [answer, said] of [
    [
      await api.post(INVOICES, line({ quantity: 0 })),
      /^line_items\[0\]\.quantity must be a whole number from 1 to 1000000000; 0 is not\. Omit lines/,
    ],
    [
      await api.get(`${INVOICES}?status=sent`),
      /^status must be draft, posted, paid, overdue or void, or several .* commas; "sent" is not\.$/,
    ],
    [
      await api.get(`${CUSTOMERS}?limit=500`),
      /limit must be a whole number from 1 to 100; 500 is not\./,
    ],
    [await api.get(`${CUSTOMERS}/cus_999999`), /cus_999999/],
    [await api.post(CUSTOMERS, { body: { name: 'x', country: 'UK' } }), /"UK".*Did you mean GB\?/],
    [
      await api.post(INVOICES, {
        body: { customer_id: customer.id, line_items: [LINE], currency: 'usdd' },
      }),
      /"usdd".*Did you mean usd\?/,
    ],
    [
      await api.post(INVOICES, {
        body: { customer_id: customer.id, line_items: [LINE], due_date: '2027-02-30' },
      }),
      /calendar date such as .*"2027-02-30" is not/,
    ],
  ] as const) {
    assert.match(answer.body.error.message, said)
  }
  // Quoted values are truncated, so that a response never returns a whole body.
  const { message } = refused(
    await api.post(CUSTOMERS, { body: { name: 'x'.repeat(100_000) } }),
    400,
    'parameter_invalid',
  )
  assert.ok(message.length < 300, message)
})

test('an error never quotes a secret', async () => {
  const secret = w.keys.test.split('_')[3] as string
  for (const key of [`${w.keys.test}x`, w.keys.test.slice(0, -1)]) {
    const answer = await api.get(INVOICES, { key })
    refused(answer, 401, 'api_key_invalid')
    assert.ok(!answer.text.includes(secret.slice(0, 8)))
  }
})

test('an unknown property is reported with the nearest known one', async () => {
  for (const [body, near] of [
    [{ nmae: 'x' }, 'name'],
    [{ name: 'x', adress_line1: 'y' }, 'address_line1'],
    [{ name: 'x', Phone: 'y' }, 'phone'],
  ] as const) {
    const { errors } = (await api.post(CUSTOMERS, { body })).body.error
    const unknown = errors.find(({ code }: Made) => code === 'parameter_unknown')
    assert.ok(unknown.message.includes(`Did you mean \`${near}\`?`), unknown.message)
  }
  const { message } = refused(await api.get(`${INVOICES}?ofset=3`), 400, 'parameter_unknown')
  assert.match(message, /^Unknown query parameter `[^`]+`\. Did you mean `offset`\?/)
  const nested = refused(
    await api.post(INVOICES, line({ unit_amuont: 5 })),
    400,
    'parameter_unknown',
  )
  assert.match(nested.message, /Did you mean `unit_amount`\?/)
})

test('all faults are listed, at most 20', async () => {
  const { errors } = refused(
    await api.post(CUSTOMERS, { body: { email: 'x', phone: 1, tax_exempt: 'no', extra: 1 } }),
    400,
    'parameter_missing',
  )
  const faults = errors.map(({ param, code }: Made) => `${param} ${code}`)
  assert.deepEqual(faults.toSorted(), [
    'email parameter_invalid',
    'extra parameter_unknown',
    'name parameter_missing',
    'phone parameter_invalid',
    'tax_exempt parameter_invalid',
  ])
  const lines = Array.from({ length: 30 }, () => ({ ...LINE, quantity: 0 }))
  const many = await api.post(INVOICES, { body: { customer_id: customer.id, line_items: lines } })
  assert.equal(refused(many, 400, 'parameter_invalid').errors.length, 20)
  const large = lines.map((each) => ({ ...each, quantity: 1e9, unit_amount: 999_999_999_999 }))
  const sums = await api.post(INVOICES, { body: { customer_id: customer.id, line_items: large } })
  assert.equal(refused(sums, 400, 'amount_too_large').errors.length, 20)
  const query = await api.get(`${INVOICES}?limit=0&offset=-1&status=x&page=2`)
  const params = refused(query, 400, 'parameter_unknown').errors.map(({ param }: Made) => param)
  assert.deepEqual(params.toSorted(), ['limit', 'offset', 'page', 'status'])
})

test('param is a path such as line_items[0].quantity', async () => {
  const answer = await api.post(INVOICES, {
    body: {
      customer_id: customer.id,
      line_items: [LINE, { ...LINE, quantity: -1 }],
      metadata: { 'a.b': {} },
    },
  })
  const params = answer.body.error.errors.map(({ param }: Made) => param)
  assert.deepEqual(params.toSorted(), ['line_items[1].quantity', 'metadata.a.b'])
})

test('doc_url opens from this process', async () => {
  for (const answer of [
    await api.get('/v1/nothing'),
    await api.get(INVOICES, { key: null }),
    await api.post(CUSTOMERS),
  ]) {
    const { doc_url } = answer.body.error
    assert.ok(doc_url.startsWith(`${w.url}/docs/errors/`), doc_url)
    const page = await api.get(new URL(doc_url).pathname, { key: null })
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /^text\/html/)
  }
})

test('requests are checked in the order route, 401, 429, 413/415, 403, replay, 400, 404, 409/412', async () => {
  const text = { raw: 'x', headers: { 'content-type': 'text/plain' } }
  const narrow = await w.key({ scopes: ['customers:read'] })
  const missing = `${INVOICES}/inv_01h2xcejqtf2nbrexx3vqjhp41`
  const posted = await makeFinalized(api)
  // Each request has the fault it is rejected for and all later ones in the order.
  refused(await api.post('/v1/nothing', { ...text, key: null }), 404, 'route_not_found')
  refused(await api.post(INVOICES, { ...text, key: 'wrong' }), 401, 'api_key_invalid')
  refused(await api.post(INVOICES, { ...text, key: narrow }), 415, 'unsupported_media_type')
  const huge = { raw: ' '.repeat(1_100_000), headers: { 'content-type': 'text/plain' } }
  refused(await api.post(INVOICES, { ...huge, key: narrow }), 413, 'body_too_large')
  refused(await api.post(INVOICES, { raw: '{', key: narrow }), 403, 'permission_denied')
  const key = { 'idempotency-key': 'order-1' }
  assert.equal((await api.post(CUSTOMERS, { body: { name: 'x' }, headers: key })).status, 201)
  refused(
    await api.post(CUSTOMERS, { body: { name: 5 }, headers: key }),
    422,
    'idempotency_key_reused',
  )
  refused(await api.patch(missing, { body: { notes: 5 } }), 400, 'parameter_invalid')
  refused(await api.patch(missing, { body: { customer_id: 999_999 } }), 400, 'resource_missing')
  const stale = { 'if-match': '"other"' }
  refused(
    await api.patch(missing, { body: { notes: 'x' }, headers: stale }),
    404,
    'resource_missing',
  )
  const path = `${INVOICES}/${posted.id}`
  refused(await api.patch(path, { body: { notes: 5 }, headers: stale }), 400, 'parameter_invalid')
  refused(await api.patch(path, { body: { customer_id: 999_999 } }), 400, 'resource_missing')
  refused(
    await api.patch(path, {
      body: { line_items: [{ ...LINE, quantity: 1e9, unit_amount: 1e11 }] },
    }),
    400,
    'amount_too_large',
  )
  const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))
  refused(await api.patch(path, { body: { metadata }, headers: stale }), 400, 'parameter_invalid')
  const answer = await api.patch(path, { body: { notes: 'x' }, headers: stale })
  assert.ok(answer.status === 409 || answer.status === 412)
})
