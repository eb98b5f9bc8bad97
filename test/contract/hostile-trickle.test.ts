// Requests that never end: hundreds of connections that send a byte now and then.

import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { get, PRODUCTS } from '../fixtures.ts'
import { usualMs, within, world } from '../harness.ts'

const w = await world({ after })
const { api } = w

function open(): Socket {
  const socket = connect(Number(new URL(w.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

const read = () => get(api, PRODUCTS)

test('a client that sends a byte now and then is disconnected and delays no other', async () => {
  const aloneMs = await usualMs(read)
  const slow = Array.from({ length: 300 }, open)
  const head = 'POST /v1/products HTTP/1.1\r\nHost: x\r\n'
  const body = `${head}Authorization: Bearer ${w.keys.test}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
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
  // Meanwhile other clients get the same service as before.
  await within(Math.max(1_000, 3 * aloneMs), 'a read', read)
  const heads = await Promise.all(ended.filter((_, index) => index % 2))
  clearInterval(timer)
  for (const socket of slow) socket.destroy()
  const [longest = 0] = heads.toSorted((a, b) => b - a)
  // Headers can take ten seconds. Every connection ended, so a trickle does not extend that.
  assert.ok(longest > 5_000, `a head may take ${longest} ms`)
})
