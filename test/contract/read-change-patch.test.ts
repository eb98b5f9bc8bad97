// Read, change, PATCH: an object can be sent back whole, and unchanged values have no effect.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ROUTES } from '../../src/app/routes.ts'
import {
  ACCOUNT,
  allEvents,
  CUSTOMERS,
  get,
  grantCredit,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { type World, world } from '../harness.ts'
import { recordOperations } from '../reference/operations.ts'
import { testsOf } from './tests-of.ts'

let now = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world(
  { after },
  { wallNow: () => now, settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } },
)
const { api } = w

/** The operations that change an object; settings have no read-only properties to try. */
const CHANGED = ROUTES.filter(({ method }) => method === 'PATCH')
  .map(({ operation }) => operation)
  .filter((operation) => operation !== 'updateAccount')
/** Properties that a body can change; all others are read-only. */
const writtenBy = ({ operation, body }: { operation: string; body?: unknown }) =>
  CHANGED.includes(operation) ? Object.keys((body as { properties: object }).properties) : undefined

/** These change on their own, so any value is accepted. */
const PASSING = ['last_used_at', 'last_used_address']

const passingBy = (object: Made) => ({ ...object, last_used_at: null, last_used_address: null })

/** Checks that other values of read-only properties are refused before each PATCH. Returns how many it tried. */
async function assertReadOnly({ api }: World, path: string, key: string, written: string[]) {
  let judged = 0
  const before = await get(api, path, { key })
  const readOnly = Object.keys(before).filter((name) => !written.includes(name))
  for (const name of readOnly.filter((each) => !PASSING.includes(each))) {
    for (const value of ['another', 987_654_321, { a: 1 }, [null], true]) {
      const answer = await api.patch(path, { body: { ...before, [name]: value }, key })
      const { message } = refused(answer, 400, 'parameter_invalid', name)
      assert.match(message, new RegExp(`^${name} is read-only and is `))
      judged++
    }
  }
  assert.deepEqual(passingBy(await get(api, path, { key })), passingBy(before))
  return judged
}

/** Sends back an object as it was read, unchanged and changed. */
async function assertTaken({ api }: World, path: string, key: string, body: unknown) {
  const before = await get(api, path, { key })
  const events = (await allEvents(api, { key })).length
  const nothing = await api.patch(path, { body: before, key })
  assert.equal(nothing.status, 200, `${path}: ${nothing.text}`)
  assert.deepEqual(passingBy(nothing.body), passingBy(before))
  assert.equal((await allEvents(api, { key })).length, events, path)
  // Changed, then sent with the properties as before and as after the change.
  const whole = { ...before, ...(body as object) }
  const foreseen = await api.patch(`${path}?dry_run=true`, { body: whole, key })
  assert.equal(foreseen.status, 200, `${path}: ${foreseen.text}`)
}

async function sentBack() {
  const here = await world({ after })
  const patched: string[] = []
  let judged = 0
  await recordOperations(here, async (route, path, body) => {
    if (route.method !== 'PATCH') return
    const key = route.ofPeople ? here.keys.live : here.keys.test
    const written = writtenBy(route)
    if (written) judged += await assertReadOnly(here, path, key, written)
    await assertTaken(here, path, key, body)
    patched.push(route.operation)
  })
  return { patched, judged }
}

testsOf(sentBack, {
  'sent back whole: read, change, PATCH: every object is taken back with all its members': ({
    patched,
  }) => assert.deepEqual(patched.toSorted(), [...CHANGED, 'updateAccount'].toSorted()),
  'sent back other: a read-only member with any other value is 400, and nothing is done': ({
    judged,
  }) => assert.ok(judged > 150, String(judged)),
})

test('read-only properties can have their values after the change, and lines are matched by position', async () => {
  const draft = await makeInvoice(api, { line_items: [LINE, { ...LINE, quantity: 1 }] })
  now += 1000
  const path = `${INVOICES}/${draft.id}`
  const [first, second] = draft.line_items
  // The second line is removed and the first now has quantity 2: 39.98, where there were 59.97 and 19.99.
  const lines = [{ ...first, quantity: 2 }]
  const { body: changed } = await api.patch(path, { body: { ...draft, line_items: lines } })
  assert.equal(changed.amount_due, 3998)
  assert.equal(changed.line_items[0].amount, 3998)
  const computed = { ...changed, line_items: [{ ...first, quantity: 3, amount: 5997 }] }
  const expected = { subtotal: 5997, total: 5997, amount_due: 5997, amount_remaining: 5997 }
  const back = await api.patch(path, { body: { ...computed, ...expected } })
  assert.equal(back.status, 200, back.text)
  assert.equal(back.body.amount_due, 5997)
  // Lines are matched by position: the amount of the second line is not that of the first.
  const swapped = [
    { ...first, amount: 1999 },
    { ...second, amount: 5997 },
  ]
  const wrong = await api.patch(path, { body: { line_items: swapped } })
  const error = refused(wrong, 400, 'parameter_invalid', 'line_items[0].amount')
  const params = error.errors.map(({ param }: Made) => param)
  assert.deepEqual(params.slice(1, 3), ['line_items[1].id', 'line_items[1].amount'])
  assert.deepEqual(await get(api, path), back.body)
})

test('IDs with and without prefix, and any RFC 3339 spelling of a timestamp, count as unchanged', async () => {
  const customer = await makeCustomer(api)
  const draft = await makeInvoice(api, { customer_id: customer.id })
  const at = customer.created_at.slice(0, 19)
  for (const [path, members] of [
    [`${CUSTOMERS}/${customer.id}`, { id: `cus_${customer.id}` }],
    [`${CUSTOMERS}/cus_${customer.id}`, { id: customer.id }],
    [`/v1/customers/${customer.id}`, { created_at: customer.created_at.replace('Z', '+00:00') }],
    [`/v1/customers/${customer.id}`, { created_at: customer.created_at.replace('Z', '000Z') }],
    [`${INVOICES}/${draft.id}`, { customer_id: customer.id }],
    [`${INVOICES}/${draft.id}`, { customer_id: `cus_${customer.id}` }],
  ] as const) {
    const answer = await api.patch(path, { body: members })
    assert.equal(answer.status, 200, answer.text)
  }
  const path = `${CUSTOMERS}/${customer.id}`
  for (const members of [
    { id: `inv_${customer.id}` },
    { id: String(customer.id) },
    { created_at: `${at}` },
    { created_at: '2026-11-20T12:00:01Z', updated_at: 'Fri, 20 Nov 2026 12:00:00 GMT' },
  ]) {
    refused(await api.patch(path, { body: members }), 400, 'parameter_invalid')
  }
})

test('an error about a read-only property quotes the current value, and not the one sent', async () => {
  const endpoint = (await api.post('/v1/webhook_endpoints', { body: { url: 'https://a.example' } }))
    .body
  const path = `/v1/webhook_endpoints/${endpoint.id}`
  const { message } = refused(await api.patch(path, { body: endpoint }), 400, 'parameter_invalid')
  assert.match(message, /^secret is read-only and is null/)
  assert.ok(!message.includes(endpoint.secret))
  const product = await makeProduct(api)
  const unknown = { id: 'x', nmae: 'y', created_at: 1 }
  const answer = await api.patch(`${PRODUCTS}/${product.id}`, { body: unknown })
  assert.match(refused(answer, 400, 'parameter_unknown', 'nmae').message, /Did you mean `name`\?/)
  const gone = { body: { id: 'x' } }
  refused(await api.patch(`${CUSTOMERS}/999999`, gone), 404, 'resource_missing')
  const finalized = await makeFinalized(api)
  const { body: same } = await api.patch(`${INVOICES}/${finalized.id}`, {
    body: { id: finalized.id },
  })
  assert.deepEqual(same, finalized)
  refused(
    await api.patch(`${INVOICES}/${finalized.id}`, { body: finalized }),
    409,
    'invoice_not_draft',
  )
})

test('a due date that was only read and sent back is still recomputed at finalize', async () => {
  const [read, set] = [await makeInvoice(api), await makeInvoice(api)]
  const patch = (draft: Made, body: object) => api.patch(`${INVOICES}/${draft.id}`, { body })
  await patch(read, { ...read, notes: 'Thank you' })
  await patch(set, { due_date: set.due_date })
  now += 2 * 86_400_000
  const dueOf = async ({ id }: Made) => (await api.post(`${INVOICES}/${id}/finalize`)).body.due_date
  assert.deepEqual([read.due_date, await dueOf(read)], ['2026-12-20', '2026-12-22'])
  assert.equal(await dueOf(set), '2026-12-20')
})

test('a URL that was allowed before can be sent back unchanged', async () => {
  // An event that never happens here: failed deliveries would disable it meanwhile.
  const body = { url: 'http://10.0.0.1/hooks', enabled_events: ['invoice.send_failed'] }
  const made = await api.post('/v1/webhook_endpoints', { body })
  const strict = await w.secondProcess({ WEBHOOK_ALLOW_PRIVATE: 'false' })
  const path = `/v1/webhook_endpoints/${made.body.id}`
  const endpoint = await get(strict.api, path)
  const same = await strict.api.patch(path, { body: { ...endpoint, description: 'Ours' } })
  assert.equal(same.status, 200, same.text)
  const moved = { body: { ...endpoint, url: 'http://10.0.0.2/hooks' } }
  refused(await strict.api.patch(path, moved), 400, 'parameter_invalid', 'url')
})

test('a value stored while it was allowed can be sent back unchanged', async (t) => {
  const here = await world(t, { tampers: true })
  const customer = await makeCustomer(here.api)
  const draft = await makeInvoice(here.api, { customer_id: customer.id })
  // Mimics values that were allowed when they were stored.
  await here.sql("update customers set language = 'klingon', postal_code = repeat('1', 40)")
  await here.sql("update invoices set notes = repeat('x', 6000), shown = null")
  const path = `${CUSTOMERS}/${customer.id}`
  const stored = await get(here.api, path)
  assert.deepEqual([stored.language, stored.postal_code.length], ['klingon', 40])
  const patch = (to: string, body: object, ask = {}) => here.api.patch(to, { body, ...ask })
  const changed = await patch(path, { ...stored, phone: '555' })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual([changed.body.phone, changed.body.language], ['555', 'klingon'])
  const invoice = await get(here.api, `${INVOICES}/${draft.id}`)
  const noted = await patch(`${INVOICES}/${draft.id}`, { ...invoice, due_date: '2027-01-31' })
  assert.equal(noted.body.due_date, '2027-01-31', noted.text)
  assert.equal(noted.body.notes.length, 6000)
  const key = { headers: { 'idempotency-key': 'back-1' } }
  for (const [to, body, code, param] of [
    [path, { ...changed.body, language: 'vulcan' }, 'parameter_invalid', 'language'],
    [path, { country: 'XX', language: 'klingon' }, 'country_invalid', 'country'],
    [path, { nmae: 'x', language: 'klingon' }, 'parameter_unknown', 'nmae'],
    [`${CUSTOMERS}/99999`, { language: 'klingon' }, 'parameter_invalid', 'language'],
  ] as const) {
    const { errors } = (await patch(to, body, key)).body.error
    assert.ok(
      errors.some((fault: Made) => fault.param === param && fault.code === code),
      JSON.stringify(errors),
    )
    assert.equal((await patch(`${to}?dry_run=true`, body)).status, 400)
  }
  assert.equal((await patch(path, { language: 'klingon' }, key)).status, 200)
  assert.deepEqual(await get(here.api, path), changed.body)
})

test('a create accepts read-only properties that match the created object', async () => {
  const customer = await makeCustomer(api, { object: 'customer', credit_balance: '0.00000000' })
  const lines = [{ ...LINE, amount: 5997, product_id: null }]
  const invoice = { customer_id: customer.id, line_items: lines, status: 'draft', total: 5997 }
  const made = await makeInvoice(api, { ...invoice, id: null, number: null, hosted_url: null })
  assert.equal(made.amount_due, 5997)
  const payment = { status: 'settled', amount: 5997, customer_id: customer.id, currency: 'cad' }
  const finalized = await makeFinalized(api, invoice)
  const body = { ...payment, invoice_id: finalized.id, method: 'cash', object: 'payment' }
  assert.equal((await api.post('/v1/payments', { body })).status, 201)
  const count = (await get(api, INVOICES)).total_count
  for (const [name, value] of [
    ['id', finalized.id],
    ['status', 'paid'],
    ['number', 'INV-000077'],
    ['total', 1],
  ] as const) {
    const answer = await api.post(INVOICES, { body: { ...invoice, [name]: value } })
    const { message } = refused(answer, 400, 'parameter_invalid', name)
    assert.match(message, /is read-only. Remove it from the request.$/)
  }
  assert.equal((await get(api, INVOICES)).total_count, count)
})

test('values that are sent back are compared under the lock of the object', async () => {
  const customer = await makeCustomer(api)
  const path = `${CUSTOMERS}/${customer.id}`
  await grantCredit(api, customer.id, '5', 'cad')
  const stale = await api.patch(path, { body: { ...customer, phone: '555' } })
  const { message } = refused(stale, 400, 'parameter_invalid', 'credit_balance')
  assert.match(message, /is "5.00000000"/)
  const read = await get(api, path)
  const changes = Array.from({ length: 8 }, (_, index) => ({ ...read, phone: String(index) }))
  now += 1000
  const answers = await Promise.all(changes.map((body) => api.patch(path, { body })))
  const [first, ...others] = answers.toSorted((one, other) => one.status - other.status)
  assert.ok(first)
  assert.equal(first.status, 200, first.text)
  for (const each of others) refused(each, 400, 'parameter_invalid', 'updated_at')
  assert.deepEqual(await get(api, path), first.body)
})

test('PATCH with {} returns the object, records nothing and writes nothing', async () => {
  // An environment without webhooks, whose deliveries would count as writes.
  const ask = { key: w.keys.otherTest }
  const customer = await makeCustomer(api, {}, ask)
  const draft = await makeInvoice(api, { customer_id: customer.id }, ask)
  const paths = [
    `${CUSTOMERS}/${customer.id}`,
    `${PRODUCTS}/${(await makeProduct(api, {}, ask)).id}`,
    `${INVOICES}/${draft.id}`,
    `${INVOICES}/${(await makeFinalized(api, {}, ask)).id}`,
    ACCOUNT,
  ]
  const versions = () => {
    const tables = ['customers', 'products', 'invoices', 'invoice_lines', 'environment_settings']
    const found = [...tables, 'events'].map((table) =>
      w.sql(`select xmin::text, ctid::text from ${table} where environment_id = 3 order by ctid`),
    )
    // The request is in the audit log, and so in the chain, whose head advances. Nothing else changes.
    const counters = w.sql(
      `select to_jsonb(c) - '{chain_link,chain_hash,chain_signature}'::text[] as counters
       from environment_counters c where environment_id = 3`,
    )
    return Promise.all([...found, counters])
  }
  const before = await versions()
  for (const path of paths) {
    const object = await get(api, path, ask)
    now += 1000
    for (const body of [{}, undefined, { id: object.id }]) {
      const answer = await api.patch(path, { body, ...ask })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.body, object)
      assert.equal(answer.headers.etag, (await api.get(path, ask)).headers.etag)
    }
    if (object.status === 'posted') continue
    assert.deepEqual((await api.patch(path, { body: object, ...ask })).body, object)
  }
  assert.deepEqual(await versions(), before)
  const stale = { body: {}, ...ask, headers: { 'if-match': '"another"' } }
  refused(await api.patch(`${INVOICES}/${draft.id}`, stale), 412, 'precondition_failed')
})
