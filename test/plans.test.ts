// The plans of lists and hot statements with 100 000 invoices: nothing gets slower as the table grows.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type pg from 'pg'
import { EVENT_TYPES } from '../src/domain/event.ts'
import { createEnvironments } from '../src/features/accounts/store.ts'
import { customers, externalIds, findCustomers } from '../src/features/customers/store.ts'
import { findDue, findDueEnvironments, lookAhead } from '../src/features/due-rows.ts'
import { findEvent, listEventsAfter, listEventsBefore } from '../src/features/events/store.ts'
import { conditionsOf, type Filtered } from '../src/features/filters.ts'
import { decodeFilters, partsOf } from '../src/features/invoices/filters.ts'
import { owedBy } from '../src/features/invoices/pay-owed.ts'
import { findInvoices, invoices } from '../src/features/invoices/store.ts'
import { overdue, reminder } from '../src/features/invoices/store-due.ts'
import { filters as paymentFilters } from '../src/features/payments/routes.ts'
import { due as billing } from '../src/features/subscriptions/store.ts'
import {
  findOldestOverdue,
  sumBilled,
  sumCredited,
  sumRefunded,
} from '../src/features/summary/store.ts'
import { findClock, findIdleClocks } from '../src/features/test-clock/store.ts'
import { BEGINNING, findInvolved, listHistory, listMails } from '../src/features/timeline/store.ts'
import { filters as deliveryFilters } from '../src/features/webhook-deliveries/routes.ts'
import { findRange, findSince } from '../src/features/webhook-deliveries/store.ts'
import {
  findAbandoned,
  findDueEndpoints,
  leaseDeliveries,
} from '../src/features/webhook-deliveries/store-due.ts'
import { findBehind, readFigures } from '../src/features/webhook-endpoints/store.ts'
import { createHeads } from '../src/platform/db/chain-heads.ts'
import { findReplay, purgeKeys } from '../src/platform/db/claims.ts'
import { havingMetadata } from '../src/platform/db/metadata-filter.ts'
import { type PageQuery, readPage } from '../src/platform/db/page.ts'
import { type Db, type Sql, sql } from '../src/platform/db/sql.ts'
import type { Tx } from '../src/platform/db/table.ts'
import { encodeId } from '../src/platform/ids.ts'
import { KeyRing } from '../src/platform/key-ring.ts'
import type { Due } from '../src/platform/sweeps/due.ts'
import { costs, FEW, look, recorder, START, seeded, sumAll } from './plans.ts'

const COUNT = 100_000

const client = await seeded({ after }, seed)

/** 100 000 invoices of 1 000 customers, a minute apart; one in 100 is posted, the rest are drafts. */
async function seed(db: pg.ClientBase): Promise<void> {
  await db.query(`
    insert into customers select 1, n, 'Customer ' || n, null, 'c' || n || '@example.com', '', '', null,
      '', '', '', 'CA', false, null, false, null, '{}', to_timestamp(0), to_timestamp(0), null
    from generate_series(1, 1000) n`)
  await db.query(
    `
    insert into invoices (environment_id, id, customer_id, status, number, currency, due_date,
      due_date_set, notes, metadata, subtotal, tax, total, amount_due, amount_paid, created_at,
      updated_at, finalized_at, overdue_at, snapshot, derivation)
    select 1, uuid_of(n), 1 + n % 1000, case when n % 100 = 0 then 'posted' else 'draft' end,
      'INV-' || n, 'cad', date '2026-01-01' + n % 1000, false, '',
      case when n % 1000 = 0 then '{"order":"A-' || n || '","plan":"pro"}'
        when n % 2 = 0 then '{"plan":"pro"}' else '{}' end::json, 300, 0, 300, 300, 0, at, at,
      case when n % 100 = 0 then at end, case when n % 100 = 0 then at + interval '2 years' end,
      case when n % 100 = 0 then '{}'::json end, case when n % 100 = 0 then '{}'::json end
    from (select n, timestamptz '2026-01-01Z' + n * interval '1 minute' as at
          from generate_series(1, ${COUNT}) n) series`.replaceAll('uuid_of(n)', uuidOf('n')),
  )
  await db.query(`
    insert into invoice_lines (environment_id, invoice_id, position, description, quantity, unit_price, amount, id)
    select 1, ${uuidOf('n')}, p, 'Line', 1, 100, 100, gen_random_uuid()
    from generate_series(1, ${COUNT}) n, generate_series(1, 3) p`)
  await db.query(`
    insert into events select 1, n, ${uuidOf('n')}, case when n % 1000 = 0 then 'invoice.paid' else 'invoice.created' end,
      'inv_' || n % 20000, '{}', null, to_timestamp(0), case when n % 10 = 0 then 1 + n / 10 % 1000 end
    from generate_series(1, ${COUNT}) n`)
  await db.query(`
    insert into idempotency_keys (environment_id, key, fingerprint, status, event_id, created_at)
    select 1, 'key-' || n, '\\x00', 201, ${uuidOf('n')}, to_timestamp(1e9 + n)
    from generate_series(1, ${COUNT}) n`)
  await db.query(`
    update environment_counters set event_sequence = ${COUNT}, draft_number = ${COUNT},
      customers_count = 1000, invoices_count = ${COUNT} where environment_id = 1`)
  // Ten endpoints; one delivery in 1 000 was given up, as many are pending, the rest were delivered.
  await db.query(`
    insert into webhook_endpoints select 1, ${uuidOf('n')}, 'https://example.com', '', '{*}', 'enabled',
      null, '\\x00', null, null, '{}', to_timestamp(0), to_timestamp(0), null, ${COUNT}, null
    from generate_series(1, 10) n`)
  await db.query(`
    insert into webhook_deliveries select 1, ${uuidOf('n')}, ${uuidOf('1 + n % 10')}, n, ${uuidOf('n')},
      'invoice.created', 'inv_' || n, state, 1, 1, case when state = 'pending' then at end, null, null,
      200, null, at, case when state <> 'pending' then at end
    from (select n, case n % 1000 when 0 then 'failed' when 1 then 'pending' else 'delivered' end as state,
            timestamptz '2026-01-01Z' + n * interval '1 minute' as at
          from generate_series(1, ${COUNT}) n) series`)
  // One payment per invoice; one in 1 000 was reversed.
  await db.query(`
    insert into payments select 1, ${uuidOf('n')}, ${uuidOf('n')}, 1 + n % 1000, 1, 'cad', 'card',
      case when n % 1000 = 0 then 'reversed' else 'settled' end, date '2026-01-01', '', '', '{}', '', at, at,
      case when n % 1000 = 0 then at end
    from (select n, timestamptz '2026-01-01Z' + n * interval '1 minute' as at
          from generate_series(1, ${COUNT}) n) series`)
  await seedSubscriptions(db)
  await seedCredit(db)
  await sumAll(db)
  await db.query('vacuum analyze')
}

/** Of 20 000 subscriptions, one in four has ended, and as many are due: 200 of these were refused, and 100 retry later. */
async function seedSubscriptions(db: pg.ClientBase): Promise<void> {
  await db.query(`
    insert into subscriptions (environment_id, id, customer_id, status, currency, items, interval,
      interval_count, start, anchor, first_period, zone, canceled_at, due_at, run_at, billing_error, metadata,
      created_at, updated_at)
    select 1, ${uuidOf('n')}, 1 + n % 1000, case when ended then 'canceled' else 'active' end, 'cad', '[]',
      'month', 1, at, '{}', 'prorate', 'UTC', case when ended then at end, due,
      due + coalesce(retry, interval '0'), case when retry is not null then '{}'::json end,
      '{}', at, at
    from (select n, at, n % 4 = 0 as ended, case n % 200 when 2 then interval '1 hour' when 102 then interval '3 years' end as retry,
            case when n % 4 > 0 then at + (n % 2) * interval '2 years' end as due
          from (select n, timestamptz '2026-01-01Z' + n * interval '1 second' as at
                from generate_series(1, 20000) n) series) subscribed`)
}

/** 50 000 credit notes, a minute apart, of which one in 50 is void, and their refunds, of which one in 50 is pending. */
async function seedCredit(db: pg.ClientBase): Promise<void> {
  const series = `(select n, n % 50 = 0 as fiftieth, timestamptz '2026-01-01Z' + n * interval '1 minute' as at
    from generate_series(1, ${COUNT / 2}) n) series`
  await db.query(`insert into credit_notes (environment_id, id, number, status, invoice_id, customer_id, currency,
      reason, lines, subtotal, tax, tax_included, total, to_open, to_balance, refund, outside, outside_reference,
      note, metadata, created_at, updated_at, voided_at, credits)
    select 1, ${uuidOf('n')}, 'CN-' || n, case when fiftieth then 'void' else 'issued' end, ${uuidOf('n')},
      1 + n % 1000, 'cad', 'goodwill', '[]', 300, 0, 0, 300, 100, 0, 200, 0, '', '', '{}', at, at,
      case when fiftieth then at end, '[]' from ${series}`)
  const id = uuidOf('n')
  await db.query(`insert into refunds (environment_id, id, credit_note_id, payment_id, invoice_id, customer_id, amount,
      currency, method, status, paid_on, reference, failure_reason, created_at, updated_at, succeeded_at)
    select 1, ${id}, ${id}, ${id}, ${id}, 1 + n % 1000, 200, 'cad', 'card',
      case when fiftieth then 'pending' else 'succeeded' end,
      case when not fiftieth then (at at time zone 'UTC')::date end, '', '', at, at,
      case when not fiftieth then at end from ${series}`)
}

function uuidOf(n: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}

/** Every second subscription is due then, and as many a year later. */
const DUE = START + 86_400_000

const invoiceId = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

const page = (request: Parameters<typeof decodeFilters>[0]) => async (db: Db) => {
  const within = { table: 'invoices', type: 'uuid', environmentId: 1 } as const
  const filters = [
    ...decodeFilters(request),
    ...(await havingMetadata(db, within, request.metadata)),
  ]
  return readPage(
    db,
    {
      table: 'invoices',
      environmentId: 1,
      filters,
      parts: partsOf(1, request),
      counter: 'invoices_count',
      decodeCursor: (cursor) => cursor,
    },
    request,
  )
}

const cursor = invoiceId(50_000)
const pages: [string, Parameters<typeof decodeFilters>[0]][] = [
  ['the first page', {}],
  ['a page by cursor', { starting_after: cursor }],
  ['a page by cursor, backwards', { ending_before: cursor }],
  ['the last page by offset', { offset: COUNT - 20 }],
  ['drafts', { status: 'draft' }],
  ['drafts by cursor', { status: 'draft', starting_after: cursor }],
  ['posted ones', { status: 'posted' }],
  ['drafts and posted ones', { status: 'draft,posted' }],
  ['posted and overdue ones by cursor', { status: 'posted,overdue', starting_after: cursor }],
  ['by rare metadata', { metadata: { order: 'A-77000' } }],
  ['by metadata that nothing has', { metadata: { order: 'A-77' } }],
  ['by common metadata', { metadata: { plan: 'pro' } }],
  ['by common metadata and cursor', { metadata: { plan: 'pro' }, starting_after: cursor }],
  ['by rare and common metadata', { metadata: { plan: 'pro', order: 'A-77000' } }],
  ["a customer's", { customer_id: 'cus_7' }],
  ["a customer's posted ones", { customer_id: 'cus_100', status: 'posted' }],
  ['one by number', { number: 'INV-77' }],
  ['due on a day', { 'due_date[gte]': '2026-03-01', 'due_date[lte]': '2026-03-01' }],
  [
    'finalized in a day',
    { 'finalized_at[gte]': '2026-02-01T00:00:00Z', 'finalized_at[lt]': '2026-02-02T00:00:00Z' },
  ],
  [
    'of an hour',
    { 'created_at[gte]': '2026-02-01T00:00:00Z', 'created_at[lt]': '2026-02-01T01:00:00Z' },
  ],
]
for (const [what, request] of pages) {
  test(`the list of invoices reads few rows: ${what}`, () => look(client, what, page(request)))
}

test('a page in the middle by offset reads only the index', async () => {
  const { db, statements } = recorder(client)
  await page({ offset: COUNT / 2 })(db)
  const walk = statements.find(({ text }) => text.includes('offset'))
  const { rows } = await client.query(`explain (format text) ${walk?.text}`, walk?.values)
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index Only Scan/)
})

const sumOf = (count: number, each: number) => ({
  ...{ period: 1, key: 'cad', amount: String(count * each), count },
})
const february = { after: Date.UTC(2026, 1, 1), before: Date.UTC(2026, 1, 2) }
test('the amount billed in a day is read from few rows', () =>
  look(client, 'what was billed', (db) => sumBilled(db, 1, [february]), 1_000))
test('the amounts credited and refunded in a period are read only from an index', async () => {
  const day = { from: '2026-01-20', to: '2026-01-20' }
  const spans = [{ after: Date.UTC(2026, 0, 20), before: Date.UTC(2026, 0, 21) }]
  // 1 440 a day, less the 28 multiples of 50 from 27 400 to 28 750.
  assert.deepEqual(await sumCredited(client, 1, spans), [sumOf(1_412, 300)])
  assert.deepEqual(await sumRefunded(client, 1, [day]), [sumOf(1_412, 200)])
  await look(client, 'what was credited', (db) => sumCredited(db, 1, spans), 10)
  await look(client, 'what was refunded', (db) => sumRefunded(db, 1, [day]), 10)
})
test('the first payable invoices of a customer are read from few rows', async () => {
  // Every thousandth invoice is posted and of this customer.
  const owed = (db: Db) => owedBy.load(db as Tx, [{ environment_id: 1, id: '101 cad' }])
  assert.equal((await owed(client))[0]?.length, 20)
  await look(client, 'owed', owed, 30)
})
test('the longest overdue invoices are read from few rows', () =>
  look(client, 'what is overdue', (db) => findOldestOverdue(db, 1, 5), 1_100))

const keys = Array.from({ length: 20 }, (_, n) => ({ environment_id: 1, id: invoiceId(n + 500) }))
const YEAR_MS = 365 * 86_400_000
const endpoint = { environment_id: 1, endpoint_id: invoiceId(2) }
const lease = {
  token: invoiceId(1),
  wallMs: START + YEAR_MS,
  untilMs: START + YEAR_MS + 1,
  most: 16,
}
const given = { from: 1, to: COUNT, state: 'failed' as const }

/** A page of another list whose cursor is the ID itself. */
const listed = (table: string, filters: Sql[], request: PageQuery) => (db: Db) =>
  readPage(
    db,
    {
      table,
      environmentId: 1,
      filters,
      counter: `${table}_count`,
      decodeCursor: (cursor) => cursor,
    },
    request,
  )
const reading = { environment_id: 1, wallNow: Date.now }
const ofEndpoint = { endpoint_id: encodeId('whe', endpoint.endpoint_id) }
const deliveryPages: [string, Filtered<typeof deliveryFilters>, PageQuery][] = [
  ['all', {}, {}],
  ['failed ones', { state: 'failed' }, {}],
  ['pending ones', { state: 'pending' }, {}],
  ['failed and pending ones', { state: 'failed,pending' }, {}],
  ['delivered ones by cursor', { state: 'delivered' }, { starting_after: cursor }],
  ["an endpoint's", ofEndpoint, {}],
  ["an endpoint's by cursor", ofEndpoint, { starting_after: cursor }],
  ["an endpoint's failed ones", { ...ofEndpoint, state: 'failed' }, {}],
  ["an endpoint's delivered ones", { ...ofEndpoint, state: 'delivered' }, {}],
  ["an event's", { event_id: encodeId('evt', invoiceId(77)) }, {}],
]
for (const [what, query, request] of deliveryPages) {
  test(`the list of deliveries reads few rows: ${what}`, () =>
    look(
      client,
      what,
      listed('webhook_deliveries', conditionsOf(deliveryFilters, query, reading), request),
    ))
}

const paymentPages: [string, Filtered<typeof paymentFilters> & PageQuery][] = [
  ['all', {}],
  ['reversed ones', { status: 'reversed' }],
  ['settled ones by cursor', { status: 'settled', starting_after: cursor }],
  ['of both', { status: 'reversed,settled' }],
  ["an invoice's", { invoice_id: encodeId('inv', invoiceId(77)) }],
]
for (const [what, query] of paymentPages) {
  test(`the list of payments reads few rows: ${what}`, () =>
    look(client, what, listed('payments', conditionsOf(paymentFilters, query, reading), query)))
}

const environments = createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)])))

const statements: [string, (db: Db) => Promise<unknown>][] = [
  ['twenty invoices with their lines', (db) => findInvoices(db, keys)],
  ['invoices locked', (db) => invoices.lock(db as Tx, keys, 'wait')],
  ['customers read', (db) => findCustomers(db, [{ environment_id: 1, id: 5 }])],
  ['customers locked', (db) => customers.lock(db as Tx, [{ environment_id: 1, id: 5 }], 'wait')],
  ['counters locked', (db) => environments.lock(db as Tx, [1], 'wait')],
  ['events after', (db) => listEventsAfter(db, 1, 50_000, 100)],
  ['events before', (db) => listEventsBefore(db, 1, 50_000, 100)],
  ['events of a rare type', (db) => listEventsAfter(db, 1, 0, 100, { types: ['invoice.paid'] })],
  ['of no event', (db) => listEventsAfter(db, 1, 0, 100, { types: ['customer.deleted'] })],
  [
    'events of all types, backwards',
    (db) => listEventsBefore(db, 1, 50_000, 100, { types: [...EVENT_TYPES] }),
  ],
  ['events of an object', (db) => listEventsAfter(db, 1, 0, 100, { object_id: 'inv_7' })],
  [
    'events of an object and a type',
    (db) => listEventsAfter(db, 1, 0, 100, { object_id: 'inv_0', types: ['invoice.paid'] }),
  ],
  ['events of a customer', (db) => listEventsBefore(db, 1, 1e15, 51, { customer_id: 7 })],
  ['of nobody', (db) => listEventsBefore(db, 1, 1e15, 51, { customer_id: 1_000_000 })],
  [
    'events of a customer and a type',
    (db) => listEventsAfter(db, 1, 0, 100, { customer_id: 7, types: ['invoice.created'] }),
  ],
  ['one event', (db) => findEvent(db, 1, invoiceId(77))],
  ['endpoints behind', (db) => findBehind(db)],
  ['endpoints with something due', (db) => findDueEndpoints(db, START + YEAR_MS)],
  ['a lease', (db) => leaseDeliveries(db, endpoint, lease)],
  ['what a deleted endpoint left', (db) => findAbandoned(db)],
  ['the figures of an endpoint', (db) => readFigures(db, 1, endpoint.endpoint_id)],
  ['all given up', (db) => findRange(db, { ...endpoint, id: endpoint.endpoint_id }, given, 501)],
  [
    'the first delivery since',
    (db) => findSince(db, { ...endpoint, id: endpoint.endpoint_id }, START + YEAR_MS / 10),
  ],
  ['a key looked up', (db) => findReplay(db, 1, 'key-5', Buffer.from([0]))],
  ['keys purged', (db) => purgeKeys(db, 1e12 + 1_000_000, 100)],
  ['environments with due invoices', (db) => findDueEnvironments(db, overdue, START)],
  ['invoices fallen due', (db) => findDue(db, overdue, 1, START + 2 * YEAR_MS, 500)],
  ['environments to remind', (db) => findDueEnvironments(db, reminder, START)],
  ['invoices to remind of', (db) => findDue(db, reminder, 1, START + 2 * YEAR_MS, 500)],
  ['environments with due subscriptions', (db) => findDueEnvironments(db, billing, DUE)],
  [
    'what is due and what falls due next',
    (db) => lookAhead(db, [{ rows: overdue }, { rows: billing }], 1, { now: DUE, until: DUE * 2 }),
  ],
  [
    'the events of an invoice and of its payments',
    (db) => listHistory(db, 1, ['inv_7', 'pay_1', 'cbt_1'], BEGINNING, 101),
  ],
  ['its mails', (db) => listMails(db, 1, invoiceId(77), BEGINNING, 101)],
  ['its payments and its credit', (db) => findInvolved(db, 1, invoiceId(77))],
  ['a clock', (db) => findClock(db, 1)],
  ['clocks on their way', (db) => findIdleClocks(db, START)],
  ['who has an external ID', (db) => externalIds.find(db, [{ environment_id: 1, value: 'x' }])],
  [
    'a customer by e-mail',
    (db) =>
      readPage(
        db,
        {
          table: 'customers',
          environmentId: 1,
          visible: sql`deleted_at is null`,
          filters: [sql`lower(email) = lower(${'C5@example.com'})`],
          counter: 'customers_count',
          decodeCursor: Number,
        },
        {},
      ),
  ],
]
for (const [what, run] of statements) test(what, () => look(client, what, run))

const due: [string, Due][] = [
  ['invoices that fall due', overdue],
  ['invoices to remind of', reminder],
  ['subscriptions to bill', billing],
]
for (const [what, kind] of due) {
  test(`of ${what}, only those that are due are read`, () =>
    look(client, what, (db) => findDue(db, kind, 1, START, 500), 100))
}

test('the billing run reads due subscriptions and retries in order, and no others', async () => {
  const bill = (most: number) => (db: Db) => findDue(db, billing, 1, DUE, most)
  await look(client, 'a round of the billing run', bill(500), 500, 500)
  const due = await bill(20_000)(client as unknown as Db)
  assert.equal(due.length, 4900)
})

test('updating invoices reads only these invoices', async () => {
  const { db, statements } = recorder(client)
  await client.query('begin')
  const rows = await invoices.lock(client as Tx, keys, 'wait')
  await invoices.update(db as Tx, rows)
  for (const statement of statements) assert.deepEqual(await costs(client, statement, FEW), [])
  await client.query('rollback')
})
