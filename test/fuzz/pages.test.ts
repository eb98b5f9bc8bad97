// Requests the pages next to the API in odd ways: every wrong guess at an invoice's address gets the same response, and
// no request gets a 5xx. FUZZ_CASES sets the number of requests, FUZZ_SEED the seed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../client.ts'
import { makeFinalized, makeInvoice } from '../fixtures.ts'
import { world } from '../harness.ts'
import { randomFrom, SUITE_SEED } from '../random.ts'
import { TEXTS } from './texts.ts'

const seed = Number(process.env.FUZZ_SEED ?? SUITE_SEED)
const CASES = Number(process.env.FUZZ_CASES ?? 600)
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'QUERY', 'TRACE']
const HEADERS = ['if-none-match', 'accept-language', 'range', 'cookie', 'content-type', 'host']

test('no page fails, and no guess finds an invoice', async (t) => {
  const w = await world(t, { settings: { TRUST_PROXY: 'true' } })
  const random = randomFrom(seed)
  t.diagnostic(`seed ${seed}`)
  const finalized = await makeFinalized(w.api, { notes: 'Canary7Vq2' })
  await makeInvoice(w.api, { notes: 'Canary7Vq2' })
  const token = new URL(finalized.hosted_url).pathname.slice('/i/'.length)
  assert.match((await w.api.get(`/i/${token}`, { key: null })).text, /Canary7Vq2/)

  const changed = (): string => {
    const at = random.below(token.length)
    const letter = random.pick(['0', 'a', 'Z', '-', '.', '%00', '%2e', '%ff', '', '١', '_'])
    return random.pick([
      token.slice(0, at) + letter + token.slice(at + 1),
      token.slice(0, at),
      token + letter,
      token.toUpperCase(),
      token.replace(
        /^[^-]*/,
        random.pick(['', '0', '-1', '2', 'zzzzzz', 'zzzzzzzzzzzzzz', '1e3', '01']),
      ),
      encodeURIComponent(random.pick(TEXTS).toWellFormed()).slice(0, 2_000),
    ])
  }
  const misses = new Set<string>()
  for (let count = 0; count < CASES; count++) {
    const guess = changed()
    const [end, method] = [
      random.pick(['', '', '/', '/pdf', '/logo', '/x', '?a=b', '//']),
      random.pick(METHODS),
    ]
    const start = random.pick([
      '/i/',
      '/i/',
      '/i/',
      '/docs/',
      '/docs/guide/',
      '/docs/errors/',
      '/healthz/',
      '/',
    ])
    const name = random.pick(HEADERS)
    const value = random
      .pick(TEXTS)
      .replace(/[^\t\x20-\x7e]/g, '?')
      .slice(0, 2_000)
    const path = `${start}${guess}${end}`.replace(/[^\x21-\x7e]/g, encodeURIComponent)
    // A new address for each request, because misses are limited.
    const from = { 'x-forwarded-for': `2001:db8::${count.toString(16)}` }
    const headers = { ...from, ...(random.below(3) === 0 && { [name]: value }) }
    let answer: Answer | undefined
    const look = (seen: Answer) => {
      answer = seen
    }
    // Pages are HTML, which is not the error shape that the client expects.
    await w.api.send(method, path, { key: null, headers, look }).catch((error: unknown) => {
      if (!answer) throw error
    })
    const { status, text } = answer as unknown as Answer
    const what = `FUZZ_SEED=${seed}: ${method} ${path} ${JSON.stringify(headers)} → ${status}`
    assert.ok(status < 500, what)
    // Another spelling of the same address is no guess.
    if (decoded(guess) === token) continue
    assert.doesNotMatch(text, /Canary7Vq2/, what)
    // A malformed Host is a 400 for every address.
    const isMiss = method === 'GET' && start === '/i/' && end === '' && !('host' in headers)
    if (isMiss && /^1-\w+$/.test(guess)) {
      misses.add(`${status} ${text}`)
    }
  }
  assert.ok(misses.size <= 1, 'every miss reads the same')
})

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
