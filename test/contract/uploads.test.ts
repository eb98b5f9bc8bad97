// Contract 1: bodies rejected for size or media type, down to the bytes on the wire; and compression of responses.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Answer, Ask } from '../client.ts'
import { CUSTOMERS, INVOICES, makeCustomer, makeFinalized, PRODUCTS, refused } from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const MIB = 1_048_576
const w = await sharedWorld({ after })
const { api } = w

/** A body of exactly `bytes` bytes: a customer, padded with spaces. */
const ofSize = (bytes: number) => `{"name":"x"}${' '.repeat(bytes - 12)}`

test('a body over 1 MiB gets 413, and exactly 1 MiB is accepted', async () => {
  assert.equal((await api.post(CUSTOMERS, { raw: ofSize(MIB) })).status, 201)
  refused(await api.post(CUSTOMERS, { raw: ofSize(MIB + 1) }), 413, 'body_too_large')
})

test('body_too_large is returned with 413 (contract 3)', async () => {
  const count = async () => (await api.get(CUSTOMERS)).body.total_count
  const before = await count()
  refused(await api.post(CUSTOMERS, { raw: ofSize(2 * MIB) }), 413, 'body_too_large')
  assert.equal(await count(), before)
})

interface Upload {
  path?: string
  key?: string
  type?: string
  /** Bytes of body, sent after the headers; chunked if no length is declared. */
  bytes: number
  declared?: number
}

/** Sends a whole body by hand, whatever the server responds; returns what came back. */
function upload({
  bytes,
  declared,
  path = CUSTOMERS,
  key = w.keys.test,
  type = 'application/json',
}: Upload): Promise<{ text: string; sent: number }> {
  const { port } = new URL(w.url)
  const length =
    declared === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${declared}`
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`
  const piece = Buffer.alloc(65_536, ' ')
  const chunk =
    declared === undefined
      ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
      : piece
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    let text = ''
    let sent = 0
    const done = () => resolve({ text, sent })
    const push = () => {
      while (sent < bytes && !socket.destroyed) {
        sent += piece.length
        if (!socket.write(chunk)) return void socket.once('drain', push)
      }
      if (declared === undefined) socket.write('0\r\n\r\n')
      closeWhenDone()
    }
    // Closes once everything is sent and answered.
    const closeWhenDone = () => {
      if (sent >= bytes && text.includes('"request_id"')) socket.destroy()
    }
    socket.setEncoding('utf8')
    socket.on('data', (data: string) => {
      text += data
      closeWhenDone()
    })
    socket.once('error', () => undefined)
    socket.once('close', done)
    socket.once('connect', () => {
      socket.write(head)
      push()
    })
  })
}

test('the rest of a rejected upload is read, so that the client sees the response', async () => {
  for (const bytes of [2 * MIB, 15 * MIB]) {
    for (const declared of [bytes, undefined]) {
      const { text, sent } = await upload({ bytes, ...(declared && { declared }) })
      assert.match(text, /^HTTP\/1\.1 413 /, `${bytes} bytes, declared ${declared}`)
      assert.match(text, /"code":"body_too_large"/)
      assert.equal(sent, bytes, 'the client could send all of it')
    }
  }
  for (const [other, status] of [
    [{ key: 'svc_test_wrong' }, 401],
    [{ path: '/v1/nothing' }, 404],
    [{ path: '/v1/events' }, 405],
    [{ type: 'text/plain' }, 413],
  ] as const) {
    const { text, sent } = await upload({ bytes: 8 * MIB, ...other })
    assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.equal(sent, 8 * MIB)
  }
  // The connection can serve another request.
  refused(await api.post(CUSTOMERS, { raw: ofSize(2 * MIB) }), 413, 'body_too_large')
  assert.equal((await api.post(CUSTOMERS, { raw: ofSize(100) })).status, 201)
})

test('at most 16 MB of a rejected upload are read', async () => {
  const { sent } = await upload({ bytes: 64 * MIB })
  assert.ok(sent < 40 * MIB, `cut off after ${sent} bytes`)
})

test('a body that is not JSON gets 415', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    'json',
  ]) {
    const answer = await api.post(CUSTOMERS, {
      raw: '{"name":"x"}',
      headers: { 'content-type': type },
    })
    const { message } = refused(answer, 415, 'unsupported_media_type')
    assert.match(message, /application\/json/)
  }
  const headers = { 'content-type': 'application/json; charset=iso-8859-1' }
  refused(
    await api.post(CUSTOMERS, { raw: '{"name":"x"}', headers }),
    415,
    'unsupported_media_type',
  )
  const gzip = { 'content-encoding': 'gzip' }
  refused(await api.post(CUSTOMERS, { raw: 'x', headers: gzip }), 415, 'unsupported_media_type')
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=UTF-8',
    'application/merge-patch+json',
  ]) {
    const answer = await api.post(CUSTOMERS, {
      raw: '{"name":"x"}',
      headers: { 'content-type': type },
    })
    assert.equal(answer.status, 201, type)
  }
})

test('unsupported_media_type is returned with 415 (contract 3)', async () => {
  const answer = await api.post(CUSTOMERS, { raw: '<a/>', headers: { 'content-type': 'text/xml' } })
  refused(answer, 415, 'unsupported_media_type')
})

/** Returns the response to bytes written by hand, until the server ends the connection. */
function exchange(bytes: string): Promise<{ text: string; seconds: number }> {
  const { port } = new URL(w.url)
  const started = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (data: string) => {
      text += data
    })
    socket.once('error', () => undefined)
    socket.once('close', () => resolve({ text, seconds: (performance.now() - started) / 1000 }))
  })
}

test('a rejected upload is read for at most 5 seconds', async () => {
  const head = `POST /v1/customers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${w.keys.test}`
  const { text, seconds } = await exchange(
    `${head}\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\nand no more`,
  )
  assert.match(text, /^HTTP\/1\.1 413 /)
  // Five seconds, plus what a busy machine needs to notice.
  assert.ok(seconds > 4.5 && seconds < 60, `cut off after ${seconds} s`)
})

test('bytes that are not HTTP get an error of the usual shape', async () => {
  for (const bytes of [
    'hello\r\n\r\n',
    'GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
  ]) {
    const { text } = await exchange(bytes)
    assert.match(text, /^HTTP\/1\.1 400 /, bytes.slice(0, 60))
    const { error } = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
    assert.equal(error.type, 'invalid_request_error')
    assert.match(error.doc_url, /\/docs\/errors\//)
    assert.match(error.request_id, /^req_/)
    assert.match(text, new RegExp(`\\r\\nrequest-id: ${error.request_id}\\r\\n`, 'i'))
  }
})

const LONG = { name: 'Long', description: 'Nineteen characters. '.repeat(100) }
const product = (await api.post(PRODUCTS, { body: LONG })).body
const LONG_ONE = `${PRODUCTS}/${product.id}`

const accepting = (coding: string, ask: Ask = {}): Ask => ({
  ...ask,
  headers: { 'accept-encoding': coding, ...ask.headers },
})
const headersOf = ({ headers }: Answer) => ({
  coding: headers['content-encoding'],
  vary: headers.vary,
})
const PLAIN = { coding: undefined, vary: 'Accept-Encoding' }

test("responses from 1 kB are compressed with the client's preferred coding, and Vary says so", async () => {
  const plain = await api.get(LONG_ONE)
  assert.deepEqual(headersOf(plain), PLAIN)
  for (const [accept, coding] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip', 'gzip'],
  ] as const) {
    const answer = await api.get(LONG_ONE, accepting(accept))
    assert.deepEqual(headersOf(answer), { coding, vary: 'Accept-Encoding' })
    assert.equal(answer.headers['content-length'], String(answer.bytes.length))
    assert.ok(answer.bytes.length < plain.bytes.length / 4)
    const unpack = coding === 'br' ? brotliDecompressSync : gunzipSync
    assert.deepEqual(unpack(answer.bytes), plain.bytes)
  }
  for (const accept of ['gzip;q=0', 'identity', '*;q=0', 'identity;q=0', 'deflate', '']) {
    const answer = await api.get(LONG_ONE, accepting(accept))
    assert.deepEqual(headersOf(answer), PLAIN, accept)
    assert.deepEqual(answer.bytes, plain.bytes)
  }
  // Also responses to writes, and errors.
  const written = await api.patch(LONG_ONE, accepting('br', { body: { name: 'Long' } }))
  assert.equal(written.headers['content-encoding'], 'br')
  const unknown = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`unknown_${at}`, 1]))
  const refused = await api.post(PRODUCTS, accepting('gzip', { body: unknown }))
  assert.deepEqual([refused.status, refused.headers['content-encoding']], [400, 'gzip'])
  // Concurrent requests for a page that is too long to compress between two requests.
  await Promise.all(Array.from({ length: 30 }, () => api.post(PRODUCTS, { body: LONG })))
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => api.get(`${PRODUCTS}?limit=30`, accepting('br'))),
  )
  for (const page of pages) {
    assert.equal(page.headers['content-encoding'], 'br')
    assert.equal(page.body.data.length, 30)
  }
})

test('shorter responses are not compressed, but have Vary', async () => {
  const { headers, bytes } = await api.get(`${PRODUCTS}/x`, accepting('gzip'))
  assert.ok(bytes.length < 1_024)
  assert.deepEqual(headersOf({ headers } as Answer), PLAIN)
  // Exactly the threshold, in bytes rather than characters.
  const of = (length: number) => ({ body: { name: 'x', description: '€'.repeat(length) } })
  const one = await api.post(PRODUCTS, of(1))
  const room = 1_024 - one.bytes.length + 3
  const rest = {
    name: 'x'.repeat(1 + (room % 3)),
    description: '€'.repeat((room - (room % 3)) / 3),
  }
  const ask = { body: rest }
  const long = await api.post(PRODUCTS, ask)
  assert.equal(long.bytes.length, 1_024)
  const path = `${PRODUCTS}/${long.body.id}`
  const response = await api.get(path, accepting('gzip'))
  assert.equal(response.headers['content-encoding'], 'gzip')
  await api.patch(path, { body: { name: rest.name, description: rest.description.slice(1) } })
  assert.deepEqual(headersOf(await api.get(path, accepting('gzip'))), PLAIN)
})

test('responses that show a secret, and all under /session/v1, are never compressed', async () => {
  const metadata = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`key_${at}`, 'x'.repeat(200)]),
  )
  const body = { url: 'https://app.example.com/hooks', metadata }
  const made = await api.post('/v1/webhook_endpoints', accepting('gzip, br', { body }))
  assert.match(made.body.secret, /^whsec_/)
  assert.ok(made.bytes.length > 1_024)
  assert.deepEqual(headersOf(made), { coding: undefined, vary: undefined })
  const path = `/v1/webhook_endpoints/${made.body.id}`
  assert.equal((await api.get(path, accepting('br'))).headers['content-encoding'], 'br')
  const rotated = await api.post(`${path}/rotate_secret`, accepting('br'))
  assert.match(rotated.body.secret, /^whsec_/)
  assert.equal(rotated.headers['content-encoding'], undefined)
  const unknown = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`unknown_${at}`, 1]))
  const signing = { key: null, body: unknown, headers: { origin: api.url } }
  const person = await api.post('/session/v1/sessions', accepting('br', signing))
  assert.ok(person.bytes.length > 1_024, person.text)
  assert.equal(person.headers['content-encoding'], undefined)
})

test('ETag, If-None-Match and If-Match refer to the uncompressed text', async () => {
  const { headers } = await api.get(LONG_ONE)
  const etag = String(headers.etag)
  for (const coding of ['gzip', 'br']) {
    const answer = await api.get(LONG_ONE, accepting(coding))
    assert.equal(answer.headers.etag, etag)
    const again = await api.get(LONG_ONE, accepting(coding, { headers: { 'if-none-match': etag } }))
    assert.deepEqual([again.status, again.headers.vary], [304, 'Accept-Encoding'])
    assert.equal(again.headers['content-encoding'], undefined)
  }
  const ask = { body: { name: 'Long' }, headers: { 'if-match': etag } }
  assert.equal((await api.patch(LONG_ONE, accepting('br', ask))).status, 200)
})

test('HEAD has the headers of GET, and 304 has Vary', async () => {
  for (const path of [LONG_ONE, '/openapi.json', '/docs']) {
    for (const coding of ['gzip', 'identity']) {
      const [head, whole] = await Promise.all([
        api.send('HEAD', path, accepting(coding)),
        api.get(path, accepting(coding)),
      ])
      for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary']) {
        assert.equal(head.headers[name], whole.headers[name], `${name} of ${path}`)
      }
    }
  }
  const csv = await api.send('HEAD', `${PRODUCTS}.csv`, accepting('gzip'))
  assert.deepEqual(headersOf(csv), { coding: 'gzip', vary: 'Accept-Encoding' })
  assert.deepEqual([csv.status, csv.headers['content-length']], [200, undefined])
})

test('documents that are compressed already are sent unchanged', async () => {
  const { id } = await makeFinalized(api)
  const pdf = await api.get(`${INVOICES}/${id}/pdf`, accepting('gzip, br'))
  assert.deepEqual(headersOf(pdf), { coding: undefined, vary: undefined })
  assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-')
})

test('large pages and CSV are compressed while they are generated', async () => {
  const customers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => makeCustomer(api, { name: `Customer ${at}` })),
  )
  const plain = await api.get(`${CUSTOMERS}.csv`)
  for (const coding of ['gzip', 'br']) {
    const csv = await api.get(`${CUSTOMERS}.csv`, accepting(coding))
    assert.deepEqual(headersOf(csv), { coding, vary: 'Accept-Encoding' })
    assert.equal(csv.headers['content-length'], undefined)
    assert.equal(csv.text, plain.text)
    assert.ok(csv.bytes.length < plain.bytes.length)
  }
  // A page of more than 256 kB.
  const [customer] = customers
  const line_items = Array.from({ length: 100 }, (_, at) => ({
    description: `Line ${at} ${'of many words '.repeat(8)}`,
    quantity: 1,
    unit_amount: at,
  }))
  const body = { customer_id: `cus_${customer?.id}`, line_items }
  await Promise.all(Array.from({ length: 15 }, () => api.post(INVOICES, { body })))
  const path = `${INVOICES}?limit=15&status=draft`
  const big = await api.get(path)
  assert.equal(big.headers['content-length'], undefined)
  assert.ok(big.bytes.length > 256 * 1_024)
  const packed = await Promise.all(
    Array.from({ length: 10 }, (_, at) => api.get(path, accepting(at % 2 ? 'gzip' : 'br'))),
  )
  for (const page of packed) assert.equal(page.text, big.text)
  assert.ok(packed.some((page) => page.headers['content-encoding'] === 'br'))
})

test('the reference, its document and the dashboard are compressed too', async () => {
  for (const path of ['/openapi.json', '/docs', '/docs/errors/not_acceptable']) {
    const plain = await api.get(path)
    for (const coding of ['gzip', 'br', 'br']) {
      const page = await api.get(path, accepting(coding))
      assert.deepEqual(headersOf(page), { coding, vary: 'Accept-Encoding' }, path)
      assert.equal(page.text, plain.text)
      assert.equal(page.headers.etag, plain.headers.etag)
      assert.ok(page.bytes.length < plain.bytes.length / 2)
    }
  }
})
