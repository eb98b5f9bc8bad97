// The request log: what it drops under load, how it survives an outage, and its daily partitions.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Pool } from 'pg'
import { openDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { connectSeparately, openPool } from '../../platform/db/pool.ts'
import type { LoggedRequest } from '../../platform/http/logged.ts'
import { encodeId, newUuid } from '../../platform/ids.ts'
import { createAccount } from '../accounts/create.ts'
import { lockInstallation } from '../accounts/store.ts'
import { Allowance, type Rank, rankOf } from './allowance.ts'
import { DAY_MS } from './days.ts'
import { createRequestLog, type LeftOut, type RequestLogParts } from './log.ts'
import { requestDays } from './sweeps.ts'

const HOUR_MS = 3_600_000

function requestOf(
  method: string,
  status: number,
  more: Partial<LoggedRequest> = {},
): LoggedRequest {
  const scope = {
    environment_id: 1,
    account_id: 1,
    mode: 'test' as const,
    key_id: 'k',
    scopes: ['*'],
    policy: { name: 'standard', quota: null },
    window: 1,
    address: '127.0.0.1',
    actor: { kind: 'key' as const, id: 'svc_test_0123456789abcdef', label: '' },
  }
  return {
    scope,
    id: encodeId('req', newUuid()),
    method,
    url: '/v1/products',
    status,
    operation: 'createProduct',
    params: {},
    durationMs: 1,
    userAgent: undefined,
    idempotencyKey: undefined,
    sent: undefined,
    response: undefined,
    ...more,
  }
}

/** Counts the successes before the first failure. */
function counted(succeeds: () => boolean): number {
  let count = 0
  while (succeeds()) count++
  return count
}

test('each kind has its own allowance', () => {
  assert.deepEqual(
    [
      requestOf('GET', 200),
      requestOf('POST', 201),
      requestOf('GET', 429),
      requestOf('GET', 404),
    ].map(rankOf),
    ['read', 'write', 'refused', 'failure'],
  )
  const allowance = new Allowance(20_000)
  const taken = (rank: Rank, at: number) => counted(() => allowance.take(1, rank, at))
  assert.equal(taken('read', 0), 20_000, 'so many at once')
  assert.equal(taken('failure', 0), 10_000, 'and as many failures as ever')
  assert.equal(allowance.take(2, 'read', 0), true, 'of another environment as well')
  assert.equal(taken('read', 12 * HOUR_MS), 10_000, 'half of them in half a day')
  assert.equal(taken('read', 300 * HOUR_MS), 20_000, 'but never more at once')
})

test('a tenant cannot crowd out others, and reads are dropped before writes and failures', () => {
  const allowance = new Allowance(20_000)
  const held = (rank: Rank, environmentId: number) =>
    counted(() => allowance.hold(environmentId, rank, 0))
  assert.equal(held('read', 1), 1_750)
  assert.deepEqual([held('write', 1), held('failure', 1)], [375, 375], 'half of the memory in all')
  assert.equal(held('read', 2), 1_000, 'another gets what is left for reads')
  assert.deepEqual([held('write', 3), held('failure', 3)], [750, 750])
  assert.equal(allowance.waiting, 5_000)
  allowance.release(1, 0)
  assert.equal(held('failure', 2), 1)
})

test('waiting bodies have a common limit', () => {
  const allowance = new Allowance(20_000)
  const held = (environmentId: number) =>
    counted(() => allowance.hold(environmentId, 'failure', 16_384))
  // 16 million characters are 976 bodies of 16,384.
  assert.deepEqual([held(1), held(2), held(3)], [488, 488, 0])
  allowance.release(1, 16_384)
  assert.equal(held(3), 1)
})

const { pool, url } = await openDatabase({ after })
await lockInstallation(pool, 'check')
await createAccount(
  pool,
  'Requests',
  { tier: 'enterprise', default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' },
  0,
)
const written = async (): Promise<{ request_body: string | null }[]> =>
  (await pool.query('select request_body from requests order by id')).rows

function logOf(parts: Partial<RequestLogParts> = {}) {
  const left: [LeftOut, Rank][] = []
  const failures: unknown[] = []
  const log = createRequestLog({
    pool: openPool({ connectionString: url }, { size: 1, oneByOne: true }),
    kept: 'full',
    daily: 100,
    unlogged: false,
    ticksNow: () => 0,
    onLeftOut: (why, rank) => void left.push([why, rank]),
    onFailure: (error) => void failures.push(error),
    ...parts,
  })
  return { log, left, failures }
}

test('a row that cannot be written does not affect the others', async () => {
  const { log, left, failures } = logOf()
  log.add(requestOf('POST', 201, { sent: 'one' }))
  log.add(requestOf('BREW', 418))
  log.add(requestOf('POST', 201, { sent: 'two' }))
  log.add({
    ...requestOf('POST', 201),
    scope: { ...requestOf('GET', 200).scope, environment_id: 99 },
  })
  await log.close()
  assert.deepEqual(await written(), [{ request_body: 'one' }, { request_body: 'two' }])
  assert.deepEqual(left, [['failed', 'failure']])
  assert.equal(failures.length, 1)
  log.add(requestOf('POST', 201))
  assert.equal(log.waiting, 0, 'a closed log takes nothing')
  await pool.query('delete from requests')
})

test('during an outage requests wait, one tenant cannot displace the requests of others, and late requests are logged without bodies', async () => {
  const away = openPool({ host: '127.0.0.1', port: 9 }, { size: 1 })
  const streaming = openPool({ connectionString: url }, { size: 1, oneByOne: true })
  let ticks = 0
  let reached = false
  let tries = 0
  const either = {
    query(requestOf: string) {
      tries++
      return (reached ? streaming : away).query(requestOf)
    },
    connect: () => streaming.connect(),
    end: () => Promise.all([away.end(), streaming.end()]),
  } as unknown as Pool
  const { log, left, failures } = logOf({ pool: either, ticksNow: () => ticks, daily: 20_000 })
  log.add(requestOf('POST', 201, { sent: 'early', idempotencyKey: 'k' }))
  await until('a failure', () => failures.length > 0)
  assert.equal(log.waiting, 1)
  await until('another attempt', () => tries > 2)
  assert.equal(failures.length, 1, 'which is reported once')
  ticks = 3_000
  const flood = { ...requestOf('GET', 200).scope, environment_id: 99 }
  for (let n = 0; n < 10_000; n++) log.add(requestOf('GET', 200, { scope: flood }))
  assert.equal(left.length, 10_000 - 1_750)
  left.length = 0
  log.add(requestOf('POST', 201, { sent: 'late' }))
  reached = true
  await log.close()
  assert.deepEqual(await written(), [{ request_body: null }, { request_body: 'late' }])
  assert.deepEqual(left, [])
  const { rows } = await pool.query('select idempotency_key, actor_label from requests order by id')
  assert.deepEqual(rows[0], { idempotency_key: null, actor_label: '' })
})

test('requests over the allowance are reported', async () => {
  const { log, left } = logOf()
  // A twentieth of a hundred, and five more.
  for (let n = 0; n < 10; n++) log.add(requestOf('GET', 429))
  await log.close()
  assert.deepEqual(left, Array(5).fill(['allowance', 'refused']))
})

const NOON = Date.parse('2025-12-30T12:00:00Z')
const run = { aborted: false } as AbortSignal
const daysAt = (wallMs: number, unloggedRequests = false) =>
  requestDays({ pool, wallNow: () => wallMs, unloggedRequests })

const partsOf = async (): Promise<string[]> =>
  (
    await pool.query(
      `select c.relname || ' ' || c.relpersistence::text || ' ' || pg_get_expr(c.relpartbound, c.oid) as part
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'requests'::regclass order by 1`,
    )
  ).rows.map(({ part }) => part)
const namesOf = async () => (await partsOf()).map((part) => part.split(' ')[0])

const bounds = (from: string, to: string) =>
  `FOR VALUES FROM ('${from} 00:00:00+00') TO ('${to} 00:00:00+00')`

/** The UUID of a request that arrived then; IDs made by the service never go back in time. */
function uuidAt(at: number): string {
  const digits = `${at.toString(16).padStart(12, '0')}70008000000000000000`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

test('several processes can create the days of a new installation at once', async () => {
  for (const name of await namesOf()) await pool.query(`drop table ${name}`)
  await Promise.all(Array.from({ length: 6 }, () => daysAt(NOON).run(run)))
  await daysAt(NOON).run(run)
  assert.deepEqual(await partsOf(), [
    `requests_20251230 p ${bounds('2025-12-30', '2025-12-31')}`,
    `requests_20251231 p ${bounds('2025-12-31', '2026-01-01')}`,
    `requests_20260101 p ${bounds('2026-01-01', '2026-01-02')}`,
  ])
})

test('a missing day, years ahead or behind, is created for its row, and other rows are written as well', async () => {
  const { log, left, failures } = logOf({ unlogged: true })
  const scope = requestOf('POST', 201).scope
  for (const day of [0, 1, 9_000, -9_000]) {
    const id = encodeId('req', uuidAt(NOON + day * DAY_MS))
    const actor = { kind: 'key' as const, id: 'svc_test_0123456789abcdef', label: 'a\tb\\N\n' }
    const sent = '{"name":"\\\\N\\t"}\n'
    log.add(requestOf('POST', 201, { scope: { ...scope, actor }, id, sent }))
  }
  await log.close()
  assert.deepEqual([left, failures], [[], []])
  const { rows } = await pool.query(
    'select created_at, actor_label, request_body from requests order by created_at',
  )
  assert.deepEqual(
    rows.map(({ created_at, ...said }) => [created_at, ...Object.values(said)]),
    [-9_000, 0, 1, 9_000].map((day) => [NOON + day * DAY_MS, 'a\tb\\N\n', '{"name":"\\\\N\\t"}\n']),
  )
  const made = (await partsOf()).filter((part) => part.includes(' u '))
  assert.equal(made.length, 2, 'kept out of the write-ahead log, as the setting says')
})

test('old days are dropped whole, after readers have finished', async () => {
  const later = daysAt(NOON + 31 * DAY_MS)
  const reader = await connectSeparately(pool)
  await reader.query('begin')
  await reader.query('select from requests')
  await later.run(run)
  assert.ok((await namesOf()).includes('requests_20251230'))
  await reader.query('rollback')
  await reader.end()
  await later.run(run)
  assert.deepEqual(await namesOf(), [
    'requests_20251231',
    'requests_20260101',
    'requests_20260130',
    'requests_20260131',
    'requests_20260201',
    'requests_20500821',
  ])
})
