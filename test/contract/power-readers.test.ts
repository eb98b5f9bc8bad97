// Events and requests as callers see them who cannot read their objects.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { EVENT_TYPES, EVENTS, scopeOfEvents } from '../../src/domain/event.ts'
import { newUuid } from '../../src/platform/ids.ts'
import {
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'

const w = await world({ after }, { tampers: true })
const { api } = w
const keyWith = (...scopes: string[]) => w.key({ scopes })
const SECRET = 'Ada Lovelace'

test('a caller who cannot read the object of an event sees only its ID and type', async () => {
  const events = EVENT_TYPES.map((type, index) => ({ type, sequence: index + 1, id: newUuid() }))
  await w.sql(
    `insert into events (environment_id, sequence, id, type, object_id, object, previous_attributes, created_at)
     select 3, e.sequence, e.id, e.type, 'x_1', e.object, e.previous, now()
     from json_to_recordset($1) as e (sequence int, id uuid, type text, object json, previous json)`,
    [
      JSON.stringify(
        events.map(({ type, ...event }) => ({
          ...event,
          type,
          object: { id: 'x_1', name: SECRET },
          previous: EVENTS[type].changes ? { name: SECRET } : null,
        })),
      ),
    ],
  )
  const read = async (...scopes: string[]): Promise<Made[]> => {
    const key = await w.key({ environment: 'otherTest', scopes })
    const page = (await get(api, '/v1/events?limit=100', { key })).data
    assert.deepEqual(await get(api, `/v1/events/${page[0].id}`, { key }), page[0])
    return page
  }
  const envelope = ({ data: _, ...rest }: Made) => rest
  const whole = await read('*')
  assert.deepEqual(
    whole.map(({ type, data }) => [type, data.object.name, 'previous_attributes' in data]),
    EVENT_TYPES.map((type) => [type, SECRET, EVENTS[type].changes]),
  )
  const limited = await read('events:read')
  assert.deepEqual(limited.map(envelope), whole.map(envelope))
  for (const { type, data } of limited) {
    const { object } = EVENTS[type as keyof typeof EVENTS]
    assert.deepEqual(data, { object: { id: 'x_1', object } }, type)
  }
  for (const scope of new Set(EVENT_TYPES.map(scopeOfEvents))) {
    const readable = (await read('events:read', scope)).map((event, index) =>
      scopeOfEvents(event.type) === scope ? whole[index] : limited[index],
    )
    assert.deepEqual(await read('events:read', scope), readable, scope)
    assert.deepEqual(await read('events:read', scope.replace('read', 'write')), readable, scope)
  }
})

test('a dry run, a timeline and the audit log show no objects of other scopes', async () => {
  const { id: customer_id } = await makeCustomer(api, { name: SECRET })
  const invoice = await makeFinalized(api, { customer_id })
  const body = { invoice_id: invoice.id, amount: 100, currency: 'cad', method: 'cash' }
  const pays = await keyWith('payments:write')
  const dry = await api.post('/v1/payments?dry_run=true', { body, key: pays })
  assert.deepEqual(
    dry.body.events.map(({ type, data }: Made) => [type, Object.keys(data.object).length > 2]),
    [
      ['payment.created', true],
      ['invoice.partially_paid', false],
    ],
  )
  assert.ok(!JSON.stringify(dry.body.events).includes(SECRET))

  await makePayment(api, invoice, { amount: 100 })
  const summaries = async (...scopes: string[]) => {
    const key = await keyWith('invoices:read', ...scopes)
    const { data } = await get(api, `${INVOICES}/${invoice.id}/timeline`, { key })
    return data.flatMap(({ type, summary }: Made) => (type === 'payment.created' ? [summary] : []))
  }
  assert.deepEqual(await summaries(), ['Payment created.'])
  assert.match((await summaries('payments:read'))[0], /^Payment of CA\$1\.00/)

  const named = async (...scopes: string[]) => {
    const key = await keyWith('audit_log:read', ...scopes)
    const query = `object_id=cus_${customer_id}`
    return (await get(api, `/v1/audit_log?${query}`, { key })).data[0].object_name
  }
  assert.equal(await named('events:read'), null)
  assert.equal(await named('customers:read'), null)
  assert.equal(await named('events:read', 'customers:read'), SECRET)
})

test('a dry run shows keys without email access only the ID and type of an email', async () => {
  const { id: customer_id } = await makeCustomer(api, { name: SECRET, email: 'ada@maple.example' })
  const draft = await makeInvoice(api, { customer_id })
  const finalized = await makeFinalized(api, { customer_id })
  for (const path of [`${draft.id}/finalize`, `${finalized.id}/send`]) {
    const emails = async (...scopes: string[]) => {
      const key = await keyWith('invoices:write', ...scopes)
      return (await api.post(`${INVOICES}/${path}?dry_run=true`, { key })).body.emails
    }
    const [email, ...others] = await emails('customers:read')
    assert.deepEqual([email.object, Object.keys(email), others], ['email', ['id', 'object'], []])
    assert.match(email.id, /^eml_/)
    const [whole] = await emails('emails:read')
    assert.equal(whole.to, 'ada@maple.example')
  }
})

test('a logged request shows no bodies and no query to callers who cannot read its resource', async () => {
  const sent = await api.post(`${CUSTOMERS}?dry_run=false`, { body: { name: SECRET } })
  const id = String(sent.headers['request-id'])
  const read = async (...scopes: string[]) => {
    const key = await keyWith('requests:read', ...scopes)
    const line = await until('the line', async () => {
      const { status, body } = await api.get(`/v1/requests/${id}`, { key })
      return status === 200 && body
    })
    const [listed] = (await get(api, `/v1/requests?id=${id}`, { key })).data
    const csv = await api.get(`/v1/requests.csv?id=${id}`, { key })
    assert.equal(csv.text.includes('dry_run=false'), listed.query !== null)
    assert.equal(listed.query, line.query)
    return line as Made
  }
  const whole = await read('customers:read')
  assert.equal(whole.query, 'dry_run=false')
  assert.ok(whole.request_body.includes(SECRET) && whole.response_body.includes(SECRET))
  const bodiless = { ...whole, query: null, request_body: null, response_body: null }
  assert.deepEqual(await read(), bodiless)
  assert.deepEqual(await read('invoices:read'), bodiless)
  assert.deepEqual(await read('customers:write'), whole)
})
