// Contract 1: metrics are for this machine and for clients with the token. Forwarded headers that a client sends
// through the proxy do not make it this machine.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import test, { after } from 'node:test'
import { get } from '../fixtures.ts'
import { world } from '../harness.ts'

const settings = { TRUST_PROXY: 'true', PUBLIC_URL: 'https://billing.example.com' }
const w = await world({ after }, { settings })

test('metrics reject clients that only claim to be on loopback through a proxy', async () => {
  const ask = async (forwarded: string) =>
    (await w.api.get('/metrics', { key: null, headers: { 'x-forwarded-for': forwarded } })).status
  assert.equal(await ask('203.0.113.9'), 403)
  for (const claimed of ['127.0.0.1', '127.0.0.5', '::1']) {
    assert.equal(await ask(`${claimed}, 203.0.113.9`), 403, claimed)
  }
})

/** Returns the status of the metrics for a request with these headers. */
const scrape = (headers: Record<string, string>, url = w.url) =>
  new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request(`${url}/metrics`, { headers }, (answer) => {
      resolve(answer.resume().statusCode)
    })
    outgoing.on('error', reject).end()
  })

const LOCAL = ['localhost:3000', '127.0.0.1', '[::1]:80']

// nginx adds no header by default, and connects to the address of the service.
test('with a PUBLIC_URL of another host no request counts as local', async () => {
  for (const host of [...LOCAL, 'billing.example.com', 'localhost.example.com']) {
    assert.equal(await scrape({ host }), 403, host)
  }
})

test('a request forwarded by a proxy is not from this machine', async () => {
  const { api } = await w.secondProcess({ PUBLIC_URL: '', TRUST_PROXY: 'false' })
  for (const host of LOCAL) assert.equal(await scrape({ host }, api.url), 200, host)
  assert.equal(await scrape({ host: 'billing.example.com' }, api.url), 403)
  const added = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via']
  for (const name of [...added, 'x-real-ip', 'cf-connecting-ip']) {
    assert.equal(await scrape({ [name]: '203.0.113.9' }, api.url), 403, name)
  }
})

test('X-Forwarded-For must hold an IP address', async () => {
  const cases = [
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.7, 203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['203.0.113.9, <script>', /127\.0\.0\.1$/],
    ['unknown', /127\.0\.0\.1$/],
    ['fe80::1%any-text', /127\.0\.0\.1$/],
  ] as const
  for (const [forwarded, expected] of cases) {
    const headers = { 'x-forwarded-for': forwarded }
    const { body } = await w.api.post('/v1/products', { body: { name: 'Seat' }, headers })
    const [{ address }] = (await get(w.api, `/v1/audit_log?object_id=${body.id}`)).data
    if (typeof expected === 'string') assert.equal(address, expected, forwarded)
    else assert.match(address, expected, forwarded)
  }
})

test('a service behind https sends Strict-Transport-Security', async () => {
  for (const path of ['/v1/products', '/v1/products/none', '/healthz', '/sign-in']) {
    const { headers } = await w.api.get(path)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', path)
  }
})
