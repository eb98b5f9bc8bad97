// The plans of a repeated request that returns a webhook secret again, in an environment with a long history.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findShownSecret } from '../src/features/webhook-endpoints/store-replay.ts'
import { look, START, seeded } from './plans.ts'

const COUNT = 30_000
const FEW = 100
const REF = 'whe_00000000000000000000000001'
const ID = '00000000-0000-7000-8000-000000000001'

const client = await seeded({ after }, async (db) => {
  const at = `timestamptz '2026-01-01Z'`
  const uuid = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const ref = `case when n % 10000 = 1 then '${REF}' else 'inv_' || n end`
  await db.query(`
    insert into webhook_endpoints (environment_id, id, url, description, enabled_events, status,
      secret, metadata, created_at, updated_at, cursor_sequence)
    values (1, '${ID}', 'https://example.com', '', '{*}', 'enabled', 'sealed', '{}', ${at}, ${at}, 0);
    insert into events (environment_id, sequence, id, type, object_id, object, created_at)
    select 1, n, ${uuid}, case when n = 1 then 'webhook_endpoint.created'
        when n % 2 = 0 then 'webhook_endpoint.secret_rotated' else 'invoice.updated' end,
      ${ref}, '{}', ${at} from generate_series(1, ${COUNT}) n;
    insert into idempotency_keys (environment_id, key, fingerprint, status, event_id, created_at)
    select 1, 'key-' || n, '', 201, ${uuid}, ${at} from generate_series(1, ${COUNT}) n;
    insert into audit_log (environment_id, id, created_at, actor, actor_label, address, action,
      object_id, first_sequence, last_sequence)
    select 1, ${uuid}, ${at}, 'svc_test_1', '', '', 'createWebhookEndpoint', ${ref}, n, n
    from generate_series(1, ${COUNT}) n`)
  await db.query('vacuum analyze')
})

test('a repeated request reads the endpoint, its key and its own events', async () => {
  const secretKey = { environment_id: 1, key: 'key-1', ref: REF, id: ID, actor: 'svc_test_1' }
  const found = await findShownSecret(client, { ...secretKey, since: START - 1 })
  assert.equal(found?.toString(), 'sealed')
  const run = (db: Parameters<typeof findShownSecret>[0]) =>
    findShownSecret(db, { ...secretKey, since: START - 1 })
  await look(client, 'the secret of a replay', run, FEW)
})
