// Contract 7: the event feed.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  allEvents,
  CUSTOMERS,
  get,
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
import { until, world } from '../harness.ts'

const w = await world({ after })
const { api } = w
const FEED = '/v1/events'
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Returns the events that `work` records. */
async function recordedBy(work: () => Promise<unknown>): Promise<Made[]> {
  const before = (await allEvents(api)).length
  await work()
  return (await allEvents(api)).slice(before)
}

test('the feed ascends by sequence from 1 without gaps', async () => {
  await makeFinalized(api)
  await Promise.all(Array.from({ length: 40 }, () => makeCustomer(api)))
  refused(await api.post(CUSTOMERS, { body: {} }), 400, 'parameter_missing')
  refused(
    await api.post(INVOICES, { body: { customer_id: 999_999, line_items: [LINE] } }),
    400,
    'resource_missing',
  )
  await makeProduct(api)
  const events = await allEvents(api)
  assert.ok(events.length > 40)
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  )
})

test('an event has id, object, sequence, type, created_at, environment, api_version and data', async () => {
  const [event] = await recordedBy(() => makeCustomer(api))
  const { id, sequence, created_at, data, ...rest } = event
  assert.match(id, /^evt_[0-9a-z]{26}$/)
  assert.ok(Number.isInteger(sequence))
  assert.match(created_at, TIME)
  assert.deepEqual(Object.keys(data), ['object'])
  assert.deepEqual(rest, {
    object: 'event',
    type: 'customer.created',
    environment: 'test',
    api_version: 'v1',
  })
})

test('after continues from a sequence, 0 by default', async () => {
  const events = await allEvents(api)
  assert.deepEqual((await get(api, `${FEED}?limit=100`)).data, events.slice(0, 100))
  assert.deepEqual((await get(api, `${FEED}?after=0&limit=3`)).data, events.slice(0, 3))
  const page = await get(api, `${FEED}?after=3&limit=2`)
  assert.deepEqual(page.data, events.slice(3, 5))
  assert.equal(page.has_more, true)
  const last = events.length
  const end = await get(api, `${FEED}?after=${last}`)
  assert.deepEqual(end.data, [])
  assert.equal(end.has_more, false)
  assert.deepEqual((await get(api, `${FEED}?after=9007199254740991`)).data, [])
  await makeProduct(api)
  const next = await get(api, `${FEED}?after=${last}`)
  assert.deepEqual(
    next.data.map(({ sequence }: Made) => sequence),
    [last + 1],
  )
  for (const after of ['-1', 'x', '1.5', '', '9007199254740992']) {
    refused(await api.get(`${FEED}?after=${after}`), 400, 'parameter_invalid', 'after')
  }
})

test('before reads backwards', async () => {
  const events = await allEvents(api)
  const page = await get(api, `${FEED}?before=6&limit=3`)
  assert.deepEqual(page.data, events.slice(2, 5).reverse())
  assert.equal(page.has_more, true)
  const rest = await get(api, `${FEED}?before=3`)
  assert.deepEqual(rest.data, events.slice(0, 2).reverse())
  assert.equal(rest.has_more, false)
  const newest = await get(api, `${FEED}?before=9007199254740991&limit=1`)
  assert.deepEqual(newest.data, [events.at(-1)])
})

const sequences = (page: Made) => page.data.map(({ sequence }: Made) => sequence)

test('wait holds the response until there is an event or the time is up', async () => {
  const last = (await allEvents(api)).length
  const waiting = get(api, `${FEED}?after=${last}&wait=30`)
  const picky = get(api, `${FEED}?after=${last}&wait=30&type=product.*`)
  await makeCustomer(api)
  assert.deepEqual(sequences(await waiting), [last + 1])
  await makeProduct(api)
  assert.deepEqual(sequences(await picky), [last + 2])
  assert.deepEqual((await get(api, `${FEED}?after=${last + 2}&wait=1`)).data, [])
  assert.deepEqual(sequences(await get(api, `${FEED}?after=${last}&wait=60`)), [last + 1, last + 2])
  refused(await api.get(`${FEED}?wait=61`), 400, 'parameter_invalid', 'wait')
  refused(await api.get(`${FEED}?before=3&wait=1`), 400, 'parameters_exclusive')
})

test('a waiting request ends with 401 when its key is revoked', async () => {
  const key = await w.key({ scopes: ['events:read'] })
  const last = (await allEvents(api)).length
  const waiting = api.get(`${FEED}?after=${last}&wait=60`, { key })
  await w.sql("update api_keys set revoked_at = created_at where scopes = '{events:read}'")
  refused(await waiting, 401, 'api_key_invalid')
})

test('GET /v1/events/:id returns one event', async () => {
  const [event] = await recordedBy(() => makeCustomer(api))
  assert.deepEqual(await get(api, `${FEED}/${event.id}`), event)
  refused(await api.get(`${FEED}/${event.id}`, { key: w.keys.live }), 404, 'resource_missing')
  refused(await api.get(`${FEED}/evt_x`), 404, 'resource_missing')
})

test('the feed has the envelope of lists, without offset', async () => {
  const page = await get(api, FEED)
  const members = ['object', 'url', 'data', 'has_more', 'total_count', 'limit', 'offset']
  assert.deepEqual(Object.keys(page), members)
  assert.equal(page.object, 'list')
  assert.equal(page.url, '/v1/events')
  assert.equal(page.limit, 20)
  assert.equal(page.total_count, (await allEvents(api)).length)
  refused(await api.get(`${FEED}?offset=1`), 400, 'parameter_unknown', 'offset')
  refused(await api.get(`${FEED}?starting_after=evt_1`), 400, 'parameter_unknown', 'starting_after')
})

const FREE = [{ ...LINE, unit_amount: 0 }]

async function gone(end: (path: string) => Promise<unknown>): Promise<Made> {
  const made = await makeCustomer(api)
  await end(`${CUSTOMERS}/${made.id}`)
  return made
}

/** Causes each type of event; returns the object from the response. */
const MAKERS: [string, () => Promise<Made>][] = [
  ['customer.created', () => makeCustomer(api)],
  [
    'customer.updated',
    async () =>
      (await api.patch(`${CUSTOMERS}/${(await makeCustomer(api)).id}`, { body: { city: 'Oka' } }))
        .body,
  ],
  ['customer.deleted', () => gone((path) => api.delete(path))],
  [
    'customer.erased',
    async () => {
      const made = await gone((path) => api.post(`${path}/erase`))
      const { updated_at } = (await get(api, `${FEED}?before=999999&limit=1`)).data[0].data.object
      return { ...made, name: 'Erased', updated_at }
    },
  ],
  ['product.created', () => makeProduct(api)],
  [
    'product.updated',
    async () =>
      (await api.patch(`${PRODUCTS}/${(await makeProduct(api)).id}`, { body: { name: 'B' } })).body,
  ],
  [
    'product.archived',
    async () => (await api.delete(`${PRODUCTS}/${(await makeProduct(api)).id}`)).body,
  ],
  ['invoice.created', () => makeInvoice(api)],
  [
    'invoice.updated',
    async () =>
      (await api.patch(`${INVOICES}/${(await makeInvoice(api)).id}`, { body: { notes: 'n' } }))
        .body,
  ],
  ['invoice.finalized', () => makeFinalized(api)],
  ['invoice.paid', () => makeFinalized(api, { line_items: FREE })],
  [
    'invoice.overdue',
    async () => {
      const { id } = await makeFinalized(api, { due_date: '2020-01-01' })
      const read = () => get(api, `${INVOICES}/${id}`)
      await until('overdue', async () => (await read()).status === 'overdue')
      return read()
    },
  ],
  [
    'invoice.voided',
    async () => (await api.post(`${INVOICES}/${(await makeFinalized(api)).id}/void`)).body,
  ],
]

for (const [type, make] of MAKERS) {
  test(`${type} is recorded`, async () => {
    let made: Made
    const events = await recordedBy(async () => {
      made = await make()
    })
    assert.equal(events.at(-1).type, type)
    assert.equal(events.filter((event) => event.type === type).length, 1)
    assert.deepEqual(events.at(-1).data.object, made)
  })
}

test('an event carries the object that the response had', async () => {
  const draft = await makeInvoice(api, { notes: 'Ünïcode 😀', metadata: { b: 1, a: 0.1 } })
  const answers = [
    await api.get(`${INVOICES}/${draft.id}`),
    await api.patch(`${INVOICES}/${draft.id}`, { body: { notes: 'other' } }),
    await api.post(`${INVOICES}/${draft.id}/finalize`),
    await api.post(`${INVOICES}/${draft.id}/void`),
  ]
  const rows = await w.sql<{ text: string }>(
    'select object::text as text from events where environment_id = 1 and object_id = $1 order by sequence',
    [draft.id],
  )
  assert.deepEqual(
    rows.map(({ text }) => text),
    answers.map(({ text }) => text),
  )
})

test('previous_attributes has what an update changed', async () => {
  const customer = await makeCustomer(api, { contact_name: 'Ada', city: 'Oka', metadata: { a: 1 } })
  const path = `${CUSTOMERS}/${customer.id}`
  const body = { contact_name: null, city: 'Laval', metadata: { b: 2 } }
  const [event] = await recordedBy(() => api.patch(path, { body }))
  assert.deepEqual(event.data.previous_attributes, {
    contact_name: 'Ada',
    city: 'Oka',
    metadata: { a: 1 },
    updated_at: customer.updated_at,
  })
  const [added] = await recordedBy(() => api.patch(path, { body: { contact_name: 'Eve' } }))
  assert.equal('contact_name' in added.data.previous_attributes, true)
  assert.equal(added.data.previous_attributes.contact_name, null)
  assert.deepEqual(await recordedBy(() => api.patch(path, { body: { city: 'Laval' } })), [])
})

test('openapi.json stays compatible with the published version (contract 8)', async () => {
  const { breaksBetween, surfaceOf } = await import('../compatibility.ts')
  const { openapiDocument } = await import('../../src/app/reference.ts')
  const now = surfaceOf(openapiDocument())
  assert.deepEqual(breaksBetween(now, now), [])
  const lost = structuredClone(now)
  delete lost.paths['/v1/events']
  assert.notDeepEqual(breaksBetween(now, lost), [])
})
