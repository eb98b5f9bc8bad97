// Requests that never end: bytes that come now and then on hundreds of connections.

import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after } from 'node:test'
import { get, PRODUCTS } from '../fixtures.ts'
import { world } from '../harness.ts'
import { row } from './rows.ts'

const w = await world({ after })
const { api } = w

function open(): Socket {
  const socket = connect(Number(new URL(w.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

row('hostile trickle', async () => {
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
