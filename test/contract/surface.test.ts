// Contract 1: one API surface: addresses, methods, pages, and what all responses have in common.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const w = await world(
  { after },
  { settings: { HOST: '0.0.0.0', METRICS_TOKEN: 'scrape-me-please' } },
)
const { api } = w
const customer = await makeCustomer(api)
const product = await makeProduct(api)
const invoice = await makeInvoice(api, { customer_id: customer.id })

/** Every path under the version prefix that supports GET. */
const READABLE = [
  '/customers',
  `/customers/${customer.id}`,
  '/products',
  `/products/${product.id}`,
  '/invoices',
  `/invoices/${invoice.id}`,
  `/invoices/${invoice.id}/explain`,
  '/events',
]

test('every resource is under both /v1 and /api/public/v1', async () => {
  for (const path of READABLE) {
    const one = await api.get(`/v1${path}`)
    const other = await api.get(`/api/public/v1${path}`)
    assert.equal(one.status, 200)
    assert.equal(one.text, other.text)
    assert.equal(one.headers.etag, other.headers.etag)
  }
  const made = await api.post('/api/public/v1/invoices', {
    body: { customer_id: customer.id, line_items: invoice.line_items.map(copied) },
  })
  assert.equal(made.status, 201)
  const changed = await api.patch(`/api/public/v1/products/${product.id}`, { body: { name: 'B' } })
  assert.equal(changed.body.name, 'B')
  assert.equal((await api.delete(`/v1/customers/${(await makeCustomer(api)).id}`)).status, 200)
})

/** Copies a line for another invoice, without its computed properties. */
function copied({ id: _, amount: __, net: ___, ...line }: Made) {
  return line
}

test('the path begins with version v1, and customers are under /api/public/v1 (specification 9)', async () => {
  assert.equal((await api.get('/v1/invoices')).status, 200)
  assert.equal((await api.get('/v1/products')).status, 200)
  assert.equal((await api.get('/api/public/v1/customers')).status, 200)
  refused(await api.get('/v2/invoices'), 404, 'route_not_found')
  refused(await api.get('/invoices'), 404, 'route_not_found')
})

test('url and Location have the canonical path, whichever was requested', async () => {
  assert.equal((await get(api, '/v1/customers')).url, '/api/public/v1/customers')
  assert.equal((await get(api, '/api/public/v1/invoices')).url, '/v1/invoices')
  assert.equal((await get(api, '/api/public/v1/products')).url, '/v1/products')
  const made = await api.post('/v1/customers', { body: { name: 'x' } })
  assert.equal(made.headers.location, `/api/public/v1/customers/cus_${made.body.id}`)
  const other = await api.post('/api/public/v1/products', { body: { name: 'x' } })
  assert.equal(other.headers.location, `/v1/products/${other.body.id}`)
})

test('requests and responses are JSON (specification 1)', async () => {
  const answer = await api.get(INVOICES)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
})

test('JSON is UTF-8 in both directions', async () => {
  const name = 'Ünïcode ☃ 😀 𝔘'
  const made = await makeCustomer(api, { name })
  assert.equal((await get(api, `${CUSTOMERS}/${made.id}`)).name, name)
  const latin1 = Buffer.from('{"name":"\xe9"}', 'latin1')
  refused(await api.post(CUSTOMERS, { raw: latin1 }), 400, 'invalid_json')
})

test('/healthz says the process is up, whatever the state of its database', async () => {
  const answer = await api.get('/healthz', { key: null })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.status, 'ok')
})

test('/readyz says the database responds, is migrated and accepts writes', async () => {
  const answer = await api.get('/readyz', { key: null })
  assert.equal(answer.status, 200)
})

test('/metrics is Prometheus text', async () => {
  const answer = await api.get('/metrics', { key: null })
  assert.equal(answer.status, 200)
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/)
  assert.match(answer.text, /^# HELP \w+ .+\n# TYPE \w+ \w+$/m)
  assert.match(answer.text, /^reckoner_http_requests_total\{operation="\w+",status="2xx"\} \d+$/m)
  assert.match(answer.text, /^reckoner_http_answers_total\{status="200"\} \d+$/m)
  assert.match(answer.text, /^reckoner_http_request_seconds_count\{group="[A-Z]\w+",kind="read"\}/m)
})

test('metrics from another host need METRICS_TOKEN', async (t): Promise<void> => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address
  if (!address) return t.skip('this machine has no address beside loopback')
  const ask = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const url = new URL('/metrics', w.url)
      const options = { host: address, port: url.port, path: '/metrics', headers, agent: false }
      request(options, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
        .once('error', reject)
        .end()
    })
  assert.equal(await ask({}), 403)
  assert.equal(await ask({ 'x-forwarded-for': '127.0.0.1' }), 403)
  assert.equal(await ask({ authorization: 'Bearer scrape-me' }), 403)
  assert.equal(await ask({ authorization: 'Bearer scrape-me-please' }), 200)
})

test('/openapi.json is OpenAPI 3.1 and has each canonical path once', async () => {
  const answer = await api.get('/openapi.json', { key: null })
  assert.equal(answer.status, 200)
  assert.match(answer.body.openapi, /^3\.1\./)
  const paths = Object.keys(answer.body.paths)
  for (const path of ['/v1/invoices', '/v1/products', '/api/public/v1/customers']) {
    assert.ok(paths.includes(path), path)
  }
  // The second prefix of customers is described once and serves the same.
  assert.ok(!paths.includes('/v1/customers'))
  assert.match(answer.body.info.description, /`\/api\/public\/v1`/)
  assert.ok(!paths.some((path) => path.startsWith('/api/public/v1/invoices')))
})

test('/docs is readable offline', async () => {
  const answer = await api.get('/docs', { key: null })
  assert.equal(answer.status, 200)
  assert.match(String(answer.headers['content-type']), /^text\/html/)
  const foreign = [...answer.text.matchAll(/(?:src|href)="(https?:)?\/\//g)]
  assert.deepEqual(foreign, [])
})

test('a trailing slash leads to the same address', async () => {
  for (const path of READABLE) {
    const answer = await api.get(`/v1${path}/`)
    assert.equal(answer.status, 200, path)
    assert.equal(answer.text, (await api.get(`/v1${path}`)).text)
  }
  assert.equal((await api.post(`${PRODUCTS}/`, { body: { name: 'x' } })).status, 201)
  assert.equal((await api.get(`${INVOICES}/?limit=1`)).body.data.length, 1)
})

test('an unknown route gets 404', async () => {
  for (const path of [
    '/v1',
    '/v1/invoice',
    '/v1/invoices/a/b/c',
    '/v1/%',
    '/v1/invoices/%ff',
    `/v1/invoices/${'a'.repeat(300)}`,
    `/v1/invoices/${'a'.repeat(5_000)}/pdf`,
  ]) {
    refused(await api.get(path), 404, 'route_not_found')
  }
  const body = { raw: 'not json', headers: { 'content-type': 'text/plain' } }
  refused(await api.post('/v1/nothing', body), 404, 'route_not_found')
  refused(await api.post('/v1/nothing', { ...body, key: null }), 404, 'route_not_found')
  const unreadable = { raw: 'x', headers: { 'content-type': 'application/' } }
  refused(await api.post('/v1/nothing', unreadable), 404, 'route_not_found')
  const { message } = refused(await api.get('/v1/invoicse'), 404, 'route_not_found')
  assert.match(message, /\/v1\/invoices/)
})

test('a wrong method gets 405 with Allow', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/v1/invoices', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/v1/invoices', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', `/v1/invoices/${invoice.id}`, 'GET, HEAD, OPTIONS, PATCH'],
    ['GET', `/v1/invoices/${invoice.id}/finalize`, 'OPTIONS, POST'],
    ['PUT', '/api/public/v1/customers/1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['POST', '/v1/events/', 'GET, HEAD, OPTIONS'],
    ['TRACE', '/v1/products', 'GET, HEAD, OPTIONS, POST'],
    ['QUERY', '/v1/products', 'GET, HEAD, OPTIONS, POST'],
    ['PROPFIND', '/docs/', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await api.send(method, path)
    refused(answer, 405, 'method_not_allowed')
    assert.equal(answer.headers.allow, allow)
  }
  const body = { raw: 'not json', headers: { 'content-type': 'text/plain' } }
  refused(await api.send('PUT', INVOICES, body), 405, 'method_not_allowed')
  const unreadable = { raw: 'x', headers: { 'content-type': 'application/' } }
  refused(await api.send('PUT', INVOICES, unreadable), 405, 'method_not_allowed')
  refused(await api.send('QUERY', '/v1/nothing'), 404, 'route_not_found')
})

test('HEAD returns the headers of GET without the body', async () => {
  for (const path of [
    ...READABLE.map((each) => `/v1${each}`),
    '/healthz',
    '/openapi.json',
    '/docs',
  ]) {
    const head = await api.send('HEAD', path)
    const whole = await api.get(path)
    assert.equal(head.status, 200, path)
    assert.equal(head.headers['content-type'], whole.headers['content-type'])
    assert.equal(head.headers.etag, whole.headers.etag)
    if (path !== '/healthz') {
      assert.equal(head.headers['content-length'], whole.headers['content-length'])
    }
  }
  assert.equal((await api.send('HEAD', '/v1/invoices', { key: null })).status, 401)
  assert.equal((await api.send('HEAD', '/v1/nothing')).status, 404)
})

test('OPTIONS returns Allow', async () => {
  const answer = await api.send('OPTIONS', `/v1/invoices/${invoice.id}`, { key: null })
  assert.equal(answer.status, 204)
  assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS, PATCH')
  refused(await api.send('OPTIONS', '/v1/nothing'), 404, 'route_not_found')
})

test('responses have no CORS headers', async () => {
  const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
  for (const method of ['OPTIONS', 'GET']) {
    const answer = await api.send(method, INVOICES, { headers })
    const cors = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))
    assert.deepEqual(cors, [])
  }
})

test('timestamps have the form YYYY-MM-DDTHH:mm:ss.sssZ', async () => {
  const finalized = await api.post(`${INVOICES}/${invoice.id}/finalize`)
  for (const member of ['created_at', 'updated_at', 'finalized_at']) {
    assert.match(finalized.body[member], TIME)
  }
  assert.match((await get(api, '/v1/events?limit=1')).data[0].created_at, TIME)
})

test('timestamps are ISO 8601 in UTC (specification 2)', async () => {
  const before = new Date().toISOString()
  const { created_at } = await makeCustomer(api)
  assert.ok(before <= created_at && created_at <= new Date().toISOString())
})
