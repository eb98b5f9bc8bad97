// Attempts to pass for another session: keys, cookies, headers and addresses sent with or around one.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { joined, owner } from '../browser-like.ts'
import type { Answer } from '../client.ts'
import { get, PRODUCTS, refused } from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api, keys } = w
const person = await owner(w)
const viewer = await joined(w, 'vera@example.com', 'viewer')
const PRODUCT = { body: { name: 'Smuggled' } }
const OURS = '/session/1/test/v1/products'
const CURRENT = '/session/v1/sessions/current'

type Headers = Record<string, string | string[]>
const read = (path: string, headers: Headers): Promise<Answer> =>
  api.get(path, { key: null, headers })
const write = (path: string, headers: Headers): Promise<Answer> =>
  api.post(path, { key: null, ...PRODUCT, headers })

test('keys work only under /v1 and cookies only under /session', async () => {
  const authorization = `Bearer ${keys.test}`
  const wrong = `Bearer ${keys.test.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))}`
  // Under /session a key neither adds to nor removes from what the role can do.
  const smuggled = await write(OURS, { cookie: viewer.cookie, origin: w.url, authorization })
  assert.match(refused(smuggled, 403, 'permission_denied').message, /viewer/)
  assert.equal((await read(OURS, { cookie: viewer.cookie, authorization: wrong })).status, 200)
  refused(await read(OURS, { authorization }), 401, 'session_invalid')
  refused(await read(CURRENT, { authorization }), 401, 'session_invalid')
  // Under /v1 a cookie adds nothing to what the key can do, and no request acts as a person.
  const { cookie } = person
  refused(await read(PRODUCTS, { cookie }), 401, 'api_key_missing')
  refused(await read(PRODUCTS, { cookie, authorization: wrong }), 401, 'api_key_invalid')
  const weak = `Bearer ${await w.key({ scopes: ['products:read'] })}`
  refused(await write(PRODUCTS, { cookie, authorization: weak }), 403, 'permission_denied')
  const made = await write(PRODUCTS, { cookie, authorization })
  assert.equal(made.status, 201)
  const [{ actor }] = (await get(api, `/v1/audit_log?object_id=${made.body.id}`)).data
  assert.match(actor, /^svc_test_/)
})

test('two cookies count as none, and so does one spelled differently', async () => {
  const { cookie } = person
  const [name = '', token = ''] = cookie.split('=')
  assert.equal((await read(OURS, { cookie: `a=b; ${cookie} ; c` })).status, 200)
  const none: Headers[] = [
    { cookie: `${cookie}; ${cookie}` },
    { cookie: `${cookie}; ${viewer.cookie}` },
    { cookie: [cookie, viewer.cookie] },
    { cookie: [viewer.cookie, cookie] },
    { cookie: `${name.toLowerCase()}=${token}` },
    { cookie: `${name.slice('__Host-'.length)}=${token}` },
    { cookie: `${name}="${token}"` },
    { cookie: `${name}=${token.toLowerCase()}` },
    { cookie: `${name}=${token}x` },
    { cookie: `${name}=${token.slice(0, -1)}` },
    { cookie: `${name}=${encodeURIComponent(`${token} `)}` },
    { cookie: `${name}%3D${token}` },
    { cookie: `${name}=; ${cookie}` },
    { cookie: token },
    { cookie2: cookie },
    { 'x-cookie': cookie },
  ]
  for (const headers of none) {
    for (const path of [OURS, CURRENT]) {
      const answer = await read(path, headers)
      assert.equal(answer.status, 401, JSON.stringify(headers))
    }
  }
})

/** Other spellings of /session/1/test/v1/products, and ways around it. */
const SPELLINGS = [
  '/session/01/test/v1/products',
  '/session/+1/test/v1/products',
  '/session/-1/test/v1/products',
  '/session/0/test/v1/products',
  '/session/1e0/test/v1/products',
  '/session/0x1/test/v1/products',
  '/session/1.0/test/v1/products',
  '/session/%31/test/v1/products',
  '/session/%EF%BC%91/test/v1/products',
  '/session/1%20/test/v1/products',
  '/session/1;x/test/v1/products',
  '/session/4294967297/test/v1/products',
  '/session/1%2ftest/v1/products',
  '/session%2f1/test/v1/products',
  '/session/1/TEST/v1/products',
  '/session/1/%74est/v1/products',
  '/session/1/test%00/v1/products',
  '/session/1/other/v1/products',
  '/session/1/test/V1/products',
  '/session/1/test/api/public/v1/products',
  '/session/1/test/%761/products',
  '/session/1/test/v1/../v1/products',
  '/session/1/test/v1/%2e%2e/v1/products',
  '/session/1/test/v1/..%2fv1/products',
  '/session/1/test/../test/v1/products',
  '/session/./1/test/v1/products',
  '/session/../session/1/test/v1/products',
  '/session/1/test/v1//products',
  '/session//1/test/v1/products',
  '//session/1/test/v1/products',
  '/session/1/test/v1\\products',
  '/session\\1\\test\\v1\\products',
  '/SESSION/1/test/v1/products',
  '/session/1/test/session/1/live/v1/products',
  '/session/1/test/v1/session/1/live/v1/products',
  '/session/1/test/v1/session/v1/sessions',
  '/v1/session/1/test/v1/products',
  '/session/1/test/products',
  '/session/1/v1/products',
  '/session/test/v1/products',
  '/session/products',
  'http://localhost/session/1/test/v1/products',
  '/healthz/../session/1/test/v1/products',
]

test('accounts and modes have one spelling, and encoded variants are unknown', async () => {
  const { cookie } = person
  assert.equal((await read(OURS, { cookie })).status, 200)
  for (const path of SPELLINGS) {
    for (const send of [read, write]) {
      const answer = await send(path, { cookie, origin: w.url })
      assert.ok([400, 401, 404].includes(answer.status), `${path}: ${answer.status} ${answer.text}`)
      assert.match(
        answer.body.error.code,
        /route_not_found|resource_missing|parameter_invalid|api_key_missing/,
      )
    }
  }
  const { total_count } = (await read(OURS, { cookie })).body
  const all = await get(api, PRODUCTS)
  assert.equal(total_count, all.total_count)
  assert.deepEqual(await w.sql('select 1 from products where environment_id <> 1'), [])
})

test('forwarded headers are used only if the proxy is trusted', async () => {
  const { cookie } = person
  // No proxy is trusted here, so these headers have no effect.
  const away = { cookie, host: 'billing.example.com' }
  const saying: Headers[] = [
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'proto=https;host=localhost' },
    { 'x-forwarded-ssl': 'on', 'front-end-https': 'on' },
  ]
  for (const said of saying) {
    refused(await read(OURS, { ...away, ...said }), 421, 'https_required')
    refused(await read(CURRENT, { ...away, ...said }), 421, 'https_required')
  }
  const forged = { cookie, origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
  const answer = await write(OURS, { ...forged, 'x-forwarded-proto': 'https' })
  refused(answer, 403, 'origin_refused')
  const elsewhere = { 'x-original-url': '/session/2/live/v1/products', 'x-rewrite-url': OURS }
  refused(
    await read('/session/2/live/v1/products', { cookie, ...elsewhere }),
    404,
    'resource_missing',
  )
  const method = { cookie, 'x-http-method-override': 'POST', 'x-http-method': 'POST' }
  assert.equal((await read(OURS, method)).body.object, 'list')
  const made = await write(OURS, { cookie, origin: w.url, 'x-forwarded-for': '203.0.113.7' })
  const [{ address }] = (await get(api, `/v1/audit_log?object_id=${made.body.id}`)).data
  assert.match(address, /127\.0\.0\.1$/)
})

test('a write with a repeated, malformed or foreign Origin is rejected', async () => {
  const { cookie } = person
  const doubled: Headers[] = [
    { origin: [w.url, 'https://evil.example'] },
    { origin: ['https://evil.example', w.url] },
    { origin: [w.url, w.url] },
    { origin: `${w.url}, https://evil.example` },
    { origin: w.url, 'sec-fetch-site': ['same-origin', 'cross-site'] },
    { origin: w.url, 'sec-fetch-site': ['cross-site', 'same-origin'] },
    { origin: `${w.url}/` },
    { origin: `${w.url}.evil.example` },
    { origin: w.url.toUpperCase() },
    { origin: w.url.replace('http:', 'https:') },
    { origin: w.url.replace(/:\d+$/, ':1') },
    { referer: `${w.url}/1/test/products` },
  ]
  for (const headers of doubled) {
    const answer = await write(OURS, { cookie, ...headers })
    // A repeated header is rejected before its value is checked.
    const isTwice = Object.values(headers).some(Array.isArray)
    if (isTwice) refused(answer, 400, 'parameter_invalid')
    else refused(answer, 403, 'origin_refused')
  }
})
