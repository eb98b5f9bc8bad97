// Contract 6: customers, beyond the specification.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  get,
  grantCredit,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  refused,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'

const w = await world({ after })
const { api } = w

test('customer 42 is an integer in its own responses, cus_42 elsewhere, and both are accepted', async () => {
  const { id } = await makeCustomer(api)
  assert.equal(typeof id, 'number')
  const ref = `cus_${id}`
  for (const spelling of [id, ref]) {
    assert.equal((await get(api, `${CUSTOMERS}/${spelling}`)).id, id)
    const changed = await api.patch(`${CUSTOMERS}/${spelling}`, { body: { city: `${spelling}` } })
    assert.equal(changed.body.id, id)
    const body = { customer_id: spelling, line_items: [LINE] }
    const created = await api.post(INVOICES, { body })
    assert.equal(created.body.customer_id, ref)
    assert.equal(
      (await get(api, `${INVOICES}?customer_id=${spelling}&limit=1`)).data[0].customer_id,
      ref,
    )
    const other = await makeInvoice(api)
    const moved = await api.patch(`${INVOICES}/${other.id}`, { body: { customer_id: spelling } })
    assert.equal(moved.body.customer_id, ref)
  }
  const text = { customer_id: String(id), line_items: [LINE] }
  assert.equal((await api.post(INVOICES, { body: text })).body.customer_id, ref)
  const gone = await makeCustomer(api)
  assert.equal((await api.delete(`${CUSTOMERS}/cus_${gone.id}`)).body.id, gone.id)
})

test('a country is an assigned ISO 3166-1 code or XK, in any case, returned in upper case', async () => {
  assert.equal((await makeCustomer(api, { country: 'de' })).country, 'DE')
  assert.equal((await makeCustomer(api, { country: 'gB' })).country, 'GB')
  const { id } = await makeCustomer(api)
  assert.equal(
    (await api.patch(`${CUSTOMERS}/${id}`, { body: { country: 'us' } })).body.country,
    'US',
  )
  // Assigned, withdrawn (AN), reserved (EU, UK), user-assigned (ZZ) in ISO 3166-1; XK is Kosovo.
  for (const country of ['SS', 'BQ', 'AX', 'CW', 'XK']) {
    assert.equal((await makeCustomer(api, { country })).country, country)
  }
  for (const country of ['AN', 'EU', 'UK', 'ZZ', 'CS']) {
    refused(
      await api.post(CUSTOMERS, { body: { name: 'x', country } }),
      400,
      'country_invalid',
      'country',
    )
  }
})

test("credit_balance is read-only, in the account's currency, with eight decimals", async () => {
  const { id } = await makeCustomer(api)
  const path = `${CUSTOMERS}/${id}`
  refused(
    await api.patch(path, { body: { credit_balance: '5.00000000' } }),
    400,
    'parameter_invalid',
  )
  refused(
    await api.post(CUSTOMERS, { body: { name: 'x', credit_balance: '5.00000000' } }),
    400,
    'parameter_invalid',
  )
  await grantCredit(api, id, '1234.5', 'cad')
  assert.equal((await get(api, path)).credit_balance, '1234.50000000')
  assert.deepEqual((await get(api, path)).credit_balances, {})
})

test('credit_balances has the other currencies', async () => {
  const { id } = await makeCustomer(api)
  await grantCredit(api, id, '0.00000001', 'eur')
  await grantCredit(api, id, '999999999999.12345678', 'jpy')
  const made = await get(api, `${CUSTOMERS}/${id}`)
  assert.equal(made.credit_balance, '0.00000000')
  const others = { eur: '0.00000001', jpy: '999999999999.12345678' }
  assert.deepEqual(made.credit_balances, others)
  assert.deepEqual((await get(api, `${CUSTOMERS}?limit=1`)).data[0].credit_balances, others)
})

test('address_line2, auto_pay_enabled, language and metadata can be set', async () => {
  const more = {
    address_line2: 'Suite 4',
    auto_pay_enabled: true,
    language: 'fr-CA',
    metadata: { crm: 'A-1' },
  }
  const made = await makeCustomer(api, more)
  const { id } = await makeCustomer(api)
  const changed = await api.patch(`${CUSTOMERS}/${id}`, { body: more })
  for (const [member, value] of Object.entries(more)) {
    assert.deepEqual(made[member], value)
    assert.deepEqual(changed.body[member], value)
  }
  for (const language of ['English', 'e', 'fr_CA', 'FR']) {
    refused(
      await api.post(CUSTOMERS, { body: { name: 'x', language } }),
      400,
      'parameter_invalid',
      'language',
    )
  }
})

test('PATCH can change each property of a customer', async () => {
  const made = await makeCustomer(api)
  const body = {
    name: 'Other Inc.',
    contact_name: 'Ada',
    email: 'a@b.example',
    phone: '555',
    address_line1: '1 Main St',
    city: 'Oka',
    state_province: 'QC',
    postal_code: 'J0N 1E0',
    country: 'JP',
    tax_exempt: true,
    tax_id: 'DE123',
    external_id: 'org_2',
  }
  for (const [member, value] of Object.entries(body)) {
    const answer = await api.patch(`${CUSTOMERS}/${made.id}`, { body: { [member]: value } })
    assert.equal(answer.body[member], value)
  }
  const now = await get(api, `${CUSTOMERS}/${made.id}`)
  const [{ checked_at }] = now.tax_ids
  const tax_ids = [{ type: 'other', value: 'DE123', status: 'unverifiable', checked_at }]
  assert.deepEqual(now, { ...made, ...body, tax_ids, updated_at: now.updated_at })
  assert.ok(now.updated_at > made.created_at)
  assert.equal(now.created_at, made.created_at)
})

test('DELETE returns id, object and deleted; then the customer is a 404 and in no list', async () => {
  const { id } = await makeCustomer(api, { email: 'gone@delete.example' })
  const before = (await get(api, CUSTOMERS)).total_count
  const answer = await api.delete(`${CUSTOMERS}/${id}`)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { id, object: 'customer', deleted: true })
  const path = `${CUSTOMERS}/${id}`
  refused(await api.get(path), 404, 'resource_missing')
  refused(await api.patch(path, { body: { name: 'x' } }), 404, 'resource_missing')
  refused(await api.delete(path), 404, 'resource_missing')
  assert.deepEqual((await get(api, `${CUSTOMERS}?email=gone@delete.example`)).data, [])
  assert.equal((await get(api, CUSTOMERS)).total_count, before - 1)
  const body = { customer_id: id, line_items: [LINE] }
  refused(await api.post(INVOICES, { body }), 400, 'resource_missing', 'customer_id')
  const other = await makeInvoice(api)
  const moved = await api.patch(`${INVOICES}/${other.id}`, { body: { customer_id: id } })
  refused(moved, 400, 'resource_missing', 'customer_id')
})

test('erasing a customer removes the person from everything that need not be kept', async () => {
  const { id } = await makeCustomer(api, { name: 'Ada', email: 'ada@erase.example', city: 'Oka' })
  const path = `/v1/customers/cus_${id}`
  const draft = await makeInvoice(api, { customer_id: id })
  refused(await api.post(`${path}/erase`), 409, 'customer_has_open_invoices')
  await api.post(`${INVOICES}/${draft.id}/void`)
  refused(await api.get(`${path}/erasure`), 404, 'resource_missing')
  const foreseen = await api.post(`${path}/erase?dry_run=true`)
  assert.deepEqual(foreseen.body.result.covers, {
    documents: 0,
    never_issued: 1,
    emails: 0,
    payments: 0,
    credit_transactions: 0,
  })
  assert.equal((await get(api, path)).name, 'Ada', 'a dry run erases nothing')
  const answer = await api.post(`${path}/erase`, { body: { keep_documents_until: '2040-12-31' } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.keep_documents_until, null, 'there are none to keep')
  refused(await api.get(path), 404, 'resource_missing')
  assert.deepEqual((await get(api, `${CUSTOMERS}?email=ada@erase.example`)).data, [])
  const done = await until('it to be done', async () => {
    const erasure = await get(api, `${path}/erasure`)
    return erasure.status === 'erased' && erasure
  })
  assert.equal(done.requested_at, answer.body.requested_at)
  const { data } = await get(api, `/v1/events?object_id=cus_${id}`)
  assert.deepEqual(
    data.map((event: Made) => [event.type, event.data.object.name]),
    ['created', 'deleted', 'erased'].map((verb) => [`customer.${verb}`, 'Erased']),
  )
})

test('a customer with a draft, posted or overdue invoice cannot be deleted', async () => {
  const { id } = await makeCustomer(api)
  const path = `${CUSTOMERS}/${id}`
  const draft = await makeInvoice(api, { customer_id: id })
  refused(await api.delete(path), 409, 'customer_has_open_invoices')
  const posted = await api.post(`${INVOICES}/${draft.id}/finalize`)
  assert.equal(posted.body.status, 'posted')
  refused(await api.delete(path), 409, 'customer_has_open_invoices')
  await api.post(`${INVOICES}/${draft.id}/void`)
  const overdue = await makeFinalized(api, { customer_id: id, due_date: '2001-01-01' })
  await until('the invoice to be overdue', async () => {
    return (await get(api, `${INVOICES}/${overdue.id}`)).status === 'overdue'
  })
  refused(await api.delete(path), 409, 'customer_has_open_invoices')
  await api.post(`${INVOICES}/${overdue.id}/void`)
  const free = [{ ...LINE, unit_amount: 0 }]
  const paid = await makeFinalized(api, { customer_id: id, line_items: free })
  assert.equal(paid.status, 'paid')
  assert.equal((await api.delete(path)).status, 200)
  assert.equal((await get(api, `${INVOICES}/${paid.id}`)).customer_id, `cus_${id}`)
  assert.equal((await get(api, `${INVOICES}?customer_id=${id}`)).total_count, 3)
})

test('customer_has_open_invoices is returned with 409 (contract 3)', async () => {
  const { customer_id } = await makeInvoice(api)
  const answer = await api.delete(`${CUSTOMERS}/${customer_id}`)
  const { message } = refused(answer, 409, 'customer_has_open_invoices')
  assert.match(message, new RegExp(`${customer_id} has an open invoice`))
})

test("finalized documents keep the customer's data of that time", async () => {
  const { id } = await makeCustomer(api, { name: 'Before Inc.', city: 'Oka' })
  const invoice = await makeFinalized(api, { customer_id: id })
  await api.patch(`${CUSTOMERS}/${id}`, { body: { name: 'After Inc.', city: 'Laval' } })
  assert.deepEqual(await get(api, `${INVOICES}/${invoice.id}`), invoice)
  const snapshots = await w.sql<{ name: string; city: string }>(
    `select snapshot->'customer'->>'name' as name, snapshot->'customer'->>'city' as city
     from invoices where number = $1 and environment_id = 1`,
    [invoice.number],
  )
  assert.deepEqual(snapshots, [{ name: 'Before Inc.', city: 'Oka' }])
  await api.post(`${INVOICES}/${invoice.id}/void`)
  await api.delete(`${CUSTOMERS}/${id}`)
  const kept = await w.sql(
    "select snapshot->'customer'->>'name' as name from invoices where number = $1 and environment_id = 1",
    [invoice.number],
  )
  assert.deepEqual(kept, [{ name: 'Before Inc.' }])
})
