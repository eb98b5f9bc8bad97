// A process knows within five seconds what another process changed about people.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, joined, type Person } from '../browser-like.ts'
import { get, refused } from '../fixtures.ts'
import { until } from '../harness.ts'
import { startPair } from './pair.ts'

const { w, apis } = await startPair({ after })
const [one, other] = apis
const SOON_MS = 5_000
const live = { key: w.keys.live }
const WAIT_SECONDS = 60
const PRODUCTS = '/v1/products'

/** A person whose browser uses the other process, which has cached their session. */
async function elsewhere(email: string, role: string) {
  const here = await joined({ url: one.url, api: one, keys: w.keys }, email, role)
  const there = browser({ url: other.url, api: other })
  there.cookie = here.cookie
  assert.equal((await there.at('1/test').get(PRODUCTS)).status, 200)
  return { here, there: there as Person, member: here.member }
}

test('sign-outs, removals and lower roles apply in every process within 5 s', async () => {
  const [out, removed, lowered] = await Promise.all([
    elsewhere('olga@example.com', 'admin'),
    elsewhere('rita@example.com', 'admin'),
    elsewhere('lena@example.com', 'admin'),
  ])
  const write = (person: Person) => person.at('1/test').post(PRODUCTS, { body: { name: 'x' } })
  for (const { there } of [out, removed, lowered]) assert.equal((await write(there)).status, 201)
  const changes = await Promise.all([
    out.here.send('DELETE', '/session/v1/sessions'),
    one.delete(`/v1/members/${removed.member}`, live),
    one.patch(`/v1/members/${lowered.member}`, { ...live, body: { role: 'viewer' } }),
  ])
  assert.deepEqual(
    changes.map(({ status }) => status),
    [200, 200, 200],
  )
  const changed = performance.now()
  const ends = [
    [out.there, 401, 'session_invalid'],
    [removed.there, 404, 'resource_missing'],
    [lowered.there, 403, 'permission_denied'],
  ] as const
  await Promise.all(
    ends.map(async ([there, status, code]) => {
      // Requests that are sent after five seconds are rejected, even if the machine responds late.
      let lateMs = 0
      const last = await until(`${code} in the other process`, async () => {
        const elapsedMs = performance.now() - changed
        const answer = await write(there)
        if (answer.status !== 201) return answer
        lateMs = elapsedMs
        return undefined
      })
      refused(last, status, code)
      assert.ok(lateMs < SOON_MS, `believed ${lateMs} ms later`)
    }),
  )
  // The session stays rejected: not even reads are served, and a cache does not revive it.
  refused(await out.there.at('1/live').get(PRODUCTS), 401, 'session_invalid')
  assert.equal((await lowered.there.at('1/test').get(PRODUCTS)).status, 200)
})

test('sign-outs, removals and lower roles end requests that wait for an event', async () => {
  const { there, member } = await elsewhere('wanda@example.com', 'admin')
  const { total_count } = (await there.at('1/live').get('/v1/events')).body
  const path = `/v1/events?after=${total_count}&wait=${WAIT_SECONDS}`
  // A request of another account that began earlier waits as long as it asked to.
  const theirs = { key: w.keys.otherLive }
  const { total_count: last } = await get(other, '/v1/events', theirs)
  const whole = other.get(`/v1/events?after=${last}&wait=${WAIT_SECONDS}`, theirs).then(
    () => 'the whole wait',
    () => 'cut by the end of the test',
  )
  const waiting = there.at('1/live').get(path)
  await one.delete(`/v1/members/${member}`, live)
  const first = await Promise.race([waiting, whole])
  assert.ok(typeof first === 'object', 'the wait ends before its time')
  refused(first, 401, 'session_invalid')
})
