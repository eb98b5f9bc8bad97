// The plans of the request log with 100 000 rows: rare values have their own index, and queries by time stay within
// their days.

import { after, test } from 'node:test'
import type pg from 'pg'
import { findDueLogs } from '../src/features/customer-erasures/store-log.ts'
import { dayOf, makeDays } from '../src/features/requests/days.ts'
import { filtersOf } from '../src/features/requests/routes.ts'
import type { RequestList } from '../src/features/requests/schemas.ts'
import {
  eraseRequestsAbout,
  eraseUnattributed,
  findNext,
  findRequest,
  findRequests,
} from '../src/features/requests/store.ts'
import { readPage } from '../src/platform/db/page.ts'
import type { Db } from '../src/platform/db/sql.ts'
import { encodeId, uuidTime } from '../src/platform/ids.ts'
import { look, START, seeded } from './plans.ts'

const COUNT = 100_000

const client = await seeded({ after }, async (db, pool) => {
  // Two days, so that the list crosses from one to the next.
  const days = [dayOf(START), dayOf(START) + 1]
  await makeDays(pool, { days, unlogged: false })
  await seed(db)
})

/**
 * One request per second: reads by users, but of 1 000 one is a DELETE by a key, one a refused POST, and one failed.
 * Rare rows are old, so that a scan from the newest finds them late.
 */
async function seed(db: pg.ClientBase): Promise<void> {
  await db.query(`
    insert into requests (environment_id, id, created_at, method, path, operation, status, duration_ms,
      address, actor_kind, actor, actor_label, object_id, idempotency_key, request_body, request_cut,
      response_cut)
    select 1, (lpad(to_hex(${START} + n * 1000::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
      timestamptz '2026-01-01Z' + n * interval '1 second',
      case when n > 300 then 'GET' when n % 3 = 0 then 'DELETE' else 'POST' end, '/v1/invoices',
      case when n > 300 then 'listInvoices' else 'rareOperation' end,
      case when n > 300 or n % 3 = 0 then 200 when n % 6 = 1 then 201 when n % 6 = 4 then 404 else 500 end, 1, '::1',
      case when n > 300 then 'user' else 'key' end, case when n > 300 then 'usr_1' else 'svc_1' end, '',
      case when n % 10 = 0 then 'inv_' || n % 5000 end, case when n <= 300 then 'key-' || n end,
      case when n <= 300 then '{}' end, false, false
    from generate_series(1, ${COUNT}) n`)
  await db.query('vacuum analyze')
}

/** The ID of the nth request, which contains its time. */
const uuidOf = (n: number) => {
  const [time, rest] = [START + n * 1_000, n].map((part) => part.toString(16).padStart(12, '0'))
  return `${time?.slice(0, 8)}-${time?.slice(8)}-7000-8000-${rest}`
}

const page = (request: RequestList) => (db: Db) =>
  readPage(
    db,
    {
      table: 'requests',
      environmentId: 1,
      filters: filtersOf(request),
      counter: undefined,
      decodeCursor: (cursor) => cursor,
      createdAtOf: uuidTime,
    },
    request,
  )

const cursor = uuidOf(50_000)
const pages: [string, RequestList][] = [
  ['all', {}],
  ['all by cursor', { starting_after: cursor }],
  ['all by cursor, backwards', { ending_before: cursor }],
  ['the one', { id: encodeId('req', uuidOf(77)) }],
  ['a rare method', { method: 'DELETE' }],
  ['two rare methods', { method: 'DELETE,PATCH' }],
  ['a rare method by cursor', { method: 'DELETE', starting_after: cursor }],
  ['a rare status', { status: '500' }],
  ['a rare status of successes', { status: '201' }],
  ['a rare class', { status: '5xx' }],
  ['a rare class by cursor', { status: '4xx', starting_after: cursor }],
  ['the usual class', { status: '2xx', starting_after: cursor }],
  ['a rare operation', { operation: 'rareOperation' }],
  ["a key's", { actor: 'svc_1' }],
  ["a person's by cursor", { actor: 'usr_1', starting_after: cursor }],
  ["a key's that failed", { actor: 'svc_1', status: '5xx' }],
  ["an object's", { object_id: 'inv_70' }],
  ['with an idempotency key', { idempotency_key: 'key-7' }],
  [
    'of a minute',
    { 'created_at[gte]': '2026-01-01T10:00:00Z', 'created_at[lt]': '2026-01-01T10:01:00Z' },
  ],
]
for (const [what, request] of pages) {
  test(`the request log reads few rows: ${what}`, () => look(client, what, page(request)))
}

/** Frequent values have no index: where they are rare after all, the list is scanned in order. */
const usual: [string, RequestList][] = [
  ['by keys', { actor_kind: 'key' }],
  ['what went well as most do', { status: '200' }],
  ['reads', { method: 'GET' }],
]
for (const [what, request] of usual) {
  test(`the request log reads few rows: ${what}`, () => look(client, what, page(request), COUNT))
}

const ids = Array.from({ length: 20 }, (_, n) => uuidOf(n + 500))
const statements: [string, (db: Db) => Promise<unknown>][] = [
  [
    'twenty',
    (db) =>
      findRequests(
        db,
        ids.map((id) => ({ environment_id: 1, id })),
      ),
  ],
  ['one with its bodies', (db) => findRequest(db, { environment_id: 1, id: cursor })],
  ['what was about objects erased', (db) => eraseRequestsAbout(db, 1, ['inv_70', 'cus_7'])],
  ['the next', (db) => findNext(db, 1, { after: uuidOf(0), most: 100 })],
  ['those about nobody', (db) => eraseUnattributed(db, 1, ids)],
  ['logs that are due', (db) => findDueLogs(db, START, 10)],
]
for (const [what, run] of statements)
  test(`the request log reads few rows: ${what}`, () => look(client, what, run))
