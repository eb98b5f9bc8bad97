// Replaces wrk where it is missing: autocannon sends the requests of a file, in its own process.
//
//   cannon.ts <url> <file> <random|once> <connections> <seconds>

import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { readRequests } from './requests.ts'

const [url = '', path = '', order, connections, seconds] = process.argv.slice(2)
const prepared = readRequests(path).map(({ head, tail }) => {
  const [top = '', body = ''] = `${head}${tail}`.split('\r\n\r\n')
  const [line = '', ...headers] = top.split('\r\n')
  const [method = '', target = ''] = line.split(' ')
  const named = headers.map((header) => header.split(': ') as [string, string])
  return { method, path: target, headers: Object.fromEntries(named), body }
})

let at = -1
const setupRequest = () => {
  at = order === 'once' ? at + 1 : Math.floor(Math.random() * prepared.length)
  const request = prepared[Math.min(at, prepared.length - 1)] as (typeof prepared)[number]
  if (request.method === 'GET') return request
  return { ...request, headers: { ...request.headers, 'Idempotency-Key': randomUUID() } }
}

const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  // On a busy machine, a response can take longer than the default timeout.
  timeout: 60,
  requests: [{ setupRequest }],
})
const report = {
  answered: result.requests.total,
  seconds: result.duration,
  refused: result.non2xx,
  broken: result.errors + result.timeouts,
}
process.stdout.write(`${JSON.stringify(report)}\n`)
