// What the request log leaves out when there is too much, and what it does without a database.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Pool } from 'pg'
import { openDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { openPool } from '../../platform/db/pool.ts'
import type { LoggedRequest } from '../../platform/http/logged.ts'
import { encodeId, newUuid } from '../../platform/ids.ts'
import { createAccount } from '../accounts/actions.ts'
import { lockInstallation } from '../accounts/store.ts'
import { createRequestLog, type LeftOut, type RequestLogParts } from './actions.ts'
import { Allowances, type Rank, rankOf } from './actions-allowed.ts'
import { WaitingRequests } from './actions-waiting.ts'

const HOUR_MS = 3_600_000

function asked(method: string, status: number, more: Partial<LoggedRequest> = {}): LoggedRequest {
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
    told: undefined,
    ...more,
  }
}

test('each kind has an allowance of its own', () => {
  assert.deepEqual(
    [asked('GET', 200), asked('POST', 201), asked('GET', 429), asked('GET', 404)].map(rankOf),
    ['read', 'write', 'refused', 'failure'],
  )
  const allowances = new Allowances(20_000)
  const taken = (rank: Rank, at: number) => {
    let count = 0
    while (allowances.take(1, rank, at)) count++
    return count
  }
  assert.equal(taken('read', 0), 20_000, 'so many at once')
  assert.equal(taken('failure', 0), 10_000, 'and as many failures as ever')
  assert.equal(allowances.take(2, 'read', 0), true, 'of another environment as well')
  assert.equal(taken('read', 12 * HOUR_MS), 10_000, 'half of them in half a day')
  assert.equal(taken('read', 300 * HOUR_MS), 20_000, 'but never more at once')
})

test('where there is no room, reads go first and failures stay', () => {
  const waiting = new WaitingRequests()
  const left: Rank[] = []
  for (let n = 0; n < 5_000; n++) left.push(...waiting.add(asked('GET', 200), 0))
  assert.deepEqual(left, [])
  assert.deepEqual(waiting.add(asked('GET', 200), 0), ['read'], 'one like them finds none')
  assert.deepEqual(waiting.add(asked('POST', 201), 0), ['read'], 'a write takes the place of one')
  assert.deepEqual(waiting.add(asked('GET', 500), 0), ['read'])
  assert.equal(waiting.size, 5_000)
  const [first, second, third] = waiting.take(3).map(({ request }) => rankOf(request))
  assert.deepEqual([first, second, third], ['failure', 'write', 'read'])
})

test('bodies that wait are bounded together, and cut each', () => {
  const waiting = new WaitingRequests()
  const sent = 'x'.repeat(1_000_000)
  let left = 0
  for (let n = 0; n < 2_000; n++) left += waiting.add(asked('POST', 201, { sent }), 0).length
  // 16 million characters are 976 bodies of 16 384.
  assert.deepEqual([waiting.size, left], [976, 1_024])
  const [one] = waiting.take(1)
  assert.deepEqual([one?.sent?.length, one?.requestCut], [16_384, true])
  assert.deepEqual(waiting.add(asked('POST', 201, { sent }), 0), [])
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
    wallNow: Date.now,
    ticksNow: () => 0,
    onLeftOut: (why, rank) => void left.push([why, rank]),
    onFailure: (error) => void failures.push(error),
    ...parts,
  })
  return { log, left, failures }
}

test('what cannot be written does not keep the others from it', async () => {
  const { log, left, failures } = logOf()
  log.add(asked('POST', 201, { sent: 'one' }))
  log.add(asked('BREW', 418))
  log.add(asked('POST', 201, { sent: 'two' }))
  log.add({ ...asked('POST', 201), scope: { ...asked('GET', 200).scope, environment_id: 99 } })
  await log.close()
  assert.deepEqual(await written(), [{ request_body: 'one' }, { request_body: 'two' }])
  assert.deepEqual(left, [['failed', 'failure']])
  assert.equal(failures.length, 1)
  log.add(asked('POST', 201))
  assert.equal(log.waiting, 0, 'a closed log hears nothing')
  await pool.query('delete from requests')
})

test('while the database is away requests wait, and late ones say nothing of what was sent', async () => {
  const away = openPool({ host: '127.0.0.1', port: 9 }, { size: 1 })
  const streaming = openPool({ connectionString: url }, { size: 1, oneByOne: true })
  let ticks = 0
  let reached = false
  let tries = 0
  const either = {
    query(asked: string) {
      tries++
      return (reached ? streaming : away).query(asked)
    },
    connect: () => streaming.connect(),
    end: () => Promise.all([away.end(), streaming.end()]),
  } as unknown as Pool
  const { log, left, failures } = logOf({ pool: either, ticksNow: () => ticks })
  log.add(asked('POST', 201, { sent: 'early', idempotencyKey: 'k' }))
  await until('a failure', () => failures.length > 0)
  assert.equal(log.waiting, 1)
  await until('another attempt', () => tries > 2)
  assert.equal(failures.length, 1, 'which is told once')
  ticks = 3_000
  log.add(asked('POST', 201, { sent: 'late' }))
  reached = true
  await log.close()
  assert.deepEqual(await written(), [{ request_body: null }, { request_body: 'late' }])
  assert.deepEqual(left, [])
  const { rows } = await pool.query('select idempotency_key, actor_label from requests order by id')
  assert.deepEqual(rows[0], { idempotency_key: null, actor_label: '' })
})

test('allowances are told, and so is what was left out by them', async () => {
  const { log, left } = logOf()
  // A twentieth of a hundred, and five more.
  for (let n = 0; n < 10; n++) log.add(asked('GET', 429))
  await log.close()
  assert.deepEqual(left, Array(5).fill(['allowance', 'refused']))
})
