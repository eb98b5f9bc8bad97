// A proxy that mimics a bad network: it drops requests before the service gets them, or responses after the service has
// acted.

import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lifetime } from '../database.ts'

/** The fate of a request; a response given here replaces the service's. */
export type Fate =
  | 'pass'
  | 'request lost'
  | 'answer lost'
  | 'answer cut'
  | { status: number; headers?: Record<string, string>; body?: string }

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Front {
  url: string
  received: ReceivedRequest[]
}

/** Forwards each request to the current `target`. */
export async function startFront(
  lifetime: Lifetime,
  target: () => string,
  fateOf: (received: ReceivedRequest) => Fate,
): Promise<Front> {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    receive(request)
      .then(async (one) => {
        received.push(one)
        await meet(one, fateOf(one), target(), response)
      })
      // The service behind it does not respond either.
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  lifetime.after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') }
}

async function meet(
  { method, path, headers, body }: ReceivedRequest,
  fate: Fate,
  target: string,
  response: ServerResponse,
): Promise<void> {
  if (fate === 'request lost') return void response.destroy()
  if (typeof fate === 'object') {
    response.writeHead(fate.status, fate.headers)
    return void response.end(fate.body)
  }
  const passed = new Headers()
  for (const name of ['authorization', 'accept', 'content-type', 'idempotency-key', 'if-match']) {
    const value = headers[name]
    if (typeof value === 'string') passed.set(name, value)
  }
  const answer = await fetch(`${target}${path}`, {
    method,
    headers: passed,
    ...(body !== '' && { body }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (fate === 'answer lost') return void response.destroy()
  const kept = [...answer.headers].filter(
    ([name]) => !/^(connection|keep-alive|transfer-|content-(?:length|encoding))/.test(name),
  )
  response.writeHead(answer.status, { ...Object.fromEntries(kept), 'content-length': bytes.length })
  if (fate === 'pass') return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}
