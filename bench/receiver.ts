// A receiver of webhooks that only counts: how many arrived, when the last one did, and the delay of each since it was
// recorded. GET returns the counts, DELETE resets them, POST is a webhook.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let arrived = 0
let lastMs = 0
let lags: number[] = []
let last: { headers: Record<string, unknown>; body: string } | undefined

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ arrived, lastMs, lags, last }))
    return
  }
  if (request.method === 'DELETE') {
    arrived = 0
    lags = []
    response.end()
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    lastMs = Date.now()
    arrived++
    const body = Buffer.concat(chunks).toString('latin1')
    // The event's own timestamp comes before those of its object.
    const recorded = /"created_at":"([^"]+)"/.exec(body)?.[1]
    lags.push(lastMs - Date.parse(recorded ?? ''))
    last ??= { headers: request.headers, body }
    response.writeHead(200, { 'content-length': 0 }).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks\n`)
})
