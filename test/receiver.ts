// A receiver of webhooks for tests: a real HTTP server with a configurable response.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Made } from './fixtures.ts'
import { until } from './harness.ts'

export interface Received {
  headers: IncomingHttpHeaders
  text: string
  event: Made
}

export interface Receiver {
  url: string
  received: Received[]
  /** The response from now on: a status, or a function that writes the response. */
  answer: number | ((received: Received, response: ServerResponse) => void)
  /** Waits until this many have been received. */
  count(most: number, deadlineMs?: number): Promise<Received[]>
  /** Closes every connection and stops listening. */
  stop(): Promise<void>
}

/** Starts a receiver that responds with 200; it ends with `lifetime` at the latest. */
export async function startReceiver(lifetime: {
  after(work: () => Promise<void>): void
}): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A sender that disconnects early has delivered nothing.
    request.on('error', () => undefined)
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const received = { headers: request.headers, text, event: JSON.parse(text) }
      receiver.received.push(received)
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end()
      else receiver.answer(received, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    answer: 200,
    async count(most, deadlineMs) {
      await until(`${most} webhooks`, () => receiver.received.length >= most, deadlineMs)
      assert.equal(receiver.received.length, most)
      return receiver.received
    },
    async stop() {
      server.closeAllConnections()
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
  }
  lifetime.after(() => receiver.stop())
  return receiver
}
