// How long the filters of the request log take at a million rows a day: `npm run bench:log-filters`. One environment has nearly
// all rows of three days that are over and of the part that is written to, another a hundred; what is rare is looked for as well as
// what is usual.

import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { DAY_MS, dayOf, makeDays } from '../src/features/requests/days.ts'
import { filtersOf } from '../src/features/requests/routes.ts'
import type { RequestList } from '../src/features/requests/schemas.ts'
import { readPage } from '../src/platform/db/page.ts'
import { openPool } from '../src/platform/db/pool.ts'
import { uuidTime } from '../src/platform/ids.ts'
import type { Bench } from './bench.ts'
import { startSide } from './compare-sides.ts'
import { parseOptions } from './options.ts'
import { aligned } from './report.ts'
import { asSuperuser } from './server.ts'
import { session } from './session.ts'
import { median } from './stats.ts'

const MINUTES_MOST = 30
const DAYS = 3
/** A day is in three parts where it has that many rows. */
const PARTS = 3
const REPEATED = 7
const BUSY = 1
const QUIET = 2

const FILTERS: [string, RequestList][] = [
  ['all', {}],
  ['reads', { method: 'GET' }],
  ['POST, 9 in 100', { method: 'POST' }],
  ['DELETE, 1 in 100 000', { method: 'DELETE' }],
  ['HEAD, none', { method: 'HEAD' }],
  ['200', { status: '200' }],
  ['201', { status: '201' }],
  ['2xx', { status: '2xx' }],
  ['4xx, 5 in 1 000', { status: '4xx' }],
  ['404, 2 in 1 000', { status: '404' }],
  ['5xx, 1 in 10 000', { status: '5xx' }],
  ['503, none', { status: '503' }],
  ['a usual operation', { operation: 'retrieveInvoice' }],
  ['a rare operation', { operation: 'retrieveAccount' }],
  ['no such operation', { operation: 'noneOfThem' }],
  ['a busy key', { actor: 'svc_test_0000000000000001' }],
  ['a quiet key', { actor: 'svc_test_0000000000000009' }],
  ['by people, 1 in 1 000', { actor_kind: 'user' }],
  ['by keys', { actor_kind: 'key' }],
  ['an object', { object_id: 'inv_77' }],
  ['an idempotency key', { idempotency_key: 'key-100077' }],
  ['a quiet key, 4xx', { actor: 'svc_test_0000000000000009', status: '4xx' }],
  ['a usual operation, 5xx', { operation: 'retrieveInvoice', status: '5xx' }],
  ['a usual operation by people', { operation: 'retrieveInvoice', actor_kind: 'user' }],
]

/** Rows of a day, evenly over it. The id tells the millisecond, as the service makes them. */
const FILL = `
  insert into requests (environment_id, id, created_at, method, path, query, operation, status, error_code, duration_ms,
    address, user_agent, actor_kind, actor, actor_label, object_id, idempotency_key, request_body, request_cut,
    response_cut)
  select case when n % 30000 = 7 then ${QUIET} else ${BUSY} end,
    (lpad(to_hex(at), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
    to_timestamp(at / 1000.0)::timestamptz(3), method, '/v1/invoices/inv_01h2xcejqtf2nbrexx3vqjhp41', null,
    case when n % 100000 = 5 then 'retrieveAccount' when method = 'DELETE' then 'deleteProduct'
      when method = 'POST' then 'createInvoice' when n % 10 < 7 then 'retrieveInvoice' else 'listInvoices' end,
    case when n % 10000 = 3 then 500 when n % 500 = 4 then 404 when n % 333 = 6 then 422 when method = 'POST' then 201
      else 200 end,
    case when n % 500 = 4 then 'resource_missing' end, 3, '192.0.2.77', 'python-requests/2.31.0',
    case when n % 1000 = 8 then 'user' else 'key' end,
    case when n % 1000 = 8 then 'usr_01h2xcejqtf2nbrexx3vqjhp41' when n % 50000 = 9 then 'svc_test_0000000000000009'
      else 'svc_test_000000000000000' || n % 3 end,
    'Shop', case when n % 10 < 7 then 'inv_' || (n * 7919::bigint) % 200000 end,
    case when method <> 'GET' then 'key-' || n end,
    case when method <> 'GET' then repeat('x', 500) end, false, false
  from (select n, $1::bigint + n * 86400000::bigint / $2 as at,
          case when n % 100000 = 11 then 'DELETE' when n % 100 in (9, 19, 29, 39, 49, 59, 69, 79, 89) then 'POST'
            else 'GET' end as method
        from generate_series(0, $2 - 1) n) made`

async function measure(bench: Bench, rows: number): Promise<string> {
  const load = loadavg().map((each) => each.toFixed(1))
  const side = await startSide(bench, 'filters', join(import.meta.dirname, '..'))
  const pool = openPool(side.connection, { size: 4, statementTimeoutMs: 0 })
  pool.options.query_timeout = 0
  try {
    const nowMs = Date.now()
    const days = Array.from({ length: DAYS }, (_, back) => dayOf(nowMs) - 1 - back)
    await makeDays(pool, { days: [...days, dayOf(nowMs)], unlogged: false })
    for (const day of days) {
      bench.say(`filling a day with ${rows} rows`)
      await pool.query(FILL, [day * DAY_MS, rows])
    }
    bench.say('filling the part that is written to')
    const today = new Date(dayOf(nowMs) * DAY_MS).toISOString()
    await pool.query(FILL, [dayOf(nowMs) * DAY_MS, Math.floor(rows / PARTS)])
    await asSuperuser(side, side.connection.database as string, (client) =>
      client.query('vacuum analyze requests'),
    )
    const told = []
    for (const [what, request] of FILTERS) {
      bench.say(what)
      const cells = []
      const open = { ...request, 'created_at[gte]': today }
      const over = { ...request, 'created_at[lt]': today }
      for (const [environmentId, asked] of [
        [BUSY, over],
        [BUSY, open],
        [QUIET, request],
      ] as const) {
        const all = await times(pool, environmentId, asked)
        cells.push(`${(all[0] as number).toFixed(1)} ms`, `${median(all).toFixed(1)} ms`)
      }
      told.push([what, ...cells])
    }
    const head = ['filter', 'first', 'median', 'not over: first', 'median']
    head.push('few rows: first', 'median')
    return [
      `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')} at the start;`,
      `a page of 20 with its count, of ${DAYS} days of ${rows} rows that are over and of a third of one that is not; the first of`,
      `${REPEATED} times, and the median of all.`,
      '',
      ...aligned([head, ...told]),
    ].join('\n')
  } finally {
    await pool.end()
    await side.stop()
  }
}

async function times(pool: Pool, environmentId: number, request: RequestList): Promise<number[]> {
  const source = {
    table: 'requests',
    environmentId,
    filters: filtersOf(request),
    counter: undefined,
    decodeCursor: (cursor: string) => cursor,
    createdAtOf: uuidTime,
  }
  const all: number[] = []
  for (let time = 0; time < REPEATED; time++) {
    const from = performance.now()
    await readPage(pool, source, request)
    all.push(performance.now() - from)
  }
  return all
}

const { quick } = parseOptions({ options: { quick: { type: 'boolean', default: false } } })
const extent = { quick, rounds: 1, seconds: 0 }
const work = (bench: Bench) => measure(bench, quick ? 100_000 : 1_000_000)
process.stdout.write(`${await session(extent, MINUTES_MOST, work)}\n`)
