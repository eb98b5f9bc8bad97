// Webhook endpoints over HTTP: validation, secrets, and who can see them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, get, type Made, makeCustomer, refused } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'

const w = await world({ after })
const { api } = w
const ENDPOINTS = '/v1/webhook_endpoints'
const URL_OF_OURS = 'https://app.example.com/hooks'

function create(body: object = {}, headers: Record<string, string> = {}): Promise<Made> {
  return bodyOf(api.post(ENDPOINTS, { body: { url: URL_OF_OURS, ...body }, headers }), 201)
}

const read = (endpoint: Made) => get(api, `${ENDPOINTS}/${endpoint.id}`)

function act(endpoint: Made, verb: string, body?: object): Promise<Made> {
  return bodyOf(api.post(`${ENDPOINTS}/${endpoint.id}/${verb}`, { body }), 200)
}

test('POST /v1/webhook_endpoints takes url, enabled_events, description', async () => {
  const answer = await api.post(ENDPOINTS, { body: { url: URL_OF_OURS } })
  const { id, secret, created_at, updated_at, ...rest } = answer.body
  assert.equal(answer.headers.location, `${ENDPOINTS}/${id}`)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/, '32 bytes in base64')
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    object: 'webhook_endpoint',
    url: URL_OF_OURS,
    description: '',
    enabled_events: ['*'],
    status: 'enabled',
    disabled_reason: null,
    former_secret_until: null,
    metadata: {},
  })
  assert.deepEqual(await read(answer.body), { ...answer.body, secret: null })
})

test('a private address in any spelling is refused with 400; a name that does not resolve is accepted', async () => {
  const endpoint = await create()
  const urls = [
    ...['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://[::1]/'],
    ...['http://169.254.169.254/', 'http://[::ffff:169.254.169.254]/', 'http://localhost:3000/'],
    ...['http://[64:ff9b::a9fe:a9fe]/', 'http://[2002:a9fe:a9fe::]/', 'http://100.64.0.1/'],
    ...['ftp://example.com/', 'https://a:b@example.com/', 'https://example.com/#x', 'example.com'],
  ]
  for (const url of urls) {
    refused(await api.post(ENDPOINTS, { body: { url } }), 400, 'parameter_invalid', 'url')
    const path = `${ENDPOINTS}/${endpoint.id}`
    refused(await api.patch(path, { body: { url } }), 400, 'parameter_invalid', 'url')
  }
  const own = await api.post(ENDPOINTS, { body: { url: 'http://127.0.0.1:4000/hooks' } })
  assert.equal(
    refused(own, 400, 'parameter_invalid', 'url').message,
    'url is not a public address. Use a public address. For your own machine, run `npm run -s reckoner -- listen`. For your own network, the operator sets WEBHOOK_ALLOW_PRIVATE=true.',
  )
  const { message } = refused(
    await api.post(ENDPOINTS, { body: { url: 'https://me:hunter2@example.com/' } }),
    400,
    'parameter_invalid',
  )
  assert.doesNotMatch(message, /hunter2/)
  await create({ url: 'https://does-not-exist.example/' })
})

test('patterns that match no event are refused', async () => {
  for (const pattern of ['', 'invoice', '*.paid', 'Invoice.paid', "a.b'; drop", 'a,b.c']) {
    const body = { url: URL_OF_OURS, enabled_events: ['invoice.*', pattern] }
    refused(await api.post(ENDPOINTS, { body }), 400, 'parameter_invalid', 'enabled_events[1]')
  }
  const misspelt = { url: URL_OF_OURS, enabled_events: ['invoice.payed', 'customer.*', 'foo.*'] }
  const { errors } = refused(
    await api.post(ENDPOINTS, { body: misspelt }),
    400,
    'parameter_invalid',
    'enabled_events[0]',
  )
  assert.deepEqual(
    errors.map(({ param }: { param: string }) => param),
    ['enabled_events[0]', 'enabled_events[2]'],
  )
  for (const enabled_events of [[], Array(51).fill('invoice.*')]) {
    const answer = await api.post(ENDPOINTS, { body: { url: URL_OF_OURS, enabled_events } })
    refused(answer, 400, 'parameter_invalid', 'enabled_events')
  }
})

test('PATCH changes the named properties, records an event, and honors If-Match', async () => {
  const endpoint = await create({ description: 'Ours', metadata: { a: 1 } })
  const path = `${ENDPOINTS}/${endpoint.id}`
  const { headers } = await api.get(path)
  const body = { enabled_events: ['invoice.paid'], description: null, metadata: { b: 2 } }
  const { body: changed } = await api.patch(path, {
    body,
    headers: { 'if-match': String(headers.etag) },
  })
  assert.deepEqual(
    [changed.enabled_events, changed.description, changed.metadata, changed.secret],
    [['invoice.paid'], '', { a: 1, b: 2 }, null],
  )
  const stale = { body, headers: { 'if-match': String(headers.etag) } }
  refused(await api.patch(path, stale), 412, 'precondition_failed')
  const feed = await get(api, `/v1/events?object_id=${endpoint.id}`)
  assert.deepEqual(
    feed.data.map(({ type }: Made) => type),
    ['webhook_endpoint.created', 'webhook_endpoint.updated'],
  )
  assert.deepEqual(feed.data[1].data.previous_attributes.enabled_events, ['*'])
  const secret = 'whsec_x'
  const error = refused(await api.patch(path, { body: { secret } }), 400, 'parameter_invalid')
  assert.ok(!error.message.includes(secret))
})

test('the signing secret is shown once, and no event, list, log or table has it', async () => {
  const key = { 'idempotency-key': 'create-once' }
  const first = await create({ description: 'once' }, key)
  const rotate = `${ENDPOINTS}/${first.id}/rotate_secret`
  const rotating = { body: {}, headers: { 'idempotency-key': 'rotate-once' } }
  const rotated = (await api.post(rotate, rotating)).body
  assert.match(rotated.secret, /^whsec_/)
  assert.notEqual(rotated.secret, first.secret)
  assert.deepEqual((await api.post(rotate, rotating)).body, rotated)
  const tables = await w.sql<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const rows = await Promise.all(
    tables.map(({ name }) => w.sql<{ text: string }>(`select t::text as text from ${name} t`)),
  )
  const everything = [
    ...rows.flat().map(({ text }) => text),
    JSON.stringify(w.logs),
    JSON.stringify(await get(api, ENDPOINTS)),
    JSON.stringify(await get(api, '/v1/events?type=webhook_endpoint.*&limit=100')),
  ].join('\n')
  for (const { secret } of [first, rotated]) {
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
    for (const spelling of [secret.slice('whsec_'.length), bytes.toString('hex')]) {
      assert.equal(everything.includes(spelling), false)
    }
  }
  assert.ok(everything.includes(first.id))
})

test('a rotation returns the time until which the previous secret also signs', async () => {
  const endpoint = await create()
  for (const [overlap_hours, hours] of [
    [undefined, 24],
    [0, 0],
    [168, 168],
  ]) {
    const before = Date.parse((await read(endpoint)).updated_at)
    const rotated = await act(endpoint, 'rotate_secret', { overlap_hours })
    const lasts = Date.parse(rotated.former_secret_until) - before
    const expected = (hours as number) * 3_600_000
    assert.ok(lasts >= expected && lasts < expected + 60_000, `${lasts} ms`)
  }
  for (const overlap_hours of [-1, 169, 1.5, '24']) {
    const path = `${ENDPOINTS}/${endpoint.id}/rotate_secret`
    refused(await api.post(path, { body: { overlap_hours } }), 400, 'parameter_invalid')
  }
})

test('pausing and resuming repeatedly records one event per change', async () => {
  const endpoint = await create()
  for (const [verb, status] of [
    ['pause', 'paused'],
    ['pause', 'paused'],
    ['resume', 'enabled'],
    ['resume', 'enabled'],
  ] as const) {
    assert.equal((await act(endpoint, verb)).status, status)
  }
  const feed = await get(api, `/v1/events?object_id=${endpoint.id}&type=webhook_endpoint.updated`)
  assert.deepEqual(
    feed.data.map(({ data }: Made) => data.object.status),
    ['paused', 'enabled'],
  )
})

test('a deleted endpoint appears nowhere and gets no more events', async () => {
  const endpoint = await create()
  const { total_count } = await get(api, ENDPOINTS)
  const answer = await api.delete(`${ENDPOINTS}/${endpoint.id}`)
  assert.deepEqual(answer.body, { id: endpoint.id, object: 'webhook_endpoint', deleted: true })
  const page = await get(api, `${ENDPOINTS}?limit=100`)
  assert.equal(page.total_count, total_count - 1)
  assert.equal(
    page.data.some(({ id }: Made) => id === endpoint.id),
    false,
  )
  for (const verb of ['pause', 'resume', 'rotate_secret', 'test', 'redeliver']) {
    const path = `${ENDPOINTS}/${endpoint.id}/${verb}`
    refused(await api.post(path), 404, 'resource_missing')
  }
  refused(await api.get(`${ENDPOINTS}/${endpoint.id}`), 404, 'resource_missing')
  refused(await api.get(`${ENDPOINTS}/${endpoint.id}/figures`), 404, 'resource_missing')
  refused(await api.delete(`${ENDPOINTS}/${endpoint.id}`), 404, 'resource_missing')
})

test('another environment cannot see the endpoint, and a key needs the scope', async () => {
  const endpoint = await create()
  const path = `${ENDPOINTS}/${endpoint.id}`
  for (const key of [w.keys.live, w.keys.otherTest]) {
    refused(await api.get(path, { key }), 404, 'resource_missing')
    refused(await api.patch(path, { key, body: { description: 'x' } }), 404, 'resource_missing')
    refused(await api.post(`${path}/rotate_secret`, { key }), 404, 'resource_missing')
    assert.deepEqual((await get(api, ENDPOINTS, { key })).data, [])
  }
  const reader = await w.key({ scopes: ['webhooks:read'] })
  assert.equal((await api.get(path, { key: reader })).status, 200)
  refused(await api.post(`${path}/test`, { key: reader }), 403, 'permission_denied')
  const stranger = await w.key({ scopes: ['invoices:write'] })
  refused(await api.get(ENDPOINTS, { key: stranger }), 403, 'permission_denied')
})

test("the counts cover an endpoint's pending and past deliveries", async () => {
  // This name does not resolve, so every delivery fails and stays pending.
  const endpoint = await create({
    url: 'https://hooks.invalid/',
    enabled_events: ['customer.created'],
  })
  await makeCustomer(api)
  const figures = await until('a failure', async () => {
    const found = await get(api, `${ENDPOINTS}/${endpoint.id}/figures`)
    return found.failing_since !== null && found.events_behind === 0 && found
  })
  const { failing_since, cursor_sequence, ...rest } = figures
  assert.ok(cursor_sequence > 0)
  assert.deepEqual(rest, {
    object: 'webhook_endpoint_figures',
    endpoint_id: endpoint.id,
    pending: 1,
    failed: 0,
    last_delivered_at: null,
    events_behind: 0,
    beyond_creator: [],
    unknown_events: [],
  })
})

test('the health of all endpoints counts attempts and has the time of the last failure', async () => {
  const endpoint = await create({
    url: 'https://hooks.invalid/',
    enabled_events: ['customer.created'],
  })
  const idle = await create({ enabled_events: ['customer.deleted'] })
  const healthOf = async ({ id }: Made, key?: string) => {
    const { data } = await get(api, '/v1/webhook_health', key ? { key } : {})
    return data.find(({ endpoint_id }: { endpoint_id: string }) => endpoint_id === id)
  }
  await makeCustomer(api)
  const { last_failed_at, ...rest } = await until('a failure', async () => {
    const found = await healthOf(endpoint)
    return found.last_failed_at !== null && found
  })
  assert.match(last_failed_at, /^2\d{3}-/)
  const object = 'webhook_endpoint_health'
  assert.deepEqual(rest, { object, endpoint_id: endpoint.id, attempted: 1, delivered: 0 })
  assert.deepEqual(await healthOf(idle), {
    object,
    endpoint_id: idle.id,
    attempted: 0,
    delivered: 0,
    last_failed_at: null,
  })
  assert.equal(await healthOf(endpoint, w.keys.live), undefined, 'another environment')
  await api.delete(`${ENDPOINTS}/${idle.id}`)
  assert.equal(await healthOf(idle), undefined, 'deleted')
})
