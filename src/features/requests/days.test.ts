// Days of the request log: created by several processes at once, ahead of time and when a row needs one, and dropped.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Pool } from 'pg'
import { openDatabase } from '../../../test/database.ts'
import { connectBeside, openPool } from '../../platform/db/pool.ts'
import { encodeId } from '../../platform/ids.ts'
import { createAccount } from '../accounts/actions.ts'
import { lockInstallation } from '../accounts/store.ts'
import { createRequestLog } from './actions.ts'
import { dropDays } from './days.ts'
import { requestDays, requestParts, requestPurge } from './sweeps.ts'

const NOON = Date.parse('2025-12-30T12:00:00Z')
const DAY_MS = 86_400_000

async function withAccount(pool: Pool): Promise<void> {
  await lockInstallation(pool, 'check')
  await createAccount(
    pool,
    'Days',
    { tier: 'enterprise', default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' },
    0,
  )
}

const partsOf = async (pool: Pool): Promise<string[]> =>
  (
    await pool.query(
      `select c.relname || ' ' || c.relpersistence::text || ' ' || pg_get_expr(c.relpartbound, c.oid) as part
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'requests'::regclass order by 1`,
    )
  ).rows.map(({ part }) => part)

const bounds = (from: string, to: string) =>
  `FOR VALUES FROM ('${from} 00:00:00+00') TO ('${to} 00:00:00+00')`

const LINE = `insert into requests (environment_id, id, created_at, method, path, operation, status, duration_ms,
    address, actor_kind, actor, actor_label, request_cut, response_cut)
  values (1, $1::uuid, $2::timestamptz, 'GET', '/v1/products', 'listProducts', 200, 1, '::1', 'key', 'svc', '', false, false)`

/** The UUID of a request that arrived then; those of the service never go back. */
function uuidAt(at: number, nth = 1): string {
  const digits = `${at.toString(16).padStart(12, '0')}70008${nth.toString(16).padStart(15, '0')}`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

let written = 1
async function write(db: Pick<Pool, 'query'>, at: number): Promise<string> {
  const id = uuidAt(at, ++written)
  await db.query({ name: 'line', text: LINE, values: [id, new Date(at)] })
  return id
}

const { pool } = await openDatabase({ after })
await withAccount(pool)
const run = { aborted: false } as AbortSignal

test('several processes create the days of a new installation at once', async () => {
  const sweep = requestDays({ pool, wallNow: () => NOON, unloggedRequests: false })
  await Promise.all(Array.from({ length: 6 }, () => sweep.run(run)))
  await sweep.run(run)
  assert.deepEqual(await partsOf(pool), [
    `requests_20251230 p ${bounds('2025-12-30', '2025-12-31')}`,
    `requests_20251231 p ${bounds('2025-12-31', '2026-01-01')}`,
    `requests_20260101 p ${bounds('2026-01-01', '2026-01-02')}`,
  ])
})

test('a row finds no day, years ahead or behind, and has one made; others are written with it', async () => {
  const left: unknown[] = []
  const log = createRequestLog({
    pool: openPool({ connectionString: poolUrl(pool) }, { size: 1, oneByOne: true }),
    kept: 'full',
    daily: 1_000,
    unlogged: true,
    wallNow: () => NOON,
    ticksNow: () => 0,
    onLeftOut: (...told) => void left.push(told),
    onFailure: (error) => void left.push(error),
  })
  const scope = {
    environment_id: 1,
    account_id: 1,
    mode: 'test' as const,
    key_id: 'k',
    scopes: ['*'],
    policy: { name: 'standard', quota: null },
    window: 1,
    address: '127.0.0.1',
    actor: { kind: 'key' as const, id: 'svc_test_0123456789abcdef', label: 'a\tb\\N\n' },
  }
  for (const day of [0, 1, 9_000, -9_000]) {
    log.add({
      scope,
      id: encodeId('req', uuidAt(NOON + day * DAY_MS)),
      method: 'POST',
      url: '/v1/products?a=1',
      status: 201,
      operation: 'createProduct',
      params: {},
      durationMs: 1,
      userAgent: undefined,
      idempotencyKey: undefined,
      sent: '{"name":"\\\\N\\t"}\n',
      told: undefined,
    })
  }
  await log.close()
  assert.deepEqual(left, [])
  const { rows } = await pool.query(
    'select created_at, actor_label, request_body from requests order by created_at',
  )
  assert.deepEqual(
    rows.map(({ created_at, ...said }) => [created_at, ...Object.values(said)]),
    [-9_000, 0, 1, 9_000].map((day) => [NOON + day * DAY_MS, 'a\tb\\N\n', '{"name":"\\\\N\\t"}\n']),
  )
  const made = (await partsOf(pool)).filter((part) => part.includes(' u '))
  assert.equal(made.length, 2, 'kept out of the write-ahead log, as the setting says')
})

const indexesOf = async (name: string): Promise<string[]> =>
  (
    await pool.query(
      'select indexrelid::regclass::text as index from pg_index where indrelid = $1::regclass order by 1',
      [name],
    )
  ).rows.map(({ index }) => index)

test('a part that has ended gets its indexes from one of several, and whoever reads goes first', async () => {
  const at = (wallMs: number) =>
    requestParts({ pool, wallNow: () => wallMs, unloggedRequests: false })
  assert.equal((await at(NOON).run(run)).done, 1, 'the one of years ago')
  assert.equal((await at(NOON + DAY_MS / 2).run(run)).done, 0, 'a row may still be on its way')
  const ended = NOON + DAY_MS / 2 + 120_000
  const reader = await connectBeside(pool)
  await reader.query('begin')
  await reader.query('update requests set query = null where environment_id = 1')
  assert.equal((await at(ended).run(run)).done, 0)
  await reader.query('rollback')
  await reader.end()
  const two = await Promise.all([at(ended).run(run), at(ended).run(run)])
  assert.ok(two.some(({ done, more }) => done === 1 && more))
  while ((await at(ended).run(run)).more);
  assert.deepEqual(await indexesOf('requests_20251230'), [
    'requests_20251230_by_actor',
    'requests_20251230_by_key',
    'requests_20251230_by_method',
    'requests_20251230_by_object',
    'requests_20251230_by_operation',
    'requests_20251230_environment_id_created_at_id_idx',
    'requests_20251230_environment_id_status_created_at_id_idx',
    'requests_20251230_pkey',
  ])
  assert.deepEqual(await indexesOf('requests_20251231'), [
    'requests_20251231_environment_id_created_at_id_idx',
    'requests_20251231_environment_id_status_created_at_id_idx',
    'requests_20251231_pkey',
  ])
})

/** Bytes enough for a part to be full: nothing of it is compressed or kept apart. */
async function fill(name: string, at: number): Promise<void> {
  await pool.query(`alter table ${name} alter path set storage plain`)
  await pool.query(
    `insert into requests (environment_id, id, created_at, method, path, operation, status, duration_ms,
       address, actor_kind, actor, actor_label, request_cut, response_cut)
     select 1, gen_random_uuid(), $1, 'GET', repeat('/', 7900), 'listProducts', 200, 1, '::1', 'key', 'svc', '', false,
       false
     from generate_series(1, 8200)`,
    [new Date(at)],
  )
}

test('a part that is full ends before its day, and rows go on into another', async () => {
  const at = (wallMs: number) =>
    requestParts({ pool, wallNow: () => wallMs, unloggedRequests: true })
  const morning = NOON + 1.5 * DAY_MS
  await fill('requests_20260101', morning + 1)
  const hour = DAY_MS / 24
  assert.equal((await at(morning + hour).run(run)).done, 1, 'the day before')
  assert.equal((await at(morning + 7 * hour).run(run)).done, 0, 'not after seven hours')
  const ahead = await write(pool, morning + 9 * hour)
  assert.equal((await at(morning + 8 * hour).run(run)).done, 0, 'not while a clock is ahead')
  await pool.query('delete from requests where id = $1', [ahead])
  assert.equal((await at(morning + 8 * hour + 30_000).run(run)).done, 1)
  const parts = (await partsOf(pool)).filter((part) => part.startsWith('requests_20260101'))
  assert.deepEqual(parts, [
    "requests_20260101 p FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-01-01 08:02:00+00')",
    "requests_20260101_0802 u FOR VALUES FROM ('2026-01-01 08:02:00+00') TO ('2026-01-02 00:00:00+00')",
  ])
  await write(pool, morning + 8 * hour)
  await write(pool, morning + 9 * hour)
  const { rows } = await pool.query('select count(*) as count from requests_20260101_0802')
  assert.equal(rows[0].count, 1)
  assert.equal((await at(morning + 8 * hour + 90_000).run(run)).done, 0, 'once')
  const sweep = requestDays({ pool, wallNow: () => morning, unloggedRequests: false })
  assert.equal((await sweep.run(run)).done, 1, 'the two days ahead')
  assert.equal((await at(morning + 8 * hour + 240_000).run(run)).done, 1, 'its indexes')
  assert.equal((await indexesOf('requests_20260101')).length, 8)
})

test('old days go whole, and whoever reads goes first', async () => {
  const purge = requestPurge({ pool, wallNow: () => NOON + 31 * DAY_MS })
  const reader = await connectBeside(pool)
  await reader.query('begin')
  await reader.query('select from requests')
  assert.equal((await purge.run(run)).done, 0)
  await write(pool, NOON + DAY_MS)
  await reader.query('rollback')
  await reader.end()
  await purge.run(run)
  const left = (await partsOf(pool)).map((part) => part.split(' ')[0])
  assert.deepEqual(left, [
    'requests_20251231',
    'requests_20260101',
    'requests_20260101_0802',
    'requests_20260102',
    'requests_20260103',
    'requests_20500821',
  ])
  assert.equal(await dropDays(pool, Number.MAX_SAFE_INTEGER), 6)
})

const poolUrl = ({ options }: Pool): string => options.connectionString as string
