// The reset of a test environment: what is deleted, what is kept, and that other environments are unaffected.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo, clockReady } from '../../../test/clock.ts'
import {
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { ERASED_TABLES } from '../../app/tables.ts'

const RESET = '/v1/test_clock/reset'
/** Wall time stands still in this test. */
const NOW = '2026-11-20T12:00:00.000Z'
const ENDPOINTS = '/v1/webhook_endpoints'

const w = await world(
  { after },
  { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' }, wallNow: () => Date.parse(NOW) },
)
const { api } = w
const receiver = await startReceiver({ after })

/** The rows left to erase; the log keeps one operation, since it continues. */
async function rowsLeft(environmentId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  // The chain starts again with a link that records the reset.
  for (const table of ERASED_TABLES.filter((name) => name !== 'chain_links')) {
    const rows = await w.sql<{ count: number }>(
      `select count(*) from ${table} where environment_id = $1
       ${table === 'requests' ? "and operation = 'createCustomer'" : ''}`,
      [environmentId],
    )
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

async function furnish(key: string): Promise<{ id: number }> {
  const ask = { key }
  const customer = await makeCustomer(api, {}, ask)
  await makeProduct(api, {}, ask)
  await makeInvoice(api, { customer_id: customer.id }, ask)
  await makeFinalized(api, { customer_id: customer.id, due_date: '2030-06-30' }, ask)
  return customer
}

test('a reset erases the test environment and returns its clock to now', async () => {
  const { id: endpoint } = (await api.post(ENDPOINTS, { body: { url: receiver.url } })).body
  await api.patch('/v1/account', { body: { first_invoice_number: 500, city: 'Halifax' } })
  const former = await furnish(w.keys.test)
  await furnish(w.keys.live)
  await furnish(w.keys.otherTest)
  await advanceTo(api, '2031-01-01T00:00:00.000Z')
  const late = await makeCustomer(api)
  assert.match(late.created_at, /^2031/)
  const created = await w.sql("select from audit_log where action = 'createCustomer'")
  await until('the log', async () => {
    const written = await w.sql("select from requests where operation = 'createCustomer'")
    return written.length === created.length
  })
  const others = [await rowsLeft(2), await rowsLeft(3)]
  await until('a webhook', () => receiver.received.length > 0)

  const started = await api.post(RESET)
  assert.equal(started.body.status, 'resetting')
  const clock = await clockReady(api)
  assert.equal(clock.now, NOW)
  assert.equal(clock.from, null)

  const left = await rowsLeft(1)
  assert.deepEqual(
    Object.entries(left).filter(([, count]) => count > 0),
    [],
  )
  const [first] = await w.sql(
    'select kind from chain_links where environment_id = 1 order by link limit 1',
  )
  assert.deepEqual(first, { kind: 'reset' })
  assert.deepEqual([await rowsLeft(2), await rowsLeft(3)], others)
  for (const path of [CUSTOMERS, PRODUCTS, INVOICES, '/v1/events', '/v1/webhook_deliveries']) {
    const { data, total_count } = await get(api, path)
    assert.deepEqual([data, total_count], [[], 0], path)
  }

  // New rows: customer numbers, the first invoice number and the first event start over.
  const customer = await makeCustomer(api)
  assert.ok(
    customer.id > late.id && customer.id > former.id,
    'customer numbers are never used again',
  )
  const invoice = await makeFinalized(api, { customer_id: customer.id })
  assert.equal(invoice.number, 'INV-000500', 'settings are kept')
  assert.equal((await get(api, '/v1/account')).city, 'Halifax')
  const events = await allEvents(api)
  assert.deepEqual(
    events.map(({ sequence, type }) => `${sequence} ${type}`),
    ['1 customer.created', '2 invoice.created', '3 invoice.finalized'],
  )

  // The endpoint is kept and gets the event.
  assert.equal((await get(api, `${ENDPOINTS}/${endpoint}`)).status, 'enabled')
  const ids = new Set(events.map(({ id }) => id))
  await until('the new events at the endpoint', () => {
    const delivered = receiver.received.filter(({ headers }) =>
      ids.has(String(headers['webhook-id'])),
    )
    return delivered.length === ids.size
  })
})

test('a reset repeated with its idempotency key erases once', async () => {
  const headers = { 'idempotency-key': 'reset-1' }
  const first = await api.post(RESET, { headers })
  await clockReady(api)
  const customer = await makeCustomer(api)
  const again = await api.post(RESET, { headers })
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.text, first.text)
  await clockReady(api)
  assert.equal((await get(api, `${CUSTOMERS}/${customer.id}`)).id, customer.id)
})

test('a live environment cannot be reset, and a read-only key cannot reset any', async () => {
  refused(await api.post(RESET, { key: w.keys.live }), 403, 'test_environment_only')
  const key = await w.key({ scopes: ['test_clock:read'] })
  refused(await api.post(RESET, { key }), 403, 'permission_denied')
  assert.equal((await rowsLeft(2)).invoices, 2)
})

test('a reset ends a running advance', async () => {
  const key = w.keys.otherTest
  for (let year = 2031; year < 2041; year++) {
    await makeFinalized(api, { due_date: `${year}-03-31` }, { key })
  }
  const body = { to: '2100-01-01T00:00:00.000Z' }
  await api.post('/v1/test_clock/advance', { key, body })
  await api.post(RESET, { key })
  const clock = await clockReady(api, { key })
  assert.equal(clock.now, NOW)
  assert.equal((await get(api, INVOICES, { key })).total_count, 0)
})
