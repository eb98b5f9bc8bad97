// The guarded client against real servers that misbehave in every way.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { OutgoingError, type OutgoingOptions, post, type Resolve } from './client.ts'

/** Timeouts long enough for a response on any loaded machine. */
const open: OutgoingOptions = {
  allowPrivate: true,
  connectTimeoutMs: 60_000,
  timeoutMs: 60_000,
  resolve: () => assert.fail('no name is to be looked up'),
}
const guarded: OutgoingOptions = { ...open, allowPrivate: false }

/** A raw TCP server; `answer` handles each connection, given the text received so far. */
async function serve(t: TestContext, answer: (socket: Socket, text: string) => void) {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      answer(socket, text)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { port, url: `http://127.0.0.1:${port}/`, connections: () => sockets.size }
}

const request = (url: string, body = '{}') => ({ url, headers: { 'x-own': 'one' }, body })
const failure = (message: RegExp) => (error: Error) => {
  assert.ok(error instanceof OutgoingError, String(error.stack))
  assert.match(error.message, message)
  return true
}
const whole = (text: string) => text.includes('\r\n\r\n{}')
const answer = (body: string, status = '200 OK', more = '') =>
  `HTTP/1.1 ${status}\r\n${more}content-length: ${body.length}\r\n\r\n${body}`

test('the client posts the body with its headers and reads the response', async (t) => {
  let seen = ''
  const { url } = await serve(t, (socket, text) => {
    seen = text
    if (whole(text)) socket.end(answer('thanks', '202 Accepted', 'retry-after: 7\r\n'))
  })
  const { status, headers, body } = await post(request(url), open)
  assert.deepEqual([status, headers['retry-after'], body], [202, '7', 'thanks'])
  assert.match(seen, /^POST \/ HTTP\/1\.1\r\n/)
  assert.match(seen, /x-own: one\r\n/)
  assert.match(seen, /content-length: 2\r\n/)
})

test('redirects are returned, not followed', async (t) => {
  const other = await serve(t, (socket) => socket.end(answer('')))
  const { url } = await serve(t, (socket) =>
    socket.end(answer('', '302 Found', `location: ${other.url}\r\n`)),
  )
  assert.equal((await post(request(url), open)).status, 302)
  assert.equal(other.connections(), 0)
})

test('a name is judged by the addresses it resolves to', async (t) => {
  const { port, connections } = await serve(t, (socket) => socket.end(answer('')))
  const url = `http://hooks.example:${port}/`
  const at =
    (...addresses: string[]): Resolve =>
    () =>
      Promise.resolve(
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
  const inside = ['127.0.0.1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '10.0.0.1', '169.254.169.254']
  for (const address of inside) {
    await assert.rejects(
      post(request(url), { ...guarded, resolve: at(address) }),
      failure(/hooks\.example resolves to an address that is not public/),
    )
  }
  assert.equal(connections(), 0)
  assert.equal((await post(request(url), { ...open, resolve: at('127.0.0.1') })).status, 200)
})

test('of several addresses, only public ones are called', async (t) => {
  const { port, connections } = await serve(t, (socket) => socket.end(answer('')))
  const resolve: Resolve = () =>
    Promise.resolve([
      { address: '127.0.0.1', family: 4 },
      { address: '198.51.100.1', family: 4 },
    ])
  const url = `http://hooks.example:${port}/`
  await assert.rejects(post(request(url), { ...guarded, resolve }), failure(/not public/))
  assert.equal(connections(), 0)
})

test('DNS rebinding: each connection resolves, checks and connects in one step', async (t) => {
  const { port, connections } = await serve(t, (socket) => socket.end(answer('')))
  let looks = 0
  // Public at first (an unassigned address), then private.
  const resolve: Resolve = () =>
    Promise.resolve([
      looks++ === 0 ? { address: '2d00::1', family: 6 } : { address: '127.0.0.1', family: 4 },
    ])
  const url = `http://hooks.example:${port}/`
  const brief = { ...guarded, connectTimeoutMs: 200, resolve }
  await assert.rejects(
    post(request(url), brief),
    failure(/No connection|refused|reached|failed: connect/),
  )
  assert.equal(looks, 1, 'asked once for one connect')
  await assert.rejects(post(request(url), brief), failure(/not public/))
  assert.equal(looks, 2, 'asked again for the next')
  assert.equal(connections(), 0)
})

test('an unresolvable name is reported', async () => {
  const resolve: Resolve = () =>
    Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
  await assert.rejects(
    post(request('http://hooks.example/'), { ...guarded, resolve }),
    failure(/does not resolve/),
  )
})

test('a name server that hangs counts as a failed connection', async () => {
  const resolve: Resolve = () => new Promise(() => undefined)
  await assert.rejects(
    post(request('http://hooks.example/'), { ...guarded, connectTimeoutMs: 50, resolve }),
    failure(/No connection within 0\.05 seconds/),
  )
})

const late = { ...open, timeoutMs: 300 }
/** Misbehavior without an error of its own ends with the timeout. */
const LATE = /No complete response within 0\.3 seconds/
const misbehaviours: [string, (socket: Socket, text: string) => void, RegExp][] = [
  ['never answers', () => undefined, LATE],
  ['sends half a head', (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-le'), LATE],
  [
    'never ends its answer',
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    LATE,
  ],
  [
    'answers 100 for ever',
    (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20)
      socket.once('close', () => clearInterval(timer))
    },
    LATE,
  ],
  [
    'drips its answer',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.once('close', () => clearInterval(timer))
    },
    LATE,
  ],
  ['hangs up', (socket) => socket.end(), /reset|closed|hang up/],
  ['resets', (socket) => void socket.resetAndDestroy(), /reset/],
  [
    'breaks off in the middle',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    /reset|aborted/,
  ],
  ['speaks something else', (socket) => socket.end('220 mail.example ESMTP\r\n'), /request failed/],
  [
    'sends an endless head',
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
    /request failed/,
  ],
  [
    'switches protocols',
    (socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    /closed before a response/,
  ],
]
for (const [what, answers, message] of misbehaviours) {
  test(`a receiver that ${what} fails`, async (t) => {
    let done = false
    const { url } = await serve(t, (socket, text) => {
      if (done || !whole(text)) return
      done = true
      answers(socket, text)
    })
    await assert.rejects(post(request(url), message === LATE ? late : open), failure(message))
  })
}

test('an unsolicited interim response is skipped (RFC 9110, 15.2)', async (t) => {
  const { url } = await serve(t, (socket, text) => {
    if (whole(text)) socket.end(`HTTP/1.1 100 Continue\r\n\r\n${answer('thanks')}`)
  })
  const { status, body } = await post(request(url), open)
  assert.deepEqual([status, body], [200, 'thanks'])
})

test('a refused connection is reported', async (t) => {
  const { url } = await serve(t, () => undefined)
  const port = Number(new URL(url).port)
  await assert.rejects(
    post(request(`http://127.0.0.1:${port === 9 ? 10 : 9}/`), open),
    failure(/connection was refused/),
  )
})

test('only the first 4 kB of a huge response are stored, and the rest is not read', async (t) => {
  const { url } = await serve(t, (socket, text) => {
    if (!whole(text)) return
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const flood = () => {
      while (!socket.destroyed && socket.write('z'.repeat(65_536)));
    }
    socket.on('drain', flood)
    flood()
  })
  const { status, body } = await post(request(url), open)
  assert.equal(status, 200)
  assert.equal(body, 'z'.repeat(4_096))
})

test('a response sent before the body was read counts', async (t) => {
  let answered = false
  const { url } = await serve(t, (socket) => {
    if (!answered) socket.write(answer('early'))
    answered = true
  })
  const { status, body } = await post(request(url, 'x'.repeat(1_000_000)), open)
  assert.deepEqual([status, body], [200, 'early'])
})

test('the exchange ends when its signal is aborted', async (t) => {
  const stopping = new AbortController()
  const { url } = await serve(t, () => stopping.abort())
  await assert.rejects(
    post(request(url), { ...open, signal: stopping.signal }),
    failure(/service stopped during the call/),
  )
})

test('a proxy of the environment is not used', async (t) => {
  const proxy = await serve(t, (socket) => socket.end(answer('by proxy')))
  const { url } = await serve(t, (socket, text) => {
    if (whole(text)) socket.end(answer('direct'))
  })
  const script = `
    import { post } from ${JSON.stringify(join(import.meta.dirname, 'client.ts'))}
    const options = { allowPrivate: true, connectTimeoutMs: 60_000, timeoutMs: 60_000 }
    const { body } = await post({ url: '${url}', headers: {}, body: '{}' }, options)
    console.log(body)`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url, http_proxy: proxy.url } },
  )
  assert.equal(stdout.trim(), 'direct')
  assert.equal(proxy.connections(), 0)
})
