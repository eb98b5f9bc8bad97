// A read by ID has two paths through the server: a fast one before the framework, and the framework's own, which a
// trailing slash selects. Responses, metrics and logs must not reveal which one served it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer, Api, Ask } from '../client.ts'
import { get } from '../fixtures.ts'
import { until, type World, world } from '../harness.ts'
import { movingClock } from '../moving-clock.ts'

const clock = movingClock()
const w = await world({ after }, { wallNow: clock.now })
const limited = await world({ after }, { settings: { RATE_LIMIT_TIER: 'standard' } })

const lines = [{ description: 'Seats – für Ölmühle', quantity: 3, unit_amount: 1999 }]

async function made(
  api: Api,
): Promise<{ customer: string; product: string; draft: string; finalized: string }> {
  const created = async (path: string, body: object) => {
    const answer = await api.post(path, { body })
    assert.equal(answer.status, 201, answer.text)
    return String(answer.body.id)
  }
  const customer = await created('/api/public/v1/customers', {
    name: 'Ölmühle',
    metadata: { hosted_url: 'no' },
  })
  const of = { customer_id: `cus_${customer}`, line_items: lines }
  const metadata = { hosted_url: 'x', note: '"hosted_url":"' }
  return {
    customer,
    product: await created('/v1/products', { name: 'Seats' }),
    draft: await created('/v1/invoices', { ...of, metadata, notes: '","hosted_url":"' }),
    finalized: await created('/v1/invoices', { ...of, metadata, finalize: true }),
  }
}

const ids = await made(w.api)

/** The comparable part of a response: everything except its time and request ID. */
function compared({ status, headers, text }: Answer, isHead: boolean): unknown {
  const { date: _, 'request-id': id, 'content-length': length, ...rest } = headers
  // For a HEAD request answered with 304 the framework sends a length of 0.
  const shownLength = isHead && status === 304 ? undefined : length
  return { status, length: shownLength, ...rest, text: text.replaceAll(String(id), 'req_') }
}

interface Compared {
  answer: unknown
  counted: string[]
  line: unknown
}

/** Requests by both paths that the environment's log has yet to show. */
const unread: { of: World; what: string; ids: [string, string] }[] = []
after(() => assert.deepEqual(unread, []))

/** Compares the log entries of all requests since the last call. */
async function assertLoggedAlike(): Promise<void> {
  for (const { of, what, ids } of unread.splice(0)) {
    const [direct, framework] = ids
    assert.deepEqual(await loggedOf(of, direct), await loggedOf(of, framework), what)
  }
}

interface Observed {
  id: string
  compared: Compared
  /** False for rejected credentials: they belong to no environment, so no log shows them. */
  isLogged: boolean
}

/** Sends by one path, and returns every visible effect except the environment's log. */
async function observe(
  of: World,
  api: Api,
  method: string,
  path: string,
  ask: Ask,
): Promise<Observed> {
  const before = await counts(api)
  const answer = await api.send(method, path, ask)
  const id = String(answer.headers['request-id'])
  const line = await until(
    'the line of the log',
    () => of.logs.find(({ request_id }) => request_id === id) ?? api !== of.api,
  )
  const counted = await counts(api)
  const observed = {
    answer: compared(answer, method === 'HEAD'),
    counted: counted
      .filter((each) => !before.includes(each))
      .map((each) => each.replace(/ .*/, '')),
    line: line === true ? line : without(line as object, ['time', 'request_id', 'ms', 'route']),
  }
  return { id, compared: observed, isLogged: typeof line !== 'object' || 'key_id' in line }
}

async function loggedOf(of: World, id: string): Promise<unknown> {
  const row = await until('the request to be logged', async () => {
    const found = []
    for (const key of Object.values(of.keys)) {
      found.push(...(await get(of.api, `/v1/requests?id=${id}`, { key })).data)
      if (found.length > 0) break
    }
    return found[0]
  })
  const { path, ...rest } = without(row, ['id', 'created_at', 'duration_ms']) as { path: string }
  return { ...rest, path: path.replace(/\/$/, '') }
}

const without = (from: object, names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))

/** Number of requests answered, by operation and status. */
async function counts(api: Api): Promise<string[]> {
  const { text } = await api.get('/metrics', { key: null })
  return text
    .split('\n')
    .filter(
      (each) => /^reckoner_http_(requests|answers)_total\{/.test(each) && !each.includes('etrics'),
    )
}

async function assertAlike(
  of: World,
  what: string,
  method: string,
  path: string,
  ask: Ask = {},
  api = of.api,
) {
  const direct = await observe(of, api, method, path, ask)
  const framework = await observe(of, api, method, path.replace(/(?=\?|$)/, '/'), ask)
  assert.deepEqual(direct.compared, framework.compared, what)
  assert.equal(direct.isLogged, framework.isLogged, what)
  if (direct.isLogged) unread.push({ of, what, ids: [direct.id, framework.id] })
  return direct.compared
}

const statusOf = ({ answer }: Compared) => (answer as { status: number }).status

test('both paths return an object alike: plain, compressed, to HEAD, and under either prefix', async () => {
  const paths = ['customer', 'product', 'draft', 'finalized'].flatMap((kind) => {
    const id = ids[kind as keyof typeof ids]
    const plural = { customer: 'customers', product: 'products' }[kind] ?? 'invoices'
    return kind === 'draft' ? [`/api/public/v1/${plural}/${id}`] : [`/v1/${plural}/${id}`]
  })
  for (const path of paths) {
    for (const method of ['GET', 'HEAD']) {
      for (const coding of ['identity', 'br;q=1, gzip;q=0.5']) {
        const compared = await assertAlike(w, path, method, path, {
          headers: { 'accept-encoding': coding },
        })
        assert.equal(statusOf(compared), 200)
      }
    }
  }
  await assertLoggedAlike()
})

test('both paths return an unchanged object alike', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { headers } = await w.api.get(`/v1/invoices/${ids.finalized}`)
    for (const tag of [`"x", W/${headers.etag}`, '*']) {
      const ask = { headers: { 'if-none-match': tag, 'accept-encoding': 'gzip' } }
      assert.equal(
        statusOf(await assertAlike(w, tag, method, `/v1/invoices/${ids.finalized}`, ask)),
        304,
      )
    }
  }
  await assertLoggedAlike()
})

test('both paths reject missing objects, bad requests and missing permissions alike', async () => {
  const readsCustomers = await w.key({ scopes: ['customers:read'] })
  const path = `/v1/invoices/${ids.finalized}`
  const cases: [number, string, string, Ask?][] = [
    [404, 'unknown', '/v1/invoices/inv_01h2xcejqtf2nbrexx3vqjhp41'],
    [404, 'no such ID', '/v1/invoices/none'],
    [404, 'elsewhere', path, { key: w.keys.otherTest }],
    [404, 'in live', path, { key: w.keys.live }],
    [400, 'a query', `${path}?limit=5`],
    [400, 'an unknown parameter', `/v1/customers/${ids.customer}?expend=all`],
    [
      406,
      'an Accept for a dry run',
      path,
      { headers: { accept: 'application/vnd.reckoner.dry-run+json' } },
    ],
    [401, 'no key', path, { key: null }],
    [401, 'Basic', path, { key: null, headers: { authorization: 'Basic eDp5' } }],
    [401, 'no such key', path, { key: `${w.keys.test.slice(0, -8)}aaaaaaaa` }],
    [
      401,
      'a cookie',
      path,
      { key: null, headers: { cookie: '__Host-reckoner=aaaaaaaaaaaaaaaaaaaaaaaaa' } },
    ],
    [403, 'lacking the scope', path, { key: readsCustomers }],
    [
      400,
      'two keys',
      path,
      { key: null, headers: { authorization: [`Bearer ${w.keys.test}`, 'Bearer x'] } },
    ],
  ]
  for (const [status, what, wanted, ask] of cases) {
    assert.equal(statusOf(await assertAlike(w, what, 'GET', wanted, ask)), status, what)
    assert.equal(statusOf(await assertAlike(w, what, 'HEAD', wanted, ask)), status, what)
  }
  await assertLoggedAlike()
})

test('both paths reject revoked and expired keys', async () => {
  const path = `/v1/products/${ids.product}`
  const key = async (expires_at?: string) => {
    const body = { name: 'Passing', scopes: ['*'], ...(expires_at && { expires_at }) }
    const answer = await w.api.post('/v1/api_keys', { body })
    assert.equal(answer.status, 201, answer.text)
    return { id: String(answer.body.id), key: String(answer.body.key) }
  }
  const revoked = await key()
  assert.equal(statusOf(await assertAlike(w, 'valid', 'GET', path, { key: revoked.key })), 200)
  assert.equal((await w.api.post(`/v1/api_keys/${revoked.id}/revoke`)).status, 200)
  assert.equal(statusOf(await assertAlike(w, 'revoked', 'GET', path, { key: revoked.key })), 401)
  const expiring = await key(new Date(clock.now() + 60_000).toISOString())
  assert.equal(statusOf(await assertAlike(w, 'valid', 'GET', path, { key: expiring.key })), 200)
  clock.move(61_000, { after })
  assert.equal(statusOf(await assertAlike(w, 'expired', 'GET', path, { key: expiring.key })), 401)
  await assertLoggedAlike()
})

test('both paths report and enforce one shared rate limit', async () => {
  const { product } = await made(limited.api)
  const path = `/v1/products/${product}`
  const names = ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining']
  const valuesOf = ({ headers }: Answer) => names.map((name) => headers[name])
  const remaining = (answer: Answer) => Number(answer.headers['x-ratelimit-remaining'])
  const [one, other] = [await limited.api.get(path), await limited.api.get(`${path}/`)]
  assert.equal(remaining(one) - remaining(other), 1)
  assert.deepEqual(
    valuesOf(one).map((text) =>
      String(text)
        .replace(`r=${remaining(one)}`, 'r=')
        .replace(String(remaining(one)), ''),
    ),
    valuesOf(other).map((text) =>
      String(text)
        .replace(`r=${remaining(other)}`, 'r=')
        .replace(String(remaining(other)), ''),
    ),
  )
  for (let left = remaining(other); left > 0; left--) {
    assert.equal((await limited.api.get(left % 2 ? path : `${path}/`)).status, 200)
  }
  const [refused, alike] = [await limited.api.get(path), await limited.api.get(`${path}/`)]
  assert.deepEqual([refused.status, alike.status], [429, 429])
  assert.deepEqual(Object.keys(refused.headers).sort(), Object.keys(alike.headers).sort())
  const bare = ({ body: { error } }: Answer) => ({ ...error, request_id: '', message: '' })
  assert.deepEqual(bare(refused), bare(alike))
})

test('a process that shuts down responds by either path and closes the connection', async () => {
  const leaving = await w.secondProcess({ SHUTDOWN_DELAY_SECONDS: '300' })
  leaving.kill('SIGTERM')
  await until(
    'it to leave',
    async () => (await leaving.api.get('/readyz', { key: null })).status === 503,
  )
  for (const path of [`/v1/invoices/${ids.finalized}`, '/v1/invoices/none']) {
    const compared = await assertAlike(w, path, 'GET', path, {}, leaving.api)
    assert.equal((compared.answer as { connection: string }).connection, 'close')
  }
  await assertLoggedAlike()
  leaving.kill('SIGKILL')
  await leaving.ended
})
