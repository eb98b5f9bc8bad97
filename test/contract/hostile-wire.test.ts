// What is not HTTP as it should be, byte by byte: two lengths, hidden requests, floods, trickles.

import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after } from 'node:test'
import { gzipSync } from 'node:zlib'
import { CUSTOMERS, get, makeProduct, PRODUCTS, refused } from '../fixtures.ts'
import { world } from '../harness.ts'
import { row } from './rows.ts'

const w = await world({ after })
const { api } = w
const port = Number(new URL(w.url).port)
const AUTHORIZED = `Host: x\r\nAuthorization: Bearer ${w.keys.test}\r\n`

function open(): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

/** What comes back for bytes, until the connection ends or nothing more comes for long. */
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

/** The status of every answer in what came back. */
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => code)

/** A request that would make a product, if anybody took it for one. */
const hidden = (() => {
  const body = '{"name":"Smuggled"}'
  return `POST /v1/products HTTP/1.1\r\n${AUTHORIZED}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
})()

const post = (headers: string, rest: string) =>
  `POST /v1/products HTTP/1.1\r\n${AUTHORIZED}Content-Type: application/json\r\n${headers}\r\n${rest}`

row('hostile lengths', async () => {
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

row('hostile headers', async () => {
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
  // The key of the last one would be another than the first.
  const twice = `Authorization: Bearer ${w.keys.live}\r\n`
  const both = await exchange(
    `GET /v1/events HTTP/1.1\r\n${AUTHORIZED}${twice}Connection: close\r\n\r\n`,
  )
  assert.doesNotMatch(both, /"environment":"live"/)
})

row('hostile pipeline', async () => {
  const { id } = await makeProduct(api)
  const one = `GET /v1/products/${id} HTTP/1.1\r\n${AUTHORIZED}\r\n`
  const none = `GET /v1/nothing HTTP/1.1\r\n${AUTHORIZED}\r\n`
  const last = none.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const text = await exchange((one + none).repeat(49) + one + last)
  assert.deepEqual(statuses(text), Array(50).fill(['200', '404']).flat(), 'in order')
})

row('hostile bomb', async () => {
  const raw = gzipSync(Buffer.alloc(64 * 1_048_576))
  const before = process.memoryUsage().rss
  for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'gzip, identity']) {
    const headers = { 'content-encoding': encoding }
    refused(await api.post(CUSTOMERS, { raw, headers }), 415, 'unsupported_media_type')
  }
  assert.ok(process.memoryUsage().rss - before < 64 * 1_048_576, 'nothing was unpacked')
})

row('hostile trickle', async () => {
  const slow = Array.from({ length: 300 }, open)
  const head = 'POST /v1/products HTTP/1.1\r\nHost: x\r\n'
  const body = post('Content-Length: 1000\r\n', '{')
  for (const [index, socket] of slow.entries()) socket.write(index % 2 ? head : body)
  let at = 0
  const timer = setInterval(() => {
    at++
    for (const [index, socket] of slow.entries()) socket.write(index % 2 ? `X-${at}: y\r\n` : ' ')
  }, 250)
  const ended = slow.map(
    (socket) =>
      new Promise<number>((done) => {
        const started = performance.now()
        socket.once('close', () => done(performance.now() - started)).resume()
      }),
  )
  // Meanwhile everybody else is served as if they were not there.
  const waits: number[] = []
  for (let round = 0; round < 20; round++) {
    const started = performance.now()
    await get(api, PRODUCTS)
    waits.push(performance.now() - started)
  }
  // The machine may be busy with something else now and then, but not most of the time.
  const usual = waits.toSorted((a, b) => a - b)[10] ?? 0
  assert.ok(usual < 2_000, `others wait for nobody: ${waits}`)
  const heads = await Promise.all(ended.filter((_, index) => index % 2))
  clearInterval(timer)
  for (const socket of slow) socket.destroy()
  const [longest = 0] = heads.toSorted((a, b) => b - a)
  // Ten seconds, and what the machine needs to notice; a trickle could go on for ever.
  assert.ok(longest > 5_000 && longest < 60_000, `a head may take ${longest} ms`)
})
