// Two processes behind HAProxy under load: one is stopped and started again, and no request fails.

import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import test, { after } from 'node:test'
import { isThere, startBalancer } from './haproxy.ts'
import { until, world } from './harness.ts'

const REQUESTS = 5_000
const CLIENTS = 16

test('a SIGTERM under load fails none of 5,000 requests', { skip: !isThere() }, async (t) => {
  const w = await world({ after })
  // The default delay.
  const start = (PORT: string) => w.secondProcess({ PORT, SHUTDOWN_DELAY_SECONDS: '5' })
  const [one, two] = [await start('0'), await start('0')]
  const balancer = await startBalancer([one.api.url, two.api.url])
  t.after(() => balancer.stop())
  const load = startLoad(balancer.url, w.keys.test)
  t.after(() => load.stop())
  await until('requests before', () => load.answered > REQUESTS / 4)
  one.kill('SIGTERM')
  const ended = await one.ended
  assert.equal(ended, 0, one.output())
  // HAProxy learned it from the health check, not from a refused connection.
  assert.match(balancer.output(), /\/one is DOWN, reason: Layer7 wrong status, code: 503/)
  const during = load.answered
  const again = await start(new URL(one.api.url).port)
  await until('requests after', () => load.answered > Math.max(REQUESTS, during + REQUESTS / 4))
  await until('it to be sent requests again', async () => {
    const { text } = await again.api.get('/metrics', { key: null })
    return /^reckoner_http_requests_total\{operation="createProduct",status="2xx"\}/m.test(text)
  })
  await load.stop()
  t.diagnostic(`${load.answered} requests, ${load.failures.length} failed`)
  assert.deepEqual(load.failures.slice(0, 5), [], `of ${load.answered}:\n${balancer.output()}`)
  const made = await w.sql<{ count: number }>('select count(*)::int as count from products')
  assert.deepEqual(made, [{ count: load.created }])
})

/** Clients with keep-alive connections, each sending one request after another: writes and reads. */
function startLoad(url: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const load = {
    answered: 0,
    created: 0,
    failures: [] as string[],
    async stop() {
      goesOn = false
      await Promise.all(clients)
      agent.destroy()
    },
  }
  let goesOn = true
  const ask = (method: string, path: string, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const outgoing = request(`${url}${path}`, { agent, method, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
      outgoing.once('error', reject).end(body)
    })
  const client = async () => {
    for (let nth = 0; goesOn; nth++) {
      const writes = nth % 2 === 0
      const status = await (writes
        ? ask('POST', '/v1/products', '{"name":"x"}')
        : ask('GET', '/v1/products?limit=1')
      ).catch((error: Error) => error.message)
      load.answered++
      if (status === 201) load.created++
      if (status !== (writes ? 201 : 200))
        load.failures.push(`${writes ? 'POST' : 'GET'}: ${status}`)
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  return load
}
