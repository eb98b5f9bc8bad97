// Kept connections: used again, checked when opened, and closed by either side.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import {
  closeConnections,
  keepConnections,
  OutgoingError,
  type OutgoingOptions,
  post,
  type Resolve,
} from './client.ts'

const options: OutgoingOptions = {
  allowPrivate: true,
  connectTimeoutMs: 60_000,
  timeoutMs: 60_000,
  resolve: () => assert.fail('no name is to be looked up'),
}
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
const request = (url: string) => ({ url, headers: {}, body: '{}' })

/** A server with a handler per request; it gets the request's and the connection's number, from 1. */
async function serve(
  t: TestContext,
  answer: (socket: Socket, request: number, connection: number) => void,
) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const connection = sockets.push(socket)
    let requests = 0
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const _ of chunk.toString().matchAll(/\r\n\r\n{}/g)) {
        answer(socket, ++requests, connection)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connections = keepConnections()
  t.after(() => {
    closeConnections(connections)
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { port, url: `http://127.0.0.1:${port}/`, sockets, connections }
}

test('a kept connection is used again, and its name is resolved only once', async (t) => {
  const { port, sockets, connections } = await serve(t, (socket) => socket.write(OK))
  let looks = 0
  const resolve: Resolve = () => {
    looks++
    return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  }
  const url = `http://hooks.example:${port}/`
  for (let call = 0; call < 3; call++) {
    const { status } = await post(request(url), { ...options, resolve, connections })
    assert.equal(status, 200)
  }
  assert.deepEqual([sockets.length, looks], [1, 1])
  closeConnections(connections)
  const guarded = { ...options, allowPrivate: false, resolve, connections }
  await assert.rejects(post(request(url), guarded), /not public/)
  assert.deepEqual([sockets.length, looks], [1, 2], 'the next one is judged anew')
})

test('a connection that the receiver closed is replaced, and the call is repeated once', async (t) => {
  const { url, sockets, connections } = await serve(t, (socket, nth) => {
    if (nth === 1) socket.write(OK)
    else socket.resetAndDestroy()
  })
  for (let call = 0; call < 2; call++) {
    assert.equal((await post(request(url), { ...options, connections })).status, 200)
  }
  assert.equal(sockets.length, 2)
})

test('a new connection that is closed is not retried', async (t) => {
  const { url, sockets, connections } = await serve(t, (socket) => socket.resetAndDestroy())
  await assert.rejects(post(request(url), { ...options, connections }), OutgoingError)
  assert.equal(sockets.length, 1)
})

test('a call over a kept connection has the full timeout for its response, and no more', async (t) => {
  const { url, sockets, connections } = await serve(t, (socket, nth) => {
    if (nth === 1) socket.write(OK)
    // Later than the old connection's timer would have fired.
    if (nth === 2) setTimeout(() => socket.write(OK), 200)
  })
  const kept = { ...options, connections }
  assert.equal((await post(request(url), kept)).status, 200)
  assert.equal((await post(request(url), { ...kept, connectTimeoutMs: 100 })).status, 200)
  const brief = { ...kept, timeoutMs: 300 }
  await assert.rejects(post(request(url), brief), /No complete response within 0\.3 seconds/)
  assert.equal(sockets.length, 1)
})
