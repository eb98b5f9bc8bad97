// Documents over HTTP: whole and streamed, conditional, without a body, and broken half-way.

import assert from 'node:assert/strict'
import { request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { Type } from 'typebox'
import { connectApi } from '../../../test/client.ts'
import { until } from '../../../test/harness.ts'
import { ERRORS } from '../../domain/error-catalogue.ts'
import { createHeavy } from '../db/heavy.ts'
import { openPool } from '../db/pool.ts'
import { createLog } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { type DocumentReply, route } from './route.ts'
import { createServer } from './server.ts'
import { socketBounds } from './socket-bounds.ts'
import { Sockets } from './sockets.ts'

const PDF = Buffer.from('%PDF-1.7\n\u00ff\u0000')
const scope = {
  environment_id: 1,
  account_id: 1,
  mode: 'test' as const,
  key_id: 'svc_test_1',
  scopes: ['*'],
  policy: { name: 'enterprise', quota: null },
  window: 1,
  actor: { kind: 'key' as const, id: 'svc_test_1', label: 'Test' },
  address: '127.0.0.1',
}

/** The progress of the streams, visible to the tests. */
const seen = { rows: 0, ended: 0 }

function* rows(most: number, failure?: Error) {
  try {
    for (let count = 0; count < most; count++) {
      seen.rows++
      yield `${count},${'x'.repeat(1_000)}\r\n`
    }
    if (failure) throw failure
  } finally {
    seen.ended++
  }
}

const csv = (source: Iterable<string>): DocumentReply => ({
  body: Readable.from(source),
  contentType: 'text/csv; charset=utf-8',
  headers: { 'content-disposition': 'attachment; filename="rows.csv"' },
})

const REPLIES: Record<string, () => DocumentReply> = {
  '/pdf': () => ({
    body: PDF,
    contentType: 'application/pdf',
    headers: { 'content-disposition': 'inline; filename="invoice.pdf"' },
    etag: true,
  }),
  '/empty': () => ({ body: Buffer.alloc(0), contentType: 'application/pdf', etag: true }),
  '/tagged': () => ({ ...csv(rows(3)), etag: '"as-of-yesterday"' }),
  '/rows': () => csv(rows(3)),
  '/endless': () => csv(rows(Number.POSITIVE_INFINITY)),
  '/refused': () => csv(rows(0, new Refusal('resource_missing', 'There is nothing of the kind.'))),
  '/broken': () => csv(rows(200, new Error('the database went away'))),
}

const routes = Object.entries(REPLIES).map(([path, reply]) =>
  route({
    method: 'GET',
    path,
    operation: `read${path.slice(1)}`,
    summary: 'A document',
    tag: 'Documents',
    permission: 'documents:read',
    produces: path === '/pdf' ? 'application/pdf' : 'text/csv',
    handle: () => Promise.resolve(reply()),
  }),
)

const server = createServer({
  routes,
  pages: [],
  otherAddresses: [],
  gate: { admit: () => Promise.resolve(scope) },
  findReplay: () => Promise.resolve(undefined),
  catalogue: ERRORS,
  docsUrl: () => 'http://localhost/docs',
  nearest: () => undefined,
  startOfDate: () => Promise.resolve(0),
  heavyOf: createHeavy(openPool({ host: '/nonexistent' }, { size: 1 })),
  log: createLog('silent', { write: () => undefined }),
  observer: { answered: () => undefined },
  trustProxy: false,
  host: '127.0.0.1',
  sockets: new Sockets(socketBounds(100, false), () => undefined),
})
await server.listen({ host: '127.0.0.1', port: 0 })
const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
const api = connectApi(url, 'none')
after(async () => {
  await api.close()
  await server.close()
})

test('a document arrives byte for byte, with its type, length, name and ETag', async () => {
  const answer = await api.get('/v1/pdf')
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.bytes, PDF)
  assert.equal(answer.headers['content-type'], 'application/pdf')
  assert.equal(answer.headers['content-length'], String(PDF.length))
  assert.equal(answer.headers['content-disposition'], 'inline; filename="invoice.pdf"')
  assert.match(String(answer.headers.etag), /^"[\w-]{27}"$/)
})

test('a document that the client already has is not sent again', async () => {
  const { headers } = await api.get('/v1/pdf')
  const again = await api.get('/v1/pdf', { headers: { 'if-none-match': String(headers.etag) } })
  assert.equal(again.status, 304)
  assert.equal(again.headers.etag, headers.etag)
  const other = await api.get('/v1/pdf', { headers: { 'if-none-match': '"another"' } })
  assert.equal(other.status, 200)
})

test('an empty document is a valid response', async () => {
  const answer = await api.get('/v1/empty')
  assert.equal(answer.status, 200)
  assert.equal(answer.bytes.length, 0)
})

test('HEAD returns the same headers without the body, and generates no stream', async () => {
  const whole = await api.send('HEAD', '/v1/pdf')
  assert.equal(whole.status, 200)
  assert.equal(whole.headers['content-length'], String(PDF.length))
  assert.match(String(whole.headers.etag), /^"/)
  const before = seen.rows
  const streamed = await api.send('HEAD', '/v1/endless')
  assert.equal(streamed.status, 200)
  assert.equal(streamed.headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(seen.rows, before)
})

test('a stream is sent completely', async () => {
  const answer = await api.get('/v1/rows')
  assert.equal(answer.status, 200)
  assert.equal(answer.text.split('\r\n').length, 4)
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="rows.csv"')
})

test('a stream with its own ETag supports conditional reads, and is released', async () => {
  const headers = { 'if-none-match': '"as-of-yesterday"' }
  assert.equal((await api.get('/v1/tagged')).headers.etag, '"as-of-yesterday"')
  const ended = seen.ended
  assert.equal((await api.get('/v1/tagged', { headers })).status, 304)
  await until('the end of the stream', () => seen.ended > ended)
})

test('a failure before the first byte is an ordinary error', async () => {
  const answer = await api.get('/v1/refused')
  assert.equal(answer.status, 404)
  assert.equal(answer.body.error.code, 'resource_missing')
  assert.equal(answer.headers['content-disposition'], undefined)
})

test('a later failure closes the connection, so half a document never looks complete', async () => {
  await assert.rejects(api.get('/v1/broken'), /aborted|ECONNRESET|socket hang up/)
})

test('when the client disconnects, the stream ends', async () => {
  const ended = seen.ended
  const sent = ask(`${url}/v1/endless`, (response) => {
    response.once('data', () => response.destroy())
  })
  sent.on('error', () => undefined).end()
  await until('the end of the stream', () => seen.ended > ended)
  // Back pressure held the stream, so it was not generated without limit.
  assert.ok(seen.rows < 20_000, `${seen.rows} rows were made`)
})

test('a compressed stream keeps its headers and content', async () => {
  for (const coding of ['gzip', 'br']) {
    const headers = { 'accept-encoding': coding }
    const whole = await api.get('/v1/rows', { headers })
    assert.equal(whole.headers['content-encoding'], coding)
    assert.equal(whole.text.split('\r\n').length, 4)
    await assert.rejects(api.get('/v1/broken', { headers }), /aborted|ECONNRESET|socket hang up/)
    const refused = await api.get('/v1/refused', { headers })
    assert.deepEqual([refused.status, refused.headers['content-encoding']], [404, undefined])
    const [made, ended] = [seen.rows, seen.ended]
    const sent = ask(`${url}/v1/endless`, { headers }, (response) => {
      response.once('data', () => response.destroy())
    })
    sent.on('error', () => undefined).end()
    await until('the end of the stream', () => seen.ended > ended)
    assert.ok(seen.rows - made < 20_000, `${seen.rows - made} rows were made`)
  }
  // The maximum number of streams per environment; when one ends, another can start.
  const headers = { 'accept-encoding': 'gzip' }
  const held = await Promise.all(
    Array.from(
      { length: 3 },
      () =>
        new Promise<IncomingMessage>((resolve) => {
          ask(`${url}/v1/endless`, { headers }, resolve).end()
        }),
    ),
  )
  const codings = held.map((response) => response.headers['content-encoding'])
  assert.deepEqual(codings.sort(), ['gzip', 'gzip', undefined])
  const ended = seen.ended
  for (const response of held) response.destroy()
  await until('the end of the streams', () => seen.ended === ended + 3)
  assert.equal((await api.get('/v1/rows', { headers })).headers['content-encoding'], 'gzip')
})

test('a write must return JSON, and a route must declare a response', () => {
  const declared = {
    path: '/documents',
    operation: 'makeDocument',
    summary: 'Make',
    tag: 'Documents',
    permission: 'documents:write',
    handle: () => Promise.resolve({ json: '{}' }),
  }
  assert.throws(() => route({ ...declared, method: 'POST', produces: 'application/pdf' }), /JSON/)
  assert.throws(() => route({ ...declared, method: 'GET' }), /declares no response/)
  assert.ok(route({ ...declared, method: 'POST', response: Type.Object({}) }))
})
