// What must hold of the books at any moment, also right after a death, and at the end of all.

import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import { verify } from '../../src/features/verification/actions.ts'
import type { Api } from '../client.ts'
import type { Deed } from './clients.ts'

/** Sequences and numbers without gap or double, counts that are true, and `verify` clean. */
export async function assertSound(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `select c.event_sequence = count(e.*) and c.event_sequence = coalesce(max(e.sequence), 0) as events,
            c.invoice_number = (select count(*) from invoices i where i.environment_id = 1
              and i.finalized_at is not null) as numbers,
            c.invoices_count = (select count(*) from invoices where environment_id = 1)
              and c.products_count = (select count(*) from products where environment_id = 1)
              and c.customers_count = (select count(*) from customers
                where environment_id = 1 and deleted_at is null) as counts,
            not exists (select 1 from idempotency_keys k where k.environment_id = 1
              and k.body is null and not exists (select 1 from events e
                where e.environment_id = 1 and e.id = k.event_id)) as keys
     from environment_counters c left join events e using (environment_id)
     where c.environment_id = 1 group by c.environment_id`,
  )
  assert.deepEqual(rows, [{ events: true, numbers: true, counts: true, keys: true }])
  const { checks } = await verify(pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )
}

/** Each deed was done once, its key replays its answer, and that is what its event carries. */
export async function assertDoneOnce(pool: Pool, api: Api, deeds: Deed[]): Promise<void> {
  for (const { method, path, body, key, answer } of deeds) {
    const again = await api.send(method, path, { body, headers: { 'idempotency-key': key } })
    assert.equal(again.headers['idempotent-replayed'], 'true', `${method} ${path}`)
    assert.deepEqual([again.status, again.text], [answer.status, answer.text])
  }
  const { rows: events } = await pool.query<{ type: string; object: string; object_id: string }>(
    `select type, object::text as object, object_id from events
     where environment_id = 1 and not starts_with(type, 'webhook_endpoint.')`,
  )
  const recorded = new Set(events.map(({ object }) => object))
  for (const { answer, path } of deeds) {
    assert.ok(answer.body.deleted || recorded.has(answer.text), `${path}: ${answer.text}`)
  }
  // As many facts of each kind as there were deeds, and the overdue ones once for each invoice.
  const told = Object.groupBy(events, ({ type }) => type)
  const done = Object.groupBy(deeds, typeOf)
  const expected = new Map<string, number>()
  for (const [type, all] of Object.entries(done)) {
    for (const each of [type, ...(FOLLOWS[type] ?? [])]) {
      expected.set(each, (expected.get(each) ?? 0) + (all?.length ?? 0))
    }
  }
  for (const [type, count] of expected) assert.equal(told[type]?.length, count, type)
  const overdue = (told['invoice.overdue'] ?? []).map(({ object_id }) => object_id)
  assert.equal(new Set(overdue).size, overdue.length, 'each fell overdue once')
  const kinds = [...expected.keys(), 'invoice.overdue'].sort()
  assert.deepEqual(Object.keys(told).sort(), kinds, 'and nothing else has happened')
}

/** What a movement of money brings with it: each payment is of all that remains, each grant is applied. */
const FOLLOWS: Record<string, string[]> = {
  'payment.created': ['invoice.paid'],
  'payment.reversed': ['invoice.payment_reversed'],
  'credit_transaction.created': [
    'customer.updated',
    'credit_transaction.created',
    'customer.updated',
  ],
}

/** The type of the event that a deed leaves. */
function typeOf({ method, path }: Deed): string {
  if (path.endsWith('/credit_transactions')) return 'credit_transaction.created'
  const [, resource = '', action] = /v1\/(\w+)s(?:\/\w+)?(?:\/(\w+))?$/.exec(path) ?? []
  const verb = { POST: 'created', PATCH: 'updated', DELETE: 'deleted' }[method]
  if (method === 'DELETE' && resource === 'product') return 'product.archived'
  if (action === 'finalize') return 'invoice.finalized'
  const past: Record<string, string> = { void: 'voided', reverse: 'reversed' }
  return `${resource}.${past[action ?? ''] ?? verb}`
}
