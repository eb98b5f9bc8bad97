// Specification 8 and contract 4: rate-limit tiers, the 60-second window and its headers.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { updateTier } from '../../src/features/accounts/store.ts'
import type { Answer } from '../client.ts'
import { PRODUCTS, refused } from '../fixtures.ts'
import { until, type World, world } from '../harness.ts'

const ACCOUNT = 1
const OTHER_ACCOUNT = 2

/** Sends concurrent requests; returns how many got each status. */
async function burst(w: World, count: number, key = w.keys.test): Promise<Record<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => w.api.get(PRODUCTS, { key })),
  )
  const tally: Record<number, number> = {}
  for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1
  return tally
}

// A new account is on the standard tier: RATE_LIMIT_TIER keeps its default.
const w = await world({ after }, { settings: { RATE_LIMIT_TIER: '' } })
const headersOf = ({ headers }: Answer) => ({
  policy: headers['ratelimit-policy'],
  limit: headers['x-ratelimit-limit'],
  remaining: headers['x-ratelimit-remaining'],
})

test('the default tier comes from RATE_LIMIT_TIER, initially standard (contract 4)', async () => {
  const rows = await w.sql('select tier, tier_limit from accounts where id = $1', [ACCOUNT])
  assert.deepEqual(rows, [{ tier: 'standard', tier_limit: null }])
})

test('responses have RateLimit-Policy, RateLimit and the three X- headers (contract 4)', async () => {
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

test('the standard tier allows 100 requests a minute (specification 8)', async () => {
  assert.deepEqual(await burst(w, 98), { 200: 98 })
  const answer = await w.api.get(PRODUCTS)
  refused(answer, 429, 'rate_limit_exceeded')
})

test('the standard tier allows 100 a minute (contract 4)', async () => {
  assert.deepEqual(await burst(w, 20), { 429: 20 })
})

test('a request over the limit gets 429 (specification 8)', async () => {
  const answer = await w.api.post(PRODUCTS, { body: { name: 'x' } })
  const { message } = refused(answer, 429, 'rate_limit_exceeded')
  assert.match(message, /standard tier allows 100 requests/)
  const [row] = await w.sql<{ count: number }>('select count(*) as count from products')
  assert.equal(row?.count, 0)
})

test('an exceeded limit gets 429 (specification 7)', async () => {
  assert.equal((await w.api.get(PRODUCTS)).status, 429)
})

test('rate_limit_exceeded is returned with 429 (contract 3)', async () => {
  refused(await w.api.get(PRODUCTS), 429, 'rate_limit_exceeded')
})

test('a 429 has Retry-After (contract 4)', async () => {
  const { headers } = await w.api.get(PRODUCTS)
  const seconds = Number(headers['retry-after'])
  assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
  assert.deepEqual(headersOf({ headers } as Answer), {
    policy: '"standard";q=100;w=60',
    limit: '100',
    remaining: '0',
  })
})

test('one window per environment is shared by its keys, not by key or account (contract 4)', async () => {
  // A second key shares the window of its environment; other environments have their own.
  const second = await w.key()
  assert.equal((await w.api.get(PRODUCTS, { key: second })).status, 429)
  for (const key of [w.keys.live, w.keys.otherTest]) {
    const answer = await w.api.get(PRODUCTS, { key })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['x-ratelimit-remaining'], '99')
  }
})

test('set-tier works at once, because the tier is read again before a request is rejected (contract 4)', async () => {
  assert.equal((await w.api.get(PRODUCTS)).status, 429)
  await updateTier(w.pool, ACCOUNT, 'pro', null)
  const answer = await w.api.get(PRODUCTS)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['x-ratelimit-limit'], '500')
})

test('rejected requests do not count (contract 4)', async () => {
  // 100 were granted and many rejected before the tier was raised; the rejected ones do not count.
  const answer = await w.api.get(PRODUCTS)
  assert.deepEqual(headersOf(answer), {
    policy: '"pro";q=500;w=60',
    limit: '500',
    remaining: String(500 - 102),
  })
})

test('the pro tier allows 500 requests a minute (specification 8)', async () => {
  const tally = await burst(w, 400)
  assert.deepEqual(tally, { 200: 398, 429: 2 })
})

test('the pro tier allows 500 a minute (contract 4)', async () => {
  const answer = await w.api.get(PRODUCTS)
  assert.match(refused(answer, 429, 'rate_limit_exceeded').message, /pro tier allows 500/)
})

test('the enterprise tier has a custom number a minute (specification 8)', async () => {
  await updateTier(w.pool, ACCOUNT, 'enterprise', 510)
  assert.deepEqual(await burst(w, 20), { 200: 10, 429: 10 })
})

test('the enterprise tier allows its own number a minute (contract 4)', async () => {
  const answer = await w.api.get(PRODUCTS)
  refused(answer, 429, 'rate_limit_exceeded')
  assert.equal(answer.headers['ratelimit-policy'], '"enterprise";q=510;w=60')
})

test('an enterprise tier without a number has no limit and no limit headers (contract 4)', async () => {
  await updateTier(w.pool, ACCOUNT, 'enterprise', null)
  const { status, headers } = await w.api.get(PRODUCTS)
  assert.equal(status, 200)
  assert.deepEqual(
    Object.keys(headers).filter((name) => name.includes('ratelimit')),
    [],
  )
  assert.deepEqual(await burst(w, 120), { 200: 120 })
})

test('any 60 seconds admit at most N requests, and the next one is rejected (contract 4)', async () => {
  await updateTier(w.pool, OTHER_ACCOUNT, 'enterprise', 7)
  const key = w.keys.otherLive
  assert.deepEqual(await burst(w, 30, key), { 200: 7, 429: 23 })
  assert.deepEqual(await burst(w, 30, key), { 429: 30 })
})

test('the default tier of new accounts can be pro', async (t) => {
  const pro = await world(t, { settings: { RATE_LIMIT_TIER: 'pro' } })
  assert.equal((await pro.api.get(PRODUCTS)).headers['ratelimit-policy'], '"pro";q=500;w=60')
})

test('a lower tier works at once, and admits no request by the old tier (contract 4)', async (t) => {
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
  // Without a limit nothing is counted, and the tier is cached for a second.
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

test('a 429 for a key says how to raise the tier, and one for a person does not (contract 4)', async (t) => {
  const one = await world(t, { settings: { RATE_LIMIT_TIER: '' } })
  await updateTier(one.pool, ACCOUNT, 'enterprise', 1)
  await burst(one, 1)
  const { message } = refused(await one.api.get(PRODUCTS), 429, 'rate_limit_exceeded')
  assert.match(
    message,
    /^The enterprise tier allows 1 request in any 60 seconds for this environment\. Try again in \d+ seconds?\. The operator can raise it with `npm run -s reckoner -- accounts set-tier`; RATE_LIMIT_TIER sets the tier of new accounts\.$/,
  )
})

test('after 60 failures a minute from one address, its failing requests get 429 (contract 4)', async () => {
  const tries = Array.from({ length: 59 }, () => w.api.get(PRODUCTS, { key: 'wrong' }))
  const statuses = new Set((await Promise.all(tries)).map(({ status }) => status))
  assert.deepEqual(statuses, new Set([401]))
  // The one without a key at the start of this file makes 60.
  for (const key of ['wrong', null, w.keys.test.slice(1)]) {
    const answer = await w.api.get(PRODUCTS, { key })
    refused(answer, 429, 'rate_limit_exceeded')
    assert.match(String(answer.headers['retry-after']), /^\d+$/)
  }
})

test('a valid key keeps working at an address with too many failures (contract 4)', async () => {
  refused(await w.api.get(PRODUCTS, { key: 'wrong' }), 429, 'rate_limit_exceeded')
  assert.equal((await w.api.get(PRODUCTS)).status, 200)
  assert.equal((await w.api.get(PRODUCTS, { key: await w.key() })).status, 200)
})
