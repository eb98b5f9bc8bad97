// Contract 1: bodies rejected for size or media type, down to the bytes on the wire.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { CUSTOMERS, refused } from '../fixtures.ts'
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

/** Returns what comes back for bytes written by hand, until the server ends the connection. */
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
