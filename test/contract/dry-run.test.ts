// Dry runs: every write can report what it would do without doing it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { REFERENCE_TABLES, TENANT_TABLES } from '../../src/app/tables.ts'
import { CHAINED } from '../chained.ts'
import type { Answer, Ask } from '../client.ts'
import {
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { until, type World, world } from '../harness.ts'
import { recordOperations } from '../reference/operations.ts'
import { shapeOf } from '../reference/stable.ts'

const w = await world({ after })
const { api } = w

function dry(method: string, path: string, ask: Ask = {}): Promise<Answer> {
  return api.send(method, `${path}?dry_run=true`, ask)
}

/** Returns the dry run of a write that would succeed. */
async function foreseen(method: string, path: string, ask: Ask = {}): Promise<Made> {
  const answer = await dry(method, path, ask)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.object, 'dry_run')
  return answer.body
}

/** Tables that change anyway: logs, rate limits, webhook deliveries, process heartbeats. */
const OTHERS = [
  'chain_links',
  'processes',
  'rate_windows',
  'requests',
  'throttled_attempts',
  'webhook_attempts',
  'webhook_deliveries',
]

/** Columns that background sweeps of webhooks, keys, stored responses and the chain change. */
const MOVED: Record<string, string> = {
  api_keys: '-> last_used_at -> last_used_address',
  environment_counters: '-> webhook_deliveries_count',
  invoices: '-> shown -> shown_of -> shown_shape',
  webhook_endpoints: '-> cursor_sequence -> failing_since',
}

const digestOf = (table: string) => `
  select '${table}' as name, coalesce(md5(string_agg(r.row, ' ' order by r.row)), '') as digest
  from (select (to_jsonb(t) - $1::text[] ${(MOVED[table] ?? '').replace(/-> (\w+)/g, "- '$1'")})::text as row
        from ${table} t) r`
const DIGESTS = [...TENANT_TABLES, ...REFERENCE_TABLES]
  .filter((table) => !OTHERS.includes(table))
  .map(digestOf)
  .join(' union all ')

/** A digest of each table, by table name. */
async function digests(of: World): Promise<Record<string, string>> {
  const rows = await of.sql<{ name: string; digest: string }>(DIGESTS, [CHAINED])
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

test('every write accepts ?dry_run=true and responds as the real write would', async () => {
  const here = await world({ after })
  const seen: string[] = []
  const dryRuns = new Map<string, Made>()
  const story = await recordOperations(here, async (route, path, body) => {
    if (route.method === 'GET') return
    await until('what the story erases to be gone', async () => {
      const rows = await here.sql(
        `select from customer_erasures join environment_counters using (environment_id)
         where due_at <= now() + clock_ahead_ms * interval '1 millisecond'`,
      )
      return rows.length === 0
    })
    const before = await digests(here)
    const key = route.ofPeople ? here.keys.live : here.keys.test
    const answer = await here.api.send(route.method, `${path}?dry_run=true`, { body, key })
    assert.equal(answer.status, 200, `${route.operation}: ${answer.text}`)
    assert.equal(answer.body.object, 'dry_run')
    assert.deepEqual(await digests(here), before, `${route.operation} changed nothing`)
    dryRuns.set(route.operation, answer.body)
    seen.push(route.operation)
  })
  for (const { route, answer } of story) {
    const foreseen = dryRuns.get(route.operation)
    if (!foreseen) continue
    // Only the real write shows a secret, or prepares a page of a gateway.
    const { secret: _, key: __, link: ___, ...real } = answer.body
    if (route.operation === 'setUpPaymentMethod') delete real.url
    const { secret = null, key = null, link = null, ...result } = foreseen.result
    assert.deepEqual([secret, key, link], [null, null, null])
    assert.deepEqual(shapeOf(result), shapeOf(real), route.operation)
  }
  const writes = story.filter(({ route }) => route.method !== 'GET')
  assert.equal(seen.length, writes.length)
})

test('a dry run changes no row', async () => {
  const draft = await makeInvoice(api)
  const product = await makeProduct(api)
  const before = await digests(w)
  // Concurrent, so that they share batches.
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await foreseen('POST', `${INVOICES}/${draft.id}/finalize`)
      await foreseen('DELETE', `${PRODUCTS}/${product.id}`)
      await foreseen('PATCH', `${INVOICES}/${draft.id}`, { body: { notes: 'x' } })
    }),
  )
  assert.deepEqual(await digests(w), before)
})

test('a dry run shows the next number at that moment and does not take it', async () => {
  const finalized = await makeFinalized(api)
  const drafts = [await makeInvoice(api), await makeInvoice(api)]
  const next = Number(finalized.number.slice(4)) + 1
  const numbers = []
  for (const { id } of drafts) {
    numbers.push((await foreseen('POST', `${INVOICES}/${id}/finalize`)).result.number)
  }
  const expected = `INV-${String(next).padStart(6, '0')}`
  assert.deepEqual(numbers, [expected, expected])
  const { body } = await api.post(`${INVOICES}/${drafts[1].id}/finalize`)
  assert.equal(body.number, expected)
  const dryRun = await foreseen('POST', CUSTOMERS, { body: { name: 'x' } })
  assert.equal((await makeCustomer(api)).id, dryRun.result.id)
})

test('a dry run returns the events that would be recorded, with the changed properties', async () => {
  const draft = await makeInvoice(api, { notes: 'before' })
  const ask = { body: { notes: 'after' } }
  const dryRun = await foreseen('PATCH', `${INVOICES}/${draft.id}`, ask)
  await api.patch(`${INVOICES}/${draft.id}`, ask)
  const recorded = (await allEvents(api)).at(-1)
  assert.equal(dryRun.events.length, 1)
  const [{ created_at, ...event }] = dryRun.events
  assert.match(created_at, /^\d{4}-.*Z$/)
  assert.deepEqual(shapeOf(event), {
    type: 'invoice.updated',
    sequence: recorded.sequence,
    object_id: shapeOf(draft.id),
    data: shapeOf(recorded.data),
  })
  assert.equal(dryRun.events[0].data.previous_attributes.notes, 'before')
  assert.deepEqual(dryRun.changes, [{ records: 'invoices', created: 0, changed: 1 }])
  assert.deepEqual(dryRun.emails, [])
  const idle = await foreseen('PATCH', `${INVOICES}/${draft.id}`, ask)
  assert.deepEqual(idle.events, [])
})

test('a dry run returns the emails that would be written, with address and subject', async () => {
  const { id: customer_id } = await makeCustomer(api, { email: 'ap@nordlicht.example' })
  const draft = await makeInvoice(api, { customer_id })
  const path = `${INVOICES}/${draft.id}/finalize`
  const { emails } = await foreseen('POST', path)
  assert.deepEqual((await get(api, `/v1/emails?invoice_id=${draft.id}`)).data, [])
  await api.post(path)
  const written = (await get(api, `/v1/emails?invoice_id=${draft.id}`)).data
  assert.equal(written.length, 1)
  const [{ kind, to, subject }] = written
  assert.deepEqual(emails, [{ kind, to, subject }])
  assert.equal(to, 'ap@nordlicht.example')
})

test('a dry run is rejected with the same error and status as the write', async () => {
  const finalized = await makeFinalized(api)
  const { customer_id } = finalized
  const wrong: [string, string, Ask?][] = [
    ['POST', `${INVOICES}/${finalized.id}/finalize`],
    ['PATCH', `${INVOICES}/${finalized.id}`, { body: { notes: 'x' } }],
    ['POST', `${INVOICES}/inv_01h2xcejqtf2nbrexx3vqjhp41/void`],
    ['DELETE', `${CUSTOMERS}/${customer_id}`],
    ['POST', INVOICES, { body: { customer_id: 'cus_99999', line_items: [LINE] } }],
    ['POST', INVOICES, { body: { customer_id, line_items: [{ ...LINE, quantity: '1' }] } }],
    ['POST', PRODUCTS, { raw: '{' }],
  ]
  for (const [method, path, ask] of wrong) {
    const dryRun = await dry(method, path, ask)
    const real = await api.send(method, path, ask)
    assert.ok(real.status >= 400, real.text)
    assert.equal(dryRun.status, real.status)
    const { request_id: _, ...error } = dryRun.body.error
    const { request_id: __, ...expected } = real.body.error
    assert.deepEqual(error, expected)
  }
})

test('a dry run honors If-Match', async () => {
  const draft = await makeInvoice(api)
  const { headers } = await api.get(`${INVOICES}/${draft.id}`)
  const path = `${INVOICES}/${draft.id}`
  const ask = (tag: string) => ({ body: { notes: 'x' }, headers: { 'if-match': tag } })
  await foreseen('PATCH', path, ask(String(headers.etag)))
  refused(await dry('PATCH', path, ask('"another"')), 412, 'precondition_failed')
})

test('a dry run neither uses up an Idempotency-Key nor replays its response', async () => {
  const ask = { body: { name: 'Seat' }, headers: { 'idempotency-key': 'dry-1' } }
  const dryRun = await dry('POST', PRODUCTS, ask)
  assert.equal(dryRun.headers['idempotent-replayed'], undefined)
  assert.equal(dryRun.headers.location, undefined)
  const made = await api.post(PRODUCTS, ask)
  assert.equal(made.headers['idempotent-replayed'], undefined)
  // The key now has a stored response, which differs from the response to a new write.
  const again = await dry('POST', PRODUCTS, ask)
  assert.equal(again.headers['idempotent-replayed'], undefined)
  assert.notEqual(again.body.result.id, made.body.id)
  const invalid = await dry('POST', PRODUCTS, { ...ask, body: { nam: 'Seat' } })
  refused(invalid, 400, 'parameter_unknown', 'nam')
  const stored = await w.sql("select 1 from idempotency_keys where key = 'dry-1'")
  assert.equal(stored.length, 1)
  const malformed = { body: { name: 'Seat' }, headers: { 'idempotency-key': 'a b' } }
  refused(await dry('POST', PRODUCTS, malformed), 400, 'parameter_invalid', 'Idempotency-Key')
})

test('a dry run needs the scope of the write', async () => {
  const key = await w.key({ scopes: ['products:read'] })
  refused(await dry('POST', PRODUCTS, { key, body: { name: 'x' } }), 403, 'permission_denied')
})

test('a dry run shows no secret', async () => {
  const body = { url: 'https://app.example.com/hooks' }
  const dryRun = await dry('POST', '/v1/webhook_endpoints', { body })
  assert.equal(dryRun.status, 200)
  assert.doesNotMatch(dryRun.text, /whsec_/)
})

test('dry_run=false runs the write, and any other value is rejected', async () => {
  const made = await api.post(`${PRODUCTS}?dry_run=false`, { body: { name: 'Real' } })
  assert.equal(made.status, 201)
  assert.equal((await get(api, `${PRODUCTS}/${made.body.id}`)).name, 'Real')
  for (const word of ['', '1', 'yes', 'True']) {
    const answer = await api.post(`${PRODUCTS}?dry_run=${word}`, { body: { name: 'Real' } })
    refused(answer, 400, 'parameter_invalid', 'dry_run')
  }
  const twice = await api.post(`${PRODUCTS}?dry_run=true&dry_run=false`, { body: { name: 'Real' } })
  refused(twice, 400, 'parameter_invalid', 'dry_run')
})

test('a GET has no dry run', async () => {
  refused(await api.get(`${PRODUCTS}?dry_run=true`), 400, 'parameter_unknown', 'dry_run')
})
