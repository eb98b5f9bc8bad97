// The event feed beyond the contract: paging during writes, and texts returned as stored.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CUSTOMERS, get, type Made, makeCustomer } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { countEvents, listEventsAfter } from './store.ts'

const w = await world({ after })

test('a reader concurrent with writers sees every sequence number once, in order', async () => {
  let writing = true
  const seen: number[] = []
  const reader = (async () => {
    for (;;) {
      const done = !writing
      const page = await get(w.api, `/v1/events?limit=7&after=${seen.at(-1) ?? 0}`)
      seen.push(...page.data.map(({ sequence }: Made) => sequence))
      if (done && !page.has_more) return
    }
  })()
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 20 }, () => makeCustomer(w.api)))
  }
  writing = false
  await reader
  assert.deepEqual(
    seen,
    Array.from({ length: 200 }, (_, index) => index + 1),
  )
})

test('the count is the sequence number of the last event, in each environment', async () => {
  assert.deepEqual(await countEvents(w.pool, [1, 2]), [200, 0])
  assert.equal((await listEventsAfter(w.pool, 1, 199, 10)).length, 1)
})

test('an event returns the recorded text, digit for digit', async () => {
  const answer = await w.api.post(CUSTOMERS, {
    raw: '{"name":"x","metadata":{"b":1e-7,"a":0.1,"z":"\\u2028</script>"}}',
  })
  const feed = await w.api.get('/v1/events?after=200')
  assert.ok(feed.text.includes(`"data":{"object":${answer.text}}`))
})
