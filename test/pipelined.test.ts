// Pipelined requests, and request bodies sent in part, without a key: they take turns with those of other clients, and
// the service keeps only a bounded amount of them in memory.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import { connectApi } from './client.ts'
import { refused } from './fixtures.ts'
import { until, world } from './harness.ts'

const w = await world({ after })
const service = await w.secondProcess()
const ONE = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
const MB = 2 ** 20

/** Sends requests at once on each of several connections, without reading the responses if `reads` is false. */
function sendAhead(t: TestContext, url: string, connections: number, each: number, reads: boolean) {
  const port = Number(new URL(url).port)
  const state = { answered: 0, sockets: [] as Socket[] }
  for (let n = 0; n < connections; n++) {
    const socket = connect({ port, host: '127.0.0.1' })
    state.sockets.push(socket)
    t.after(() => socket.destroy())
    socket.on('error', () => undefined)
    if (reads)
      socket.on('data', (data) => {
        state.answered += data.toString('latin1').split('HTTP/1.1 ').length - 1
      })
    socket.write(ONE.repeat(each))
  }
  return state
}

/** Current and peak memory of the process, in bytes. */
function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
  return { now: of('VmRSS') * 1_024, most: of('VmHWM') * 1_024 }
}

test('other clients get responses while one has sent thousands of requests ahead', async (t) => {
  const CONNECTIONS = 16
  const EACH = 1_500
  const flood = sendAhead(t, w.url, CONNECTIONS, EACH, true)
  await until('the first answers', () => flood.answered > 0)
  const other = connectApi(w.url, w.keys.otherTest)
  t.after(() => other.close())
  const before = flood.answered
  assert.equal((await other.get('/healthz', { key: null })).status, 200)
  assert.equal((await other.get('/v1/products')).status, 200)
  const meanwhile = flood.answered - before
  assert.ok(
    meanwhile < (CONNECTIONS * EACH) / 10,
    `${meanwhile} of ${CONNECTIONS * EACH} were answered before two requests of another client`,
  )
})

for (const [connections, each] of [
  [40, 2_000],
  [250, 5_000],
] as const) {
  test(`${connections} connections that send ${each} requests each and read nothing take less than 96 MB`, async (t) => {
    const { pid, api } = service
    for (let n = 0; n < 100; n++) assert.equal((await api.get('/v1/products')).status, 200)
    const before = memoryOf(pid).now
    const flood = sendAhead(t, api.url, connections, each, false)
    await until('all to be connected', () => flood.sockets.every((socket) => !socket.connecting))
    for (let n = 0; n < 20; n++) assert.equal((await api.get('/v1/products')).status, 200)
    const grown = Math.round((memoryOf(pid).most - before) / MB)
    assert.ok(grown < 96, `the service grew by ${grown} MB`)
  })
}

test('of 3,000 requests on one connection the first 101 are answered, then it ends with 429', async (t) => {
  const { port } = new URL(service.api.url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  t.after(() => socket.destroy())
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.write(ONE.repeat(3_000))
  await once(socket, 'close')
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
  assert.deepEqual(statuses, [...Array(101).fill('200'), '429'])
})

const REDEEM = '/session/v1/links/redeem'

// Data that was read and dropped takes up to 120 MB until the next garbage collection; keeping it took 310 MB.

for (const [what, connections, head, body] of [
  [
    'bodies of 1 MB without their end',
    600,
    `Content-Length: ${MB}`,
    `{"token":"${'x'.repeat(MB - 100)}`,
  ],
  ['10,000 chunks of a byte', 500, 'Transfer-Encoding: chunked', '1\r\nx\r\n'.repeat(10_000)],
] as const) {
  test(`${connections} connections that send ${what} take less than 200 MB`, async (t) => {
    const { pid, api } = service
    const { port, host } = new URL(api.url)
    const before = memoryOf(pid).now
    const sent = Array.from({ length: connections }, () => {
      const socket = connect({ port: Number(port), host: '127.0.0.1' })
      t.after(() => socket.destroy())
      return new Promise((resolve) => {
        socket.on('error', resolve).on('close', resolve).resume()
        const lines = [`POST ${REDEEM} HTTP/1.1`, `Host: ${host}`, `Origin: http://${host}`]
        const rest = ['Content-Type: application/json', head, '', body]
        socket.write([...lines, ...rest].join('\r\n'), resolve)
      })
    })
    await Promise.all(sent)
    for (let n = 0; n < 20; n++) assert.equal((await api.get('/v1/products')).status, 200)
    const grown = Math.round((memoryOf(pid).now - before) / MB)
    assert.ok(grown < 200, `the service grew by ${grown} MB`)
  })
}

test('a request that needs no key has a body of at most 16 KiB', async () => {
  const ask = (length: number) =>
    w.api.post(REDEEM, {
      key: null,
      headers: { origin: w.url },
      body: { token: 'x'.repeat(length) },
    })
  refused(await ask(17_000), 413, 'body_too_large')
  assert.notEqual((await ask(16_000)).status, 413)
})
