// Test clocks: what happens during an advance, in which order, and which advances are refused.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo, clockReady } from '../../../test/clock.ts'
import { allEvents, get, INVOICES, makeFinalized, refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { createHeads } from '../../platform/db/chain-heads.ts'
import { Lane } from '../../platform/db/lane.ts'
import { KeyRing } from '../../platform/key-ring.ts'
import { createEnvironments } from '../accounts/store.ts'
import { finishAdvance, LeaseLost } from './actions.ts'
import { testClocks } from './store.ts'

const CLOCK = '/v1/test_clock'
const START = Date.parse('2026-11-20T12:00:00.000Z')
const MINUTE = 60_000

// Wall time stands still, so that every instant below is exact.
const w = await world(
  { after },
  { settings: { TIME_ZONE: 'Pacific/Auckland' }, wallNow: () => START },
)
const { api } = w

test('a clock that was never advanced shows wall time', async () => {
  const clock = await get(api, CLOCK)
  assert.deepEqual(clock, {
    object: 'test_clock',
    status: 'ready',
    now: '2026-11-20T12:00:00.000Z',
    from: null,
    to: null,
    percent: 100,
    events_after: null,
    started_at: null,
    finished_at: null,
    requested_by: null,
  })
})

test('an advance runs everything due in between, in order, dated when it was due', async () => {
  // Created in another order than they become due.
  const dates = ['2027-04-04', '2026-12-31', '2027-06-30', '2027-02-15', '2028-01-01']
  const byDate = new Map<string, string>()
  for (const due_date of dates) byDate.set(due_date, (await makeFinalized(api, { due_date })).id)
  const before = (await allEvents(api)).length

  const started = await api.post(`${CLOCK}/advance`, { body: { to: '2027-07-01T00:00:00+12:00' } })
  assert.equal(started.body.status, 'advancing')
  assert.equal(started.body.from, '2026-11-20T12:00:00.000Z')
  assert.equal(started.body.to, '2027-06-30T12:00:00.000Z')
  const arrived = await clockReady(api)
  assert.equal(arrived.now, '2027-06-30T12:00:00.000Z')
  assert.equal(arrived.percent, 100)
  assert.equal(arrived.events_after, before)
  assert.match(arrived.requested_by, /^svc_test_/)

  const { data } = await get(api, `/v1/events?after=${arrived.events_after}`)
  assert.deepEqual(
    data.map((event: { type: string; created_at: string; data: { object: { id: string } } }) => [
      event.type,
      event.created_at,
      event.data.object.id,
    ]),
    [
      // Midnight in New Zealand: UTC+13 in summer, until 4 April 2027 at 3:00, then UTC+12
      // (Daylight Time Order 2007). The fourth of April ends at 12:00 UTC, by winter time.
      ['invoice.overdue', '2026-12-31T11:00:00.000Z', byDate.get('2026-12-31')],
      ['invoice.overdue', '2027-02-15T11:00:00.000Z', byDate.get('2027-02-15')],
      ['invoice.overdue', '2027-04-04T12:00:00.000Z', byDate.get('2027-04-04')],
      ['invoice.overdue', '2027-06-30T12:00:00.000Z', byDate.get('2027-06-30')],
    ],
  )
  assert.equal((await get(api, `${INVOICES}/${byDate.get('2028-01-01')}`)).status, 'posted')
})

test('each test environment has its own clock, which dates its objects', async () => {
  const { now } = await get(api, CLOCK)
  const { created_at, due_date } = await makeFinalized(api)
  assert.equal(created_at, now)
  // 1 July in that environment, plus thirty days.
  assert.equal(due_date, '2027-07-31')
  const key = w.keys.otherTest
  assert.equal((await get(api, CLOCK, { key })).now, '2026-11-20T12:00:00.000Z')
  assert.equal((await makeFinalized(api, {}, { key })).created_at, '2026-11-20T12:00:00.000Z')
})

test('a clock advances to any time whose dates can be represented', async () => {
  const key = w.keys.otherTest
  const far = await advanceTo(api, '2926-11-20T12:00:00.000Z', { key })
  assert.equal(far.now, '2926-11-20T12:00:00.000Z')
  const end = await advanceTo(api, '9000-01-01T00:00:00.000Z', { key })
  assert.equal(end.now, '9000-01-01T00:00:00.000Z')
  assert.equal((await makeFinalized(api, {}, { key })).due_date, '9000-01-31')
  // The last one starts the year 10000 in UTC.
  for (const to of ['9000-01-01T00:00:00.001Z', '9999-12-31T23:00:00-12:00']) {
    const beyond = { body: { to }, key }
    refused(await api.post(`${CLOCK}/advance`, beyond), 400, 'parameter_invalid', 'to')
  }
})

test('a clock never runs backwards', async () => {
  const { now } = await get(api, CLOCK)
  const past = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.001Z', '0001-01-01T00:00:00Z']
  for (const to of [now, ...past]) {
    const { message } = refused(
      await api.post(`${CLOCK}/advance`, { body: { to } }),
      400,
      'parameter_invalid',
      'to',
    )
    assert.match(message, /cannot go back/)
  }
  for (const to of ['tomorrow', '2028-02-30T00:00:00Z', '2028-01-01', 1, null, ''])
    assert.equal((await api.post(`${CLOCK}/advance`, { body: { to } })).status, 400, String(to))
  assert.equal((await get(api, CLOCK)).now, now)
})

test('live environments use wall time and cannot be reset', async () => {
  const key = w.keys.live
  const body = { to: '2030-01-01T00:00:00Z' }
  refused(await api.get(CLOCK, { key }), 403, 'test_environment_only')
  refused(await api.post(`${CLOCK}/advance`, { key, body }), 403, 'test_environment_only')
  const [row] = await w.sql(
    'select clock_ahead_ms from environment_counters where environment_id = 2',
  )
  assert.deepEqual(row, { clock_ahead_ms: 0 })
})

test('an advance repeated with its idempotency key starts once', async () => {
  const headers = { 'idempotency-key': 'advance-1' }
  const ask = { body: { to: '2028-01-01T00:00:00.000Z' }, headers }
  const first = await api.post(`${CLOCK}/advance`, ask)
  await clockReady(api)
  const again = await api.post(`${CLOCK}/advance`, ask)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.text, first.text)
  assert.equal((await clockReady(api)).now, '2028-01-01T00:00:00.000Z')
})

test('an advance by a moment also completes', async () => {
  const { now } = await get(api, CLOCK)
  const to = new Date(Date.parse(now) + 1).toISOString()
  assert.equal((await advanceTo(api, to)).now, to)
  const later = new Date(Date.parse(to) + MINUTE).toISOString()
  assert.equal((await advanceTo(api, later)).now, later)
})

test('a process that lost the lease no longer moves the clock', async () => {
  const token = crypto.randomUUID()
  await w.sql(
    `update test_clocks set status = 'advancing', from_at = '2026-01-01Z', target_at = '2090-01-01Z',
       lease_token = $1, lease_until = '2999-01-01Z' where environment_id = 1`,
    [token],
  )
  const lane = new Lane({
    pool: w.pool,
    tables: [testClocks],
    environments: createEnvironments(() => w.url, createHeads(new KeyRing([w.secretKey]))),
    wallNow: () => START,
  })
  const finish = (held: string) =>
    lane.submit({
      action: finishAdvance,
      environment_id: 1,
      input: { token: held },
      ifMatch: undefined,
      claim: undefined,
    })
  await assert.rejects(finish(crypto.randomUUID()), LeaseLost)
  assert.equal((await get(api, CLOCK)).status, 'advancing')
  await finish(token)
  assert.equal((await get(api, CLOCK)).now, '2090-01-01T00:00:00.000Z')
  await lane.close()
})
