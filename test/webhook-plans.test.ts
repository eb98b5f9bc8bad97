// The hot statements of webhooks with a backlog without statistics, as after a burst of events, and with plans made
// when the table was empty.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { webhookDeliveries } from '../src/features/webhook-deliveries/store.ts'
import { findDueEndpoints, leaseDeliveries } from '../src/features/webhook-deliveries/store-due.ts'
import type { Tx } from '../src/platform/db/table.ts'
import { costs, recorder, START, seeded } from './plans.ts'

const BACKLOG = 30_000
const OBJECTS = 10_000
/** Rows that a statement on sixteen deliveries can read; a backlog has a thousand times as many. */
const FEW = 100
const ENDPOINT = '00000000-0000-7000-8000-000000000001'

const client = await seeded({ after }, async (db) => {
  await db.query('alter table webhook_deliveries set (autovacuum_enabled = false)')
  await db.query(`
    insert into webhook_endpoints (environment_id, id, url, description, enabled_events, status,
      secret, metadata, created_at, updated_at, cursor_sequence)
    values (1, '${ENDPOINT}', 'https://example.com', '', '{*}', 'enabled', '', '{}',
      to_timestamp(0), to_timestamp(0), 0);
    insert into webhook_deliveries (environment_id, id, endpoint_id, sequence, event_id, event_type,
      object_id, state, attempts, tries, next_attempt_at, created_at)
    select 1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '${ENDPOINT}', n,
      '${ENDPOINT}', 'invoice.updated', 'inv_' || n % ${OBJECTS}, 'pending', 0, 0,
      case when n <= ${OBJECTS} then to_timestamp(0) end, to_timestamp(0)
    from generate_series(1, ${BACKLOG}) n`)
})

const lease = { token: ENDPOINT, wallMs: START, untilMs: START + 1, most: 16 }
const leased = (db: Parameters<typeof leaseDeliveries>[0]) =>
  leaseDeliveries(db, { environment_id: 1, endpoint_id: ENDPOINT }, lease)

test('a lease reads only the deliveries that it leases, not the backlog', async () => {
  const { db, statements } = recorder(client)
  await client.query('begin')
  assert.equal((await leased(db)).length, 16)
  await client.query('rollback')
  for (const statement of statements) assert.deepEqual(await costs(client, statement, FEW), [])
})

test('the search for endpoints with due deliveries does not read the backlog', async () => {
  const { db, statements } = recorder(client)
  assert.equal((await findDueEndpoints(db, START)).length, 1)
  for (const statement of statements) assert.deepEqual(await costs(client, statement, FEW), [])
})

test('recording outcomes and releasing the next deliveries does not read the backlog', async () => {
  await client.query('begin')
  const rows = await leased(client)
  const ended = rows.map((row) => ({
    ...row,
    state: 'delivered' as const,
    next_attempt_at: null,
    finished_at: START,
    lease_token: null,
    lease_until: null,
  }))
  const { db, statements } = recorder(client)
  await webhookDeliveries.update(db as Tx, ended)
  for (const statement of statements) assert.deepEqual(await costs(client, statement, FEW), [])
  await client.query('rollback')
})
