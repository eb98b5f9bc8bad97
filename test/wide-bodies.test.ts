// What a body costs to be refused follows from its length: one with tens of thousands of members keeps the
// process, and with it everybody, about as long as it takes to read it, with a key or without one.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from './harness.ts'

const w = await world({ after })
const COUNT = 58_000
const members = (name: (n: number) => string) =>
  Array.from({ length: COUNT }, (_, n) => `"${name(n)}":1`).join(',')

const BODIES: [what: string, path: string, raw: string][] = [
  ['unknown members', '/v1/products', `{"name":"a",${members((n) => `nam${n}`)}}`],
  ['metadata', '/v1/products', `{"name":"a","metadata":{${members((n) => `k${n}`)}}}`],
  ['no key at all', '/session/v1/links/inspect', `{"token":"a",${members((n) => `toke${n}`)}}`],
]

/** The shortest of nine, in milliseconds. */
async function shortest(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let times = 0; times < 9; times++) {
    const start = performance.now()
    await work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

for (const [what, path, raw] of BODIES) {
  test(`a body of ${COUNT} members is refused about as fast as it is read: ${what}`, async () => {
    const headers = { origin: w.url }
    const key = path.startsWith('/v1') ? w.keys.test : null
    const send = (text: string) => async () => {
      const answer = await w.api.post(path, { key, headers, raw: text })
      assert.equal(answer.status, 400, answer.text)
    }
    const asText = await shortest(send(`{"name":"${'a'.repeat(raw.length - 12)}"}`))
    const parsing = await shortest(() => JSON.parse(raw))
    const wide = await shortest(send(raw))
    assert.ok(
      wide < 2 * (asText + parsing),
      `${Math.round(wide)} ms; as one text ${Math.round(asText)} ms, to parse ${Math.round(parsing)} ms`,
    )
  })
}
