// Contract 9: the request log. Requests appear soon and without secrets, and a shutdown loses none.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { requestDays } from '../../src/features/requests/sweeps.ts'
import { owner } from '../browser-like.ts'
import type { Answer } from '../client.ts'
import {
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
import { until, within, world } from '../harness.ts'

const w = await world({ after })
const { api, keys } = w
const LOG = '/v1/requests'
const TRIES_MOST = 20
const LONG = 'x'.repeat(450)
const idOf = (key: string) => key.split('_').slice(0, 3).join('_')

/** The log entry of a response, once it is written. */
function lineOf(answer: { headers: Made }, key = keys.test): Promise<Made> {
  const path = `${LOG}/${answer.headers['request-id']}`
  return until('the line', async () => {
    const { status, body } = await api.get(path, { key })
    return status === 200 && body
  })
}

/** Retries until an entry is complete: one delayed for seconds is written without bodies. */
async function wholeLineOf(
  ask: (nth: number) => Promise<Answer>,
): Promise<{ answer: Answer; line: Made }> {
  for (let nth = 0; nth < TRIES_MOST; nth++) {
    const answer = await ask(nth)
    const line = await lineOf(answer)
    if (line.response_body !== null) return { answer, line }
  }
  return assert.fail('no line has what was said')
}

test('an entry has the request, its key, its address and the response', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const body = { customer_id, line_items: [LINE] }
  const began = Date.now()
  let key = ''
  const { answer, line } = await wholeLineOf((nth) => {
    key = `logged-${nth}`
    const headers = { 'idempotency-key': key, 'user-agent': 'shop/1.0' }
    return api.post(`${INVOICES}?dry_run=false`, { body, headers })
  })
  const { id, created_at, duration_ms, address, request_body, response_body, ...rest } = line
  assert.equal(id, answer.headers['request-id'])
  const created = Date.parse(created_at)
  assert.ok(created > began - 1000 && created < Date.now() + 1000, created_at)
  assert.ok(duration_ms >= 0 && duration_ms < 10_000)
  assert.match(address, /127\.0\.0\.1$/)
  assert.deepEqual(JSON.parse(request_body), body)
  assert.equal(JSON.parse(response_body).id, answer.body.id)
  assert.deepEqual(rest, {
    object: 'request',
    method: 'POST',
    path: INVOICES,
    query: 'dry_run=false',
    operation: 'createInvoice',
    status: 201,
    error_code: null,
    user_agent: 'shop/1.0',
    actor_kind: 'key',
    actor: idOf(keys.test),
    actor_label: 'test',
    object_id: answer.body.id,
    idempotency_key: key,
    request_body_cut: false,
    response_body_cut: false,
  })
  const [listed] = (await get(api, `${LOG}?id=${id}`)).data
  assert.equal(listed.id, id)
  assert.ok(!('request_body' in listed), 'a list is told without bodies')
})

test('a request is logged within a second', () =>
  within(1_000, 'the line', async () => lineOf(await api.get(PRODUCTS))))

test('requests of people in the dashboard are logged under their account', async () => {
  const person = await owner(w)
  const { answer, line } = await wholeLineOf(() =>
    person.at('1/test').post(`${PRODUCTS}?dry_run=true`, { body: { name: 'x' } }),
  )
  assert.equal(answer.status, 200, answer.text)
  assert.match(line.actor, /^usr_/)
  assert.deepEqual([line.actor_kind, line.actor_label], ['user', 'Olive Owner'])
  assert.deepEqual([line.path, line.query, line.object_id], [PRODUCTS, 'dry_run=true', null])
  const elsewhere = await api.get(`${LOG}/${line.id}`, { key: keys.live })
  refused(elsewhere, 404, 'resource_missing')
  // Requests of no environment are logged in none: signing in, and reading the current session.
  const current = await person.get('/session/v1/sessions/current')
  const later = await person.at('1/live').get(PRODUCTS)
  await lineOf(later, keys.live)
  const id = current.headers['request-id']
  assert.deepEqual(await w.sql('select 1 from requests where id::text = $1', [String(id)]), [])
  assert.deepEqual(await w.sql("select 1 from requests where path like '/session%'"), [])
})

test('rejected requests of a known key are logged with their code, and unknown callers are not', async () => {
  const none = await w.key({ scopes: [] })
  const text = { 'content-type': 'text/plain' }
  const asks: [() => Promise<Answer>, string][] = [
    [() => api.get(PRODUCTS, { key: none }), 'permission_denied'],
    [() => api.post(PRODUCTS, { body: { name: 'Ada', nome: 'Ada' } }), 'parameter_unknown'],
    [() => api.post(PRODUCTS, { raw: '{"name":"\u0000\u001e' }), 'invalid_json'],
    [() => api.get(`${PRODUCTS}/prod_01h2xcejqtf2nbrexx3vqjhp41?limit=1`), 'parameter_unknown'],
    [() => api.post(PRODUCTS, { raw: 'x', headers: text }), 'unsupported_media_type'],
  ]
  const lines: Made[] = []
  for (const [ask, code] of asks) {
    const { answer, line } = await wholeLineOf(ask)
    assert.deepEqual([line.status, line.error_code], [answer.status, code])
    assert.equal(JSON.parse(line.response_body).error.request_id, line.id)
    lines.push(line)
  }
  const [, invalid, broken, missing] = lines
  assert.equal(invalid.request_body, '{"name":"Ada","nome":"Ada"}')
  // A character that a column cannot hold is replaced by the replacement character.
  assert.equal(broken.request_body, '{"name":"\ufffd\u001e')
  assert.equal(missing.object_id, 'prod_01h2xcejqtf2nbrexx3vqjhp41')
  const unknown = await api.get(PRODUCTS, { key: `${keys.test.slice(0, -1)}!` })
  refused(unknown, 401, 'api_key_invalid')
  const nowhere = await api.get('/v1/nothing')
  refused(nowhere, 404, 'route_not_found')
  await lineOf(await api.get(PRODUCTS))
  for (const { headers } of [unknown, nowhere]) {
    refused(await api.get(`${LOG}/${headers['request-id']}`), 404, 'resource_missing')
  }
})

test('no password, key or link is logged, wherever it was sent', async () => {
  const secret = 'c4n4ry-secret'
  const whole = keys.live
  const body = { name: 'x', metadata: { api_token: secret, key: whole }, password: secret }
  const answers = [
    await api.post(PRODUCTS, { body }),
    await api.post(PRODUCTS, { raw: `{"pass\\u0077ord":"${secret}","name":"x","n":"${whole}` }),
    await api.get(`${PRODUCTS}?password=${secret}&limit=${whole}`),
    await api.get(`${PRODUCTS}/${whole}`, { headers: { 'user-agent': `x ${whole}` } }),
    await api.post('/v1/webhook_endpoints', { body: { url: `https://u:${secret}@example.com/` } }),
    await api.post(PRODUCTS, { body: { name: 'y' }, headers: { 'idempotency-key': whole } }),
  ]
  const shown = [
    await api.post('/v1/api_keys', { body: { name: 'made', scopes: ['*'] } }),
    await api.post('/v1/webhook_endpoints', { body: { url: 'https://example.com/' } }),
    await api.post('/v1/members', {
      body: { email: 'a@b.example', role: 'viewer', name: 'A' },
      key: keys.live,
    }),
  ]
  const [key, signing, link] = shown.map(({ body }) => body.key ?? body.secret ?? body.link)
  assert.match(`${key} ${signing} ${link}`, /^svc_\w+ whsec_\S+ http\S+$/)
  const secrets = [secret, whole.slice(-38), key.slice(-38), signing.slice(6), link.split('#')[1]]
  for (const answer of [...answers, ...shown]) {
    const own = answer === shown.at(-1) ? keys.live : keys.test
    const line = JSON.stringify(await lineOf(answer, own))
    for (const each of secrets) assert.ok(!line.includes(each), `${each}: ${line}`)
  }
  const { line } = await wholeLineOf(() => api.post(PRODUCTS, { body }))
  const { metadata } = JSON.parse(line.request_body)
  assert.deepEqual(metadata, { api_token: '[redacted]', key: `${idOf(whole)}_[redacted]` })
})

test('a long body is truncated and marked as such', async () => {
  const name = 'ß'.repeat(20_000)
  const { line } = await wholeLineOf(() => api.post(PRODUCTS, { body: { name } }))
  assert.deepEqual([line.request_body_cut, line.response_body_cut], [true, false])
  assert.equal(line.request_body, JSON.stringify({ name }).slice(0, 16_384))
})

test('the response of a write is that of its event, also for replays', async () => {
  const { answer, line } = await wholeLineOf(() => api.post(PRODUCTS, { body: { name: 'Seats' } }))
  assert.deepEqual(JSON.parse(line.response_body), answer.body)
  // A response that its event contains is not stored a second time.
  const [kept] = await w.sql(
    `select r.response_body, e.type from requests r
     join events e on e.environment_id = r.environment_id and e.id = r.response_event_id
     where r.object_id = '${answer.body.id}' and r.method = 'POST'`,
  )
  assert.deepEqual(kept, { response_body: null, type: 'product.created' })
  // A replay shows the response of that time, and a long one is truncated.
  const headers = { 'idempotency-key': 'answered-twice' }
  const metadata = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [at, LONG]))
  const body = { name: 'Support', metadata }
  const first = await api.post(PRODUCTS, { body, headers })
  const again = await wholeLineOf(() => api.post(PRODUCTS, { body, headers }))
  assert.equal(again.line.response_body, first.text.slice(0, 16_384))
  assert.equal(again.line.response_body_cut, true)
})

test('responses of reads are not kept, and reading the log is not logged', async () => {
  const product = await makeProduct(api)
  const read = await api.get(`${PRODUCTS}/${product.id}`)
  const head = await api.send('HEAD', `${PRODUCTS}/${product.id}`)
  const own = await api.get(`${LOG}?limit=1`)
  assert.equal(own.status, 200)
  const line = await lineOf(read)
  assert.deepEqual([line.request_body, line.response_body, line.status], [null, null, 200])
  assert.equal(line.object_id, product.id)
  assert.equal((await lineOf(head)).method, 'HEAD')
  const missing = await api.get(`${LOG}/${own.headers['request-id']}`)
  refused(missing, 404, 'resource_missing')
  // A rejected read of the log is logged.
  assert.equal((await lineOf(missing)).operation, 'retrieveRequest')
})

test('the log filters by method, status, operation, key, person, object and idempotency key', async () => {
  let key = ''
  const { answer } = await wholeLineOf(async (nth) => {
    key = await w.key()
    const headers = { 'idempotency-key': `found-${nth}` }
    return api.post(PRODUCTS, { body: { name: 'Seat' }, headers, key })
  })
  const ask = { key }
  const product = answer.body
  await api.delete(`${PRODUCTS}/${product.id}`, ask)
  const { id: customerId } = await makeCustomer(api, {}, ask)
  await api.get(`/v1/customers/${customerId}`, ask)
  await api.get(`/v1/customers/cus_${customerId}`, ask)
  const last = await api.get(`${PRODUCTS}/prod_01h2xcejqtf2nbrexx3vqjhp41`, ask)
  await lineOf(last)
  const found = async (query: string) =>
    (await get(api, `${LOG}?actor=${idOf(key)}&${query}`)).data.map(
      ({ operation }: Made) => operation,
    )
  const [made, gone, who] = ['createProduct', 'archiveProduct', 'createCustomer']
  const [read, missing] = ['retrieveCustomer', 'retrieveProduct']
  assert.deepEqual(await found(''), [missing, read, read, who, gone, made])
  assert.deepEqual(await found('method=DELETE'), [gone])
  assert.deepEqual(await found('status=2xx'), [read, read, who, gone, made])
  assert.deepEqual(await found('status=201'), [who, made])
  assert.deepEqual(await found('status=4xx'), [missing])
  assert.deepEqual(await found('status=500'), [])
  assert.deepEqual(await found(`operation=${gone}`), [gone])
  assert.deepEqual(await found(`object_id=${product.id}`), [gone, made])
  assert.deepEqual(await found(`object_id=cus_${customerId}`), [read, read, who])
  const { idempotency_key } = await lineOf(answer)
  assert.deepEqual(await found(`idempotency_key=${idempotency_key}`), [made])
  assert.deepEqual(await found(`id=${last.headers['request-id']}`), [missing])
  assert.deepEqual(await found('actor_kind=user'), [])
  assert.deepEqual(await found('actor_kind=key&method=DELETE'), [gone])
  assert.deepEqual(await found('created_at[gt]=2100-01-01T00:00:00Z'), [])
  const { id } = (await get(api, `${LOG}?actor=${idOf(key)}&limit=1`)).data[0]
  assert.deepEqual(await found(`starting_after=${id}&limit=2`), [read, read])
  refused(await api.get(`${LOG}?status=9xx`), 400, 'parameter_invalid')
})

test('entries are kept for thirty days and no longer', async () => {
  const line = await lineOf(await api.get(PRODUCTS))
  const day = 86_400_000
  const arrived = Date.parse(line.created_at)
  const purge = (wallMs: number) =>
    requestDays({ pool: w.pool, wallNow: () => wallMs, unloggedRequests: false }).run(
      new AbortController().signal,
    )
  const midnight = Math.ceil(arrived / day) * day
  await purge(midnight + 30 * day - 1_000)
  assert.equal((await api.get(`${LOG}/${line.id}`)).status, 200)
  await purge(midnight + 30 * day)
  refused(await api.get(`${LOG}/${line.id}`), 404, 'resource_missing')
})

test('a graceful shutdown loses no entry', async () => {
  const service = await w.secondProcess()
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      service.api.post(PRODUCTS, { body: { name: `Stopped ${n}` } }),
    ),
  )
  await service.stop()
  for (const { headers } of responses) {
    const answer = await api.get(`${LOG}/${headers['request-id']}`)
    assert.equal(answer.status, 200, 'it was there when the process had ended')
  }
})

test('settings can reduce what is logged, or turn it off', async () => {
  const lines = await w.secondProcess({ REQUEST_LOG: 'lines' })
  const one = await lines.api.post(`${PRODUCTS}?dry_run=true`, { body: { name: 'No body' } })
  const line = await lineOf(one)
  assert.deepEqual([line.query, line.request_body, line.response_body], [null, null, null])
  assert.deepEqual([line.status, line.operation], [200, 'createProduct'])
  const off = await w.secondProcess({ REQUEST_LOG: 'off' })
  const two = await off.api.post(PRODUCTS, { body: { name: 'No line' } })
  await off.stop()
  refused(await api.get(`${LOG}/${two.headers['request-id']}`), 404, 'resource_missing')
  const { id } = await makeInvoice(api)
  await lineOf(await api.get(`${INVOICES}/${id}`))
})
