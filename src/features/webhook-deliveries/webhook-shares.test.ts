// A tenant with the maximum number of receivers, none of which responds or even resolves, does not delay another
// tenant's deliveries.

import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { connectApi } from '../../../test/client.ts'
import { makeProduct, refused } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { ENDPOINTS, hooksOf, hookWorld, productsOnly } from '../../../test/hooks.ts'
import { startNameServer } from '../../../test/name-server.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { createNames } from '../../platform/outgoing/names.ts'

const MOST = 50
const nameServer = await startNameServer({ after })
const names = createNames({ servers: [nameServer.address] })
const w = await hookWorld({ after }, { names })
const other = connectApi(w.url, w.keys.otherTest)
after(() => other.close())

const attemptsOf = async (environmentId: number) => {
  const rows = await w.sql<{ count: number }>(
    'select count(*)::int as count from webhook_attempts where environment_id = $1',
    [environmentId],
  )
  return rows[0]?.count ?? 0
}

/** Gives the first tenant the maximum number of endpoints until the test ends. */
async function fill(t: TestContext, url: (at: number) => string): Promise<void> {
  t.after(async () => {
    const { data } = (await w.api.get(`${ENDPOINTS}?limit=100`)).body
    for (const endpoint of data) await w.hooks.drop(endpoint)
  })
  for (let at = 0; at < MOST; at++) await w.hooks.endpointFor(url(at), productsOnly)
}

const make = (count: number, api = w.api) =>
  Promise.all(Array.from({ length: count }, () => makeProduct(api)))

test('fifty receivers that never respond do not delay another tenant', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await hooksOf(other).endpointFor(receiver, productsOnly)
  const hanging = await startReceiver(t)
  hanging.answer = () => undefined
  await fill(t, (at) => `${hanging.url}/${at}`)
  await make(4)
  await until('calls that hang', () => hanging.received.length >= MOST)
  await make(1, other)
  await receiver.count(1)
  // Each of them hangs for fifteen seconds.
  assert.equal(await attemptsOf(1), 0, 'no call had to end before')
  await hooksOf(other).drop(endpoint)
})

test('fifty receivers whose names never resolve do not delay another tenant', async (t) => {
  const receiver = await startReceiver(t)
  nameServer.names['live.in.test'] = ['127.0.0.1']
  const url = receiver.url.replace('127.0.0.1', 'live.in.test')
  const endpoint = await hooksOf(other).endpointFor(url, productsOnly)
  await fill(t, (at) => `http://dead-${at}.in.test/`)
  const [lookups, before] = [nameServer.queries.length, await attemptsOf(1)]
  await make(20)
  await until('look-ups that hang', () => nameServer.queries.length >= lookups + 32)
  await make(1, other)
  await receiver.count(1)
  const ended = (await attemptsOf(1)) - before
  assert.ok(ended < 500, `${ended} of 1000 calls had ended, which take two seconds each`)
  await hooksOf(other).drop(endpoint)
})

test('an environment has at most fifty endpoints, and existing excess ones keep working', async (t) => {
  const receiver = await startReceiver(t)
  await fill(t, () => receiver.url)
  const answer = await w.api.post(ENDPOINTS, { body: { url: receiver.url } })
  refused(answer, 409, 'webhook_endpoints_full')
  assert.equal((await w.api.get('/v1/limits')).body.bounds.webhook_endpoints, MOST)
  const [two, one] = (await w.api.get(`${ENDPOINTS}?limit=2`)).body.data
  await w.hooks.drop(two)
  const raced = await Promise.all(
    Array.from({ length: 5 }, () => w.api.post(ENDPOINTS, { body: { url: receiver.url } })),
  )
  assert.deepEqual(raced.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409])
  await hooksOf(other).drop(await hooksOf(other).endpointFor(receiver))
  // An installation can have these from before the limit existed.
  await w.sql(
    'update environment_counters set webhook_endpoints_count = 51 where environment_id = 1',
  )
  refused(
    await w.api.post(ENDPOINTS, { body: { url: receiver.url } }),
    409,
    'webhook_endpoints_full',
  )
  await w.sql(
    'update environment_counters set webhook_endpoints_count = 50 where environment_id = 1',
  )
  assert.equal((await w.api.get(`${ENDPOINTS}/${one.id}`)).status, 200)
})
