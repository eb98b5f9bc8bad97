// Specification 8 and contract 4: tiers, the window of 60 seconds, and its headers.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { updateTier } from '../../src/features/accounts/store.ts'
import type { Answer } from '../client.ts'
import { PRODUCTS, refused } from '../fixtures.ts'
import { until, type World, world } from '../harness.ts'

const ACCOUNT = 1
const OTHER_ACCOUNT = 2

/** So many requests at once; how many of each status came back. */
async function burst(w: World, count: number, key = w.keys.test): Promise<Record<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => w.api.get(PRODUCTS, { key })),
  )
  const tally: Record<number, number> = {}
  for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1
  return tally
}

// The account as shipped is standard: RATE_LIMIT_TIER is left to its default.
const w = await world({ after }, { settings: { RATE_LIMIT_TIER: '' } })
const headersOf = ({ headers }: Answer) => ({
  policy: headers['ratelimit-policy'],
  limit: headers['x-ratelimit-limit'],
  remaining: headers['x-ratelimit-remaining'],
})

test('c4 default tier: from RATE_LIMIT_TIER, standard as shipped', async () => {
  const rows = await w.sql('select tier, tier_limit from accounts where id = $1', [ACCOUNT])
  assert.deepEqual(rows, [{ tier: 'standard', tier_limit: null }])
})

test('c4 headers: RateLimit-Policy, RateLimit and the X- trio', async () => {
  const { headers } = await w.api.get(PRODUCTS)
  assert.equal(headers['ratelimit-policy'], '"standard";q=100;w=60')
  assert.equal(headers.ratelimit, '"standard";r=99;t=60')
  assert.equal(headers['x-ratelimit-limit'], '100')
  assert.equal(headers['x-ratelimit-remaining'], '99')
  assert.equal(headers['x-ratelimit-reset'], '60')
  const failed = await w.api.get(`${PRODUCTS}/x`)
  assert.equal(failed.headers['x-ratelimit-remaining'], '98')
  const unknown = await w.api.get(PRODUCTS, { key: null })
  assert.equal(unknown.headers.ratelimit, undefined)
})

test('s8 standard: 100 requests a minute', async () => {
  assert.deepEqual(await burst(w, 98), { 200: 98 })
  const answer = await w.api.get(PRODUCTS)
  refused(answer, 429, 'rate_limit_exceeded')
})

test('c4 standard: 100 a minute', async () => {
  assert.deepEqual(await burst(w, 20), { 429: 20 })
})

test('s8 refusal: over the limit: 429', async () => {
  const answer = await w.api.post(PRODUCTS, { body: { name: 'x' } })
  const { message } = refused(answer, 429, 'rate_limit_exceeded')
  assert.match(message, /standard tier allows 100 requests/)
  const [row] = await w.sql<{ count: number }>('select count(*) as count from products')
  assert.equal(row?.count, 0)
})

test('s7 429: limit exceeded', async () => {
  assert.equal((await w.api.get(PRODUCTS)).status, 429)
})

test('c3 rate_limit_exceeded: 429', async () => {
  refused(await w.api.get(PRODUCTS), 429, 'rate_limit_exceeded')
})

test('c4 retry-after: on a 429', async () => {
  const { headers } = await w.api.get(PRODUCTS)
  const seconds = Number(headers['retry-after'])
  assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
  assert.deepEqual(headersOf({ headers } as Answer), {
    policy: '"standard";q=100;w=60',
    limit: '100',
    remaining: '0',
  })
})

test('c4 window: one per environment, shared by its keys, of neither account nor key', async () => {
  // A second key of the environment shares its window; other environments have their own.
  const second = await w.key()
  assert.equal((await w.api.get(PRODUCTS, { key: second })).status, 429)
  for (const key of [w.keys.live, w.keys.otherTest]) {
    const answer = await w.api.get(PRODUCTS, { key })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['x-ratelimit-remaining'], '99')
  }
})

test('c4 set-tier: works at once: read again before anyone is refused', async () => {
  assert.equal((await w.api.get(PRODUCTS)).status, 429)
  await updateTier(w.pool, ACCOUNT, 'pro', null)
  const answer = await w.api.get(PRODUCTS)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['x-ratelimit-limit'], '500')
})

test('c4 refused not counted: refused requests do not count', async () => {
  // 100 were granted and many refused before the tier was raised: the refused ones left no trace.
  const answer = await w.api.get(PRODUCTS)
  assert.deepEqual(headersOf(answer), {
    policy: '"pro";q=500;w=60',
    limit: '500',
    remaining: String(500 - 102),
  })
})

test('s8 pro: 500 requests a minute', async () => {
  const tally = await burst(w, 400)
  assert.deepEqual(tally, { 200: 398, 429: 2 })
})

test('c4 pro: 500 a minute', async () => {
  const answer = await w.api.get(PRODUCTS)
  assert.match(refused(answer, 429, 'rate_limit_exceeded').message, /pro tier allows 500/)
})

test('s8 enterprise: a custom number a minute', async () => {
  await updateTier(w.pool, ACCOUNT, 'enterprise', 510)
  assert.deepEqual(await burst(w, 20), { 200: 10, 429: 10 })
})

test('c4 enterprise: its own number a minute', async () => {
  const answer = await w.api.get(PRODUCTS)
  refused(answer, 429, 'rate_limit_exceeded')
  assert.equal(answer.headers['ratelimit-policy'], '"enterprise";q=510;w=60')
})

test('c4 unlimited: enterprise without a number: no limit and no limit headers', async () => {
  await updateTier(w.pool, ACCOUNT, 'enterprise', null)
  const { status, headers } = await w.api.get(PRODUCTS)
  assert.equal(status, 200)
  assert.deepEqual(
    Object.keys(headers).filter((name) => name.includes('ratelimit')),
    [],
  )
  assert.deepEqual(await burst(w, 120), { 200: 120 })
})

test('c4 exact window: never more than N in any 60 s, the next one is refused', async () => {
  await updateTier(w.pool, OTHER_ACCOUNT, 'enterprise', 7)
  const key = w.keys.otherLive
  assert.deepEqual(await burst(w, 30, key), { 200: 7, 429: 23 })
  assert.deepEqual(await burst(w, 30, key), { 429: 30 })
})

test('the pro tier can be what new accounts get', async (t) => {
  const pro = await world(t, { settings: { RATE_LIMIT_TIER: 'pro' } })
  assert.equal((await pro.api.get(PRODUCTS)).headers['ratelimit-policy'], '"pro";q=500;w=60')
})

test('c4 set-tier down: lowering works immediately: no request is admitted by the old tier', async (t) => {
  const pro = await world(t, { settings: { RATE_LIMIT_TIER: 'pro' } })
  assert.deepEqual(await burst(pro, 100), { 200: 100 })
  await updateTier(pro.pool, ACCOUNT, 'standard', null)
  const answer = await pro.api.get(PRODUCTS)
  refused(answer, 429, 'rate_limit_exceeded')
  assert.equal(answer.headers['ratelimit-policy'], '"standard";q=100;w=60')
  await updateTier(pro.pool, ACCOUNT, 'enterprise', 700)
  assert.deepEqual(await burst(pro, 200), { 200: 200 })
  await updateTier(pro.pool, ACCOUNT, 'enterprise', 210)
  assert.deepEqual(await burst(pro, 30), { 429: 30 })
  // Without a limit nothing is counted, and the tier is believed for a second.
  await updateTier(pro.pool, ACCOUNT, 'enterprise', null)
  assert.deepEqual(await burst(pro, 20), { 200: 20 })
  await updateTier(pro.pool, ACCOUNT, 'enterprise', 1)
  const from = performance.now()
  await until('the limit to be there', async () => {
    const { status } = await pro.api.get(PRODUCTS)
    return status === 429
  })
  assert.ok(performance.now() - from < 4_000, 'sooner than a key is read again')
})

test('c4 429 how: a 429 for a key says how to raise the tier; one for a person does not', async (t) => {
  const one = await world(t, { settings: { RATE_LIMIT_TIER: '' } })
  await updateTier(one.pool, ACCOUNT, 'enterprise', 1)
  await burst(one, 1)
  const { message } = refused(await one.api.get(PRODUCTS), 429, 'rate_limit_exceeded')
  assert.match(
    message,
    /^The enterprise tier allows 1 request in any 60 seconds for this environment\. Try again in \d+ seconds?\. The operator can raise it with `npm run -s reckoner -- accounts set-tier`; RATE_LIMIT_TIER sets the tier of new accounts\.$/,
  )
})

test('c4 failing address: over 60 failures a minute, further failing requests get 429', async () => {
  const tries = Array.from({ length: 59 }, () => w.api.get(PRODUCTS, { key: 'wrong' }))
  const statuses = new Set((await Promise.all(tries)).map(({ status }) => status))
  assert.deepEqual(statuses, new Set([401]))
  // One more was made without a key, at the beginning of this file: that makes 60.
  for (const key of ['wrong', null, w.keys.test.slice(1)]) {
    const answer = await w.api.get(PRODUCTS, { key })
    refused(answer, 429, 'rate_limit_exceeded')
    assert.match(String(answer.headers['retry-after']), /^\d+$/)
  }
})

test('c4 neighbours: a valid key goes on working there', async () => {
  refused(await w.api.get(PRODUCTS, { key: 'wrong' }), 429, 'rate_limit_exceeded')
  assert.equal((await w.api.get(PRODUCTS)).status, 200)
  assert.equal((await w.api.get(PRODUCTS, { key: await w.key() })).status, 200)
})
