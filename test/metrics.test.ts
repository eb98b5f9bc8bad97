// The size of the metrics: small even if everything that can be counted has been counted.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ROUTES } from '../src/app/routes.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { world } from './harness.ts'

const BYTES_MOST = 100_000

test('after requests to every route, with every method and any key, the metrics are below 100 kB', async () => {
  const w = await world({ after })
  const live = { authorization: `Bearer ${w.keys.live}` }
  const visit = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${w.url}${path}`, { method, headers })
    await answer.arrayBuffer()
  }
  for (const { method, path } of ROUTES) {
    const some = path.replace(/:\w+/g, 'none')
    for (const prefix of ['/v1', '/api/public/v1']) {
      await visit(method, `${prefix}${some}`)
      await visit(method, `${prefix}${some}`, live)
      if (method === 'GET') await visit('HEAD', `${prefix}${some}`, live)
      await visit('OPTIONS', `${prefix}${some}`)
    }
  }
  for (const path of ['/', '/docs', '/i/none', '/sign-in', '/healthz', '/none', '/session/v1/me']) {
    await visit('GET', path)
  }
  const { text } = await w.api.get('/metrics')
  for (const { operation } of ROUTES) {
    assert.ok(text.includes(`{operation="${operation}",status="4xx"}`), operation)
  }
  assert.ok(text.length > 10_000 && text.length < BYTES_MOST, `${text.length} bytes`)
})

test('with every operation in every status class, the metrics are below 100 kB, too', async () => {
  const metrics = createMetrics()
  for (const { operation, tag, method } of ROUTES) {
    const reads = method === 'GET'
    for (const status of [200, 201, 204, 304, 400, 401, 403, 404, 409, 412, 415, 429, 500, 503]) {
      if (status === 304 && !reads) continue
      metrics.answered({ operation, group: tag, reads, status, seconds: 0.123456789 * status })
    }
  }
  const text = await metrics.text()
  // Pages and figures take less than a tenth.
  assert.ok(text.length < 0.9 * BYTES_MOST, `${text.length} bytes without pages and figures`)
  // The figures that alerts query: how many requests fail, by operation, and how long the others take.
  assert.match(
    text,
    /^reckoner_http_requests_total\{operation="finalizeInvoice",status="5xx"\} 2$/m,
  )
  assert.match(text, /^reckoner_http_answers_total\{status="503"\} \d+$/m)
  assert.match(
    text,
    /^reckoner_http_request_seconds_bucket\{le="0\.5",group="Invoices",kind="write"\} /m,
  )
})
