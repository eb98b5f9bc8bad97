// Connections that keep the service waiting: more than it has descriptors, from several addresses, in each state in
// which a connection can be left. All other clients are served meanwhile.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { connectApi } from './client.ts'
import { install, SECRET_KEY } from './crash/lives.ts'
import { makeCustomer, makeProduct } from './fixtures.ts'
import { until } from './harness.ts'
import { hooksOf, productsOnly } from './hooks.ts'
import { startProcess, withDescriptors } from './process.ts'
import { startReceiver } from './receiver.ts'
import { tlsSettings } from './tls.ts'

const DESCRIPTORS = 640

const cleanups: (() => unknown)[] = []
const lifetime = { after: (work: () => unknown) => void cleanups.push(work) }
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})
const { url, key } = await install(lifetime)
const settings = {
  DATABASE_URL: url,
  SECRET_KEY,
  PORT: '0',
  DATA_DIR: '/nonexistent',
  WEBHOOK_ALLOW_PRIVATE: 'true',
}

const start = async (more: Record<string, string> = {}) => {
  const server = await startProcess(
    { ...settings, ...more },
    key,
    undefined,
    withDescriptors(DESCRIPTORS),
  )
  lifetime.after(() => server.stop())
  return { ...server, port: Number(new URL(server.api.url).port) }
}
const server = await start()
/** The second proxy is in a range of the setting. */
const PROXIES = ['127.0.0.9', '127.0.1.7'] as const
const bounded = start({ CONNECTIONS_PER_ADDRESS: '20', TRUST_PROXY: `${PROXIES[0]},127.0.1.0/24` })

interface Held {
  socket: Socket
  text: string
  closed: boolean
}

/** Connects from an address of this machine, sends bytes, and keeps its side open. */
function hold(bytes: string, from = '127.0.0.1', { port } = server): Held {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true })
  const held: Held = { socket, text: '', closed: false }
  socket.on('error', () => undefined)
  socket.on('data', (data) => {
    held.text += data
  })
  for (const end of ['end', 'close']) {
    socket.once(end, () => {
      held.closed = true
    })
  }
  socket.write(bytes)
  lifetime.after(() => socket.destroy())
  return held
}

const addresses = Array.from({ length: 8 }, (_, at) => `127.0.0.${at + 2}`)
const AUTHORIZED = `Host: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`
/** Sent by a client that then neither sends, nor reads, nor closes its side. */
const KINDS = {
  garbage: '\x16\x03\x01 what is this\r\n\r\n',
  silence: '',
  'half a line': 'GET /v1/prod',
  'half a head': `POST /v1/products HTTP/1.1\r\n${AUTHORIZED}`,
  'half a body': `POST /v1/products HTTP/1.1\r\n${AUTHORIZED}Content-Length: 1000\r\n\r\n{`,
  'no key': 'POST /v1/products HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{',
}

test('slow clients that hold more connections than there are descriptors do not block others', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await hooksOf(server.api).endpointFor(receiver, productsOnly)
  const kinds = Object.values(KINDS)
  const held: Held[] = []
  for (let round = 0; round < 6; round++) {
    for (let at = 0; at < 110; at++) {
      held.push(hold(kinds[at % kinds.length] as string, addresses[at % addresses.length]))
    }
    // New clients with their own connections, because the old ones may have been closed.
    const fresh = connectApi(server.api.url, key)
    assert.equal((await fresh.get('/healthz')).status, 200)
    await makeCustomer(fresh)
    await makeProduct(fresh)
    await fresh.close()
    const used = readdirSync(`/proc/${server.pid}/fd`).length
    assert.ok(used < DESCRIPTORS - 300, `${used} descriptors are in use`)
  }
  await receiver.count(6)
  await hooksOf(server.api).drop(endpoint)
  for (const { socket } of held) socket.destroy()
})

test('one address has a limit, and takes no connections from others', async () => {
  const own = await bounded
  const before = hold('', '127.0.0.2', own)
  const first = hold(KINDS['half a head'], '127.0.0.3', own)
  for (let at = 0; at < 30; at++) hold(KINDS['half a head'], '127.0.0.3', own)
  await until('the one that waits longest', () => first.closed)
  const last = hold(`GET /v1/products HTTP/1.1\r\n${AUTHORIZED}\r\n`, '127.0.0.3', own)
  await until('an answer for the next', () => last.text.includes('200 OK'))
  assert.equal(before.closed, false, 'others lose nothing')
  // All of them wait for the service, so that none can be closed in favor of another.
  const { total_count } = (await own.api.get('/v1/events?limit=1')).body
  const ask = `GET /v1/events?after=${total_count}&wait=60 HTTP/1.1\r\n${AUTHORIZED}Expect: 100-continue\r\n\r\n`
  const waiting = Array.from({ length: 20 }, () => hold(ask, '127.0.0.4', own))
  await until('twenty that wait', () => waiting.every(({ text }) => text.includes('100 Continue')))
  const refused = hold('', '127.0.0.4', own)
  await until('a refusal', () => refused.closed)
  assert.match(refused.text, /^HTTP\/1\.1 503 .*"code":"unavailable"/s)
  assert.ok(waiting.every(({ closed }) => !closed))
  assert.ok((await gauge(own, 'reckoner_connections_cut_total{why="address_full"}')) > 10)
  assert.match(own.output(), /CONNECTIONS_PER_ADDRESS/)
})

test('proxies in TRUST_PROXY have no limit of their own', async () => {
  const own = await bounded
  const before = await gauge(own, 'reckoner_connections')
  const behind = PROXIES.flatMap((from) => Array.from({ length: 30 }, () => hold('', from, own)))
  await until('all of them', async () => (await gauge(own, 'reckoner_connections')) >= before + 60)
  assert.ok(behind.every(({ closed }) => !closed))
})

test('input that is not HTTP gets a response and is disconnected, even if the client keeps its side open', async () => {
  const held = hold(KINDS.garbage)
  await until('the answer', () => held.text.includes('"parameter_invalid"'))
  assert.match(held.text, /^HTTP\/1\.1 400 /)
  // A destroyed connection refuses more data; a half-closed one would accept it.
  await until('the end', () => {
    held.socket.write('more of it')
    return held.socket.destroyed
  })
})

test('a request followed by garbage gets its response first', async () => {
  const body = '{"name":"First"}'
  const head = `POST /v1/products HTTP/1.1\r\n${AUTHORIZED}Content-Length: ${body.length}\r\n\r\n`
  const held = hold(`${head}${body}\x01\x02 what is this\r\n\r\n`)
  await until('both answers', () => held.text.includes('"parameter_invalid"'))
  assert.deepEqual(
    [...held.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status),
    ['201', '400'],
  )
})

test('a client that never reads is cut off, one that waits for the service is not', async () => {
  const { total_count } = (await server.api.get('/v1/events?limit=1')).body
  const ask = `GET /v1/events?after=${total_count}&wait=60 HTTP/1.1\r\n${AUTHORIZED}\r\n`
  const patient = hold(ask)
  const before = await gauge(server, 'reckoner_connections_cut_total{why="unread"}')
  const one = `GET /openapi.json HTTP/1.1\r\n${AUTHORIZED}\r\n`
  const lazy = hold(one.repeat(200))
  lazy.socket.pause()
  // Twice as long as a response may stall.
  await until(
    'the end of it',
    async () => (await gauge(server, 'reckoner_connections_cut_total{why="unread"}')) > before,
  )
  assert.equal(patient.closed, false)
  await makeProduct(server.api)
  await until('the event', () => patient.text.includes('product.created'))
})

test('with TLS, unfinished handshakes are closed in favor of others, and time out', async () => {
  const own = await start({ ...tlsSettings(lifetime), CONNECTIONS_PER_ADDRESS: '4' })
  const silent = hold('', '127.0.0.5', own)
  const plain = hold('GET / HTTP/1.1\r\nHost: x\r\n\r\n', '127.0.0.5', own)
  await until('the end of what is no TLS', () => plain.closed)
  const begun = Array.from({ length: 8 }, () => hold('\x16\x03\x01\x02\x00', '127.0.0.5', own))
  await until('room for the last ones', () => silent.closed && begun[3]?.closed)
  const options = { host: '127.0.0.1', port: own.port, localAddress: '127.0.0.5' }
  const secure = connectTls({ ...options, rejectUnauthorized: false })
  let text = ''
  secure.on('data', (data) => {
    text += data
  })
  secure.write(`GET /v1/products HTTP/1.1\r\n${AUTHORIZED}\r\n`)
  await until('an answer', () => text.includes('200 OK'))
  secure.write('what is this\r\n\r\n')
  await until('a refusal, and the end', () => text.includes('400 Bad Request') && secure.destroyed)
  await until('the end of every handshake', () => begun.every(({ closed }) => closed))
})

/** The value of a metric; 0 if it is missing. */
async function gauge({ api }: Pick<typeof server, 'api'>, name: string): Promise<number> {
  const { text } = await api.get('/metrics')
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ')[1] ?? 0)
}
