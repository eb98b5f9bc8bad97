// Malformed HTTP, byte by byte: two lengths, smuggled requests, floods.

import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { CUSTOMERS, get, makeProduct, PRODUCTS, refused } from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api } = w
const port = Number(new URL(w.url).port)
const AUTHORIZED = `Host: x\r\nAuthorization: Bearer ${w.keys.test}\r\n`

function open(): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

/** Sends bytes; returns the response bytes until the connection ends or stays quiet. */
function exchange(bytes: string, quietMs = 60_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = open()
    let text = ''
    socket.setEncoding('latin1').setTimeout(quietMs, () => socket.destroy())
    socket.on('data', (data: string) => {
      text += data
    })
    socket.once('close', () => resolve(text))
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

/** The status of every response in the received bytes. */
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => code)

/** A smuggled request that would create a product if the server ran it. */
const hidden = (() => {
  const body = '{"name":"Smuggled"}'
  return `POST /v1/products HTTP/1.1\r\n${AUTHORIZED}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
})()

const post = (headers: string, rest: string) =>
  `POST /v1/products HTTP/1.1\r\n${AUTHORIZED}Content-Type: application/json\r\n${headers}\r\n${rest}`

test('two lengths or odd chunks are rejected, and no request is smuggled', async () => {
  const attempts: [string, string][] = [
    [
      'a length and chunks',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 0\r\n', hidden)],
    ['two lengths', post(`Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n`, hidden)],
    ['a list of lengths', post('Content-Length: 0, 5\r\n', hidden)],
    ['a negative length', post('Content-Length: -1\r\n', hidden)],
    ['a length with a sign', post('Content-Length: +0\r\n', hidden)],
    ['a length in hexadecimal', post('Content-Length: 0x0\r\n', hidden)],
    ['a length that overflows', post('Content-Length: 18446744073709551616\r\n', hidden)],
    ['another encoding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
    [
      'chunks, then another',
      post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['chunks of a hidden name', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['chunks behind a fold', post('X: y\r\n Transfer-Encoding: chunked\r\n', hidden)],
    ['a chunk of no size', post('Transfer-Encoding: chunked\r\n', `\r\n${hidden}`)],
    [
      'a chunk that overflows',
      post('Transfer-Encoding: chunked\r\n', `FFFFFFFFFFFFFFFF1\r\n${hidden}`),
    ],
    ['a chunk without its end', post('Transfer-Encoding: chunked\r\n', `1\r\n{0\r\n\r\n${hidden}`)],
    ['a bare line feed', `GET /v1/products HTTP/1.1\nHost: x\nX: y\n\n${hidden}`],
    ['a carriage return in a header', `GET / HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n${hidden}`],
    ['a NUL in a header', `GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n${hidden}`],
    ['no host', 'GET /v1/products HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /v1/products HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/9', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ]
  for (const [what, bytes] of attempts) {
    const [first, ...others] = statuses(await exchange(bytes, 400))
    assert.match(first ?? '400', /^4\d\d$/, `${what}: ${first}`)
    assert.deepEqual(others, [], `${what}: the connection ends`)
    const products = await get(api, PRODUCTS)
    assert.equal(products.total_count, 0, `${what} hides a request`)
  }
  await makeProduct(api)
  assert.equal((await get(api, PRODUCTS)).total_count, 1, 'nothing hidden came late')
})

test('too many or repeated headers are rejected, or the first one counts', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `X-${at}: y\r\n`).join('')
  assert.deepEqual(
    statuses(await exchange(`GET /v1/products HTTP/1.1\r\n${AUTHORIZED}${many}\r\n`)),
    ['400'],
  )
  const cookies = 'Cookie: a=b\r\n'.repeat(900)
  const crowded = await exchange(
    `GET /v1/products HTTP/1.1\r\n${AUTHORIZED}${cookies}Connection: close\r\n\r\n`,
  )
  assert.match(crowded, /^HTTP\/1\.1 (200|400) /)
  const long = await exchange(
    `GET /v1/products?${'a'.repeat(20_000)} HTTP/1.1\r\n${AUTHORIZED}\r\n`,
  )
  assert.deepEqual(statuses(long), ['400'])
  // The last header has another key than the first.
  const twice = `Authorization: Bearer ${w.keys.live}\r\n`
  const both = await exchange(
    `GET /v1/events HTTP/1.1\r\n${AUTHORIZED}${twice}Connection: close\r\n\r\n`,
  )
  assert.doesNotMatch(both, /"environment":"live"/)
})

test('ambiguous requests are rejected: two hosts, keys, types, codings or lengths', async () => {
  const get = (headers: string, target = '/v1/products') =>
    `GET ${target} HTTP/1.1\r\n${AUTHORIZED}${headers}\r\n`
  const send = (headers: string, rest = '{"name":"Twice"}') =>
    `POST /v1/products HTTP/1.1\r\n${AUTHORIZED}${headers}\r\n${rest}`
  const json = 'Content-Type: application/json\r\n'
  const length = 'Content-Length: 16\r\n'
  const chunks = '10\r\n{"name":"Twice"}\r\n0\r\n\r\n'
  const twice = (line: string) => `${json}${length}${line}${line}`
  const attempts: [string, string][] = [
    ['two hosts', get('Host: y\r\n')],
    ['one host, twice', get('Host: x\r\n')],
    ['two keys', get(`Authorization: Bearer ${w.keys.live}\r\n`)],
    ['a list of hosts', get('').replace('Host: x', 'Host: x, y')],
    ['a host with a path', get('').replace('Host: x', 'Host: x/y')],
    ['a host with a user', get('').replace('Host: x', 'Host: y@x')],
    ['two hosts in different places', get('', 'http://y/v1/products')],
    ['another port in the request line', get('', 'http://x:81/v1/products')],
    ['two types', send(`${json}${json}${length}`)],
    ['a type, then another', send(`${json}Content-Type: text/plain\r\n${length}`)],
    ['two idempotency keys', send(twice('Idempotency-Key: one\r\n'))],
    ['two encodings', send(twice('Content-Encoding: identity\r\n'))],
    ['two origins', send(twice('Origin: http://x\r\n'))],
    ['a length, twice', send(twice(length))],
    ['chunks of gzip', send(`${json}Transfer-Encoding: gzip, chunked\r\n`, chunks)],
    [
      'chunks of gzip, on two lines',
      send(`${json}Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n`, chunks),
    ],
    ['chunks of nothing', send(`${json}Transfer-Encoding: identity, chunked\r\n`, chunks)],
    ['chunks, twice', send(`${json}Transfer-Encoding: chunked, chunked\r\n`, chunks)],
    [
      'chunks in HTTP/1.0',
      send(`${json}Transfer-Encoding: chunked\r\n`, chunks).replace('HTTP/1.1', 'HTTP/1.0'),
    ],
    ['a fold', get('X: y\r\n z\r\n')],
    ['a fold before any header', 'GET / HTTP/1.1\r\n Host: x\r\n\r\n'],
    ['an authority as target', get('', 'x:80')],
  ]
  for (const [what, bytes] of attempts) {
    const text = await exchange(bytes + hidden)
    assert.deepEqual(statuses(text), ['400'], `${what}: the connection ends with the refusal`)
    const { error } = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
    assert.equal(error.code, 'parameter_invalid', what)
    assert.match(error.message, /./, what)
    assert.match(error.request_id, /^req_/, what)
  }
  const fine = [
    get('Connection: close\r\n', 'http://X/v1/products'),
    get('Expect: nothing\r\nConnection: close\r\n'),
    get('Accept: a/b\r\nAccept: c/d\r\nConnection: close\r\n'),
    get('Connection: close\r\n').replace('Host: x', 'Host: [::1]:80'),
  ]
  for (const bytes of fine) assert.deepEqual(statuses(await exchange(bytes)), ['200'], bytes)
})

test('pipelined requests are answered in order', async () => {
  const { id } = await makeProduct(api)
  const one = `GET /v1/products/${id} HTTP/1.1\r\n${AUTHORIZED}\r\n`
  const none = `GET /v1/nothing HTTP/1.1\r\n${AUTHORIZED}\r\n`
  const last = none.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const text = await exchange((one + none).repeat(49) + one + last)
  assert.deepEqual(statuses(text), Array(50).fill(['200', '404']).flat(), 'in order')
})

test('a compressed body is rejected and never decompressed', async () => {
  const raw = gzipSync(Buffer.alloc(64 * 1_048_576))
  const before = process.memoryUsage().rss
  for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'gzip, identity']) {
    const headers = { 'content-encoding': encoding }
    refused(await api.post(CUSTOMERS, { raw, headers }), 415, 'unsupported_media_type')
  }
  assert.ok(process.memoryUsage().rss - before < 64 * 1_048_576, 'nothing was unpacked')
})
