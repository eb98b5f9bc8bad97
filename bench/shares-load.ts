// The load of one tenant, sent by a separate thread: requests in a cycle over several connections.

import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

export interface LoadOptions {
  url: string
  key: string
  connections: number
  requests: LoadRequest[]
}

export interface LoadReport {
  answered: number
  bytes: number
  /** Responses by status; 0 for a dropped connection. */
  statuses: Record<string, number>
}

const { url, key, connections, requests } = workerData as LoadOptions
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const report: LoadReport = { answered: 0, bytes: 0, statuses: {} }
let running = true
let next = 0

function send({ method, path, body }: LoadRequest): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    }
    const sent = request(`${url}${path}`, { method, headers, agent }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        report.bytes += chunk.length
      })
      answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', () => resolve(0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

async function client(): Promise<void> {
  while (running) {
    const status = await send(requests[next++ % requests.length] as LoadRequest)
    if (!running) return
    report.answered += 1
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    // A client asked to retry later waits first.
    if (status !== 200 && status !== 201) await new Promise((done) => setTimeout(done, 250))
  }
}

parentPort?.once('message', () => {
  running = false
  parentPort?.postMessage(report)
  agent.destroy()
  parentPort?.close()
})
for (let each = 0; each < connections; each++) void client()
