// Measures what grows with the invoices of one environment: `npm run bench:growth`. Pages of filtered lists with
// their counts, and the figures of Home and of the ledger, at each size, and as a multiple of the smallest size's time.
//
//   --rows <n,n,…>     how many invoices, and as many audit entries; 10000,100000,1000000 if left out
//   --only <text>      cases whose name contains it

import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { auditFilters } from '../src/features/audit-log/routes.ts'
import { decodeFilters, partsOf } from '../src/features/invoices/filters.ts'
import type { InvoiceList } from '../src/features/invoices/schemas.ts'
import { readPage } from '../src/platform/db/page.ts'
import { openPool } from '../src/platform/db/pool.ts'
import type { Bench } from './bench.ts'
import { type Side, startSide } from './compare-sides.ts'
import { fillFigures, fillLists, SEEDED, seededInvoice } from './growth-rows.ts'
import { parseOptions } from './options.ts'
import { aligned } from './report.ts'
import { asSuperuser } from './server.ts'
import { session } from './session.ts'
import { median } from './stats.ts'

const MINUTES_MOST = 60
const REPEATED = 7
const DAY_MS = 86_400_000

const values = parseOptions({
  options: {
    rows: { type: 'string', default: '10000,100000,1000000' },
    only: { type: 'string', default: '' },
  },
})

interface Target {
  pool: Pool
  side: Side
}
type Case = [name: string, run: (target: Target) => Promise<unknown>]

const invoices = (name: string, request: InvoiceList): Case => [
  `invoices: ${name}`,
  ({ pool }) =>
    readPage(
      pool,
      {
        table: 'invoices',
        environmentId: 1,
        filters: decodeFilters(request),
        parts: partsOf(1, request),
        counter: 'invoices_count',
        decodeCursor: (cursor) => cursor,
      },
      request,
    ),
]

const audit = (
  name: string,
  request: Parameters<typeof auditFilters>[0] & { offset?: number },
): Case => [
  `audit log: ${name}`,
  ({ pool }) =>
    readPage(
      pool,
      {
        table: 'audit_log',
        environmentId: 1,
        filters: auditFilters(request),
        counter: undefined,
        decodeCursor: (cursor) => cursor,
      },
      request,
    ),
]

const report = (path: string): Case => [
  path,
  async ({ side }) => {
    const headers = { authorization: `Bearer ${side.key}` }
    const answer = await fetch(`http://127.0.0.1:${side.port}${path}`, { headers })
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`)
  },
]

const nowMs = Date.now()
/** The date this many days from today. */
const day = (days: number) => new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10)
const due = (from: number, to: number) => ({ 'due_date[gte]': day(from), 'due_date[lte]': day(to) })
const { currencies, customers, actions } = SEEDED
const customer = (id: number) => `cus_${id}`

const casesAt = (rows: number): Case[] => [
  invoices('all', {}),
  invoices('all, in the middle by offset', { offset: rows / 2 }),
  invoices('all, the last page by offset', { offset: rows - 20 }),
  invoices('all, in the middle by cursor', { starting_after: seededInvoice(rows / 2) }),
  invoices('paid', { status: 'paid' }),
  invoices('paid, offset a third of all', { status: 'paid', offset: Math.floor(rows / 3) }),
  invoices('drafts', { status: 'draft' }),
  invoices('open', { open: true }),
  invoices('currency, 95 %', { currency: currencies.usual }),
  invoices('currency, 95 %, offset a third of all', {
    currency: currencies.usual,
    offset: Math.floor(rows / 3),
  }),
  invoices('currency, 1 %', { currency: currencies.rare }),
  invoices('currency, 20 rows', { currency: currencies.few }),
  invoices('currency, none', { currency: currencies.none }),
  invoices('two currencies, 1 % and 20 rows', { currency: `${currencies.rare},${currencies.few}` }),
  invoices('open, currency of 95 %', { open: true, currency: currencies.usual }),
  invoices('open, currency of 1 %', { open: true, currency: currencies.rare }),
  invoices('open, currency of none', { open: true, currency: currencies.none }),
  invoices('drafts, currency of 95 %', { status: 'draft', currency: currencies.usual }),
  invoices('drafts, currency of 1 %', { status: 'draft', currency: currencies.rare }),
  invoices('paid, currency of 1 %', { status: 'paid', currency: currencies.rare }),
  invoices('customer of 10 %', { customer_id: customer(customers.big) }),
  invoices('open, customer of 10 %', { open: true, customer_id: customer(customers.big) }),
  invoices('drafts, customer of 10 %', { status: 'draft', customer_id: customer(customers.big) }),
  invoices('customer of 0.1 %', { customer_id: customer(customers.small) }),
  invoices('open, customer of 0.1 %', { open: true, customer_id: customer(customers.small) }),
  invoices('due on a day, a year ago', due(-365, -365)),
  invoices('due in a week, a year ago', due(-371, -365)),
  invoices('due in a month, a year ago', due(-395, -365)),
  invoices('due in a year, the older', due(-730, -365)),
  invoices('due until today', { 'due_date[lte]': day(0) }),
  invoices('due from today', { 'due_date[gte]': day(0) }),
  invoices('open, due until today', { open: true, 'due_date[lte]': day(0) }),
  invoices('drafts, due in a month, a year ago', { status: 'draft', ...due(-395, -365) }),
  invoices('currency of 1 %, due in a week', { currency: currencies.rare, ...due(-371, -365) }),
  audit('all', {}),
  audit('action, 45 %', { action: actions.usual }),
  audit('action, 45 %, offset a third of all', {
    action: actions.usual,
    offset: Math.floor(rows / 3),
  }),
  audit('action, 1 %', { action: actions.rare }),
  audit('action, 20 rows', { action: actions.few }),
  audit('action, none', { action: actions.none }),
  audit('action of 1 %, one actor of three', {
    action: actions.rare,
    actor: 'svc_test_0000000000000001',
  }),
  report('/v1/summary'),
  report('/v1/ledger/receivables_aging'),
]

async function time(target: Target, [, run]: Case): Promise<number> {
  const all: number[] = []
  for (let round = 0; round < REPEATED; round++) {
    const fromMs = performance.now()
    await run(target)
    all.push(performance.now() - fromMs)
  }
  return median(all)
}

async function measure(bench: Bench, sizes: number[]): Promise<string> {
  const load = loadavg().map((each) => each.toFixed(1))
  const side = await startSide(bench, 'growth', join(import.meta.dirname, '..'))
  const pool = openPool(side.connection, { size: 4, statementTimeoutMs: 0 })
  pool.options.query_timeout = 0
  const times = new Map<string, number[]>()
  try {
    for (const rows of sizes) {
      bench.say(`filling in ${rows} invoices`)
      await asSuperuser(side, side.connection.database as string, async (client) => {
        await fillLists(client, { rows, untilMs: nowMs, wide: true })
        await fillFigures(client, rows)
      })
      for (const each of casesAt(rows)) {
        const [name] = each
        if (!name.includes(values.only)) continue
        const ms = await time({ pool, side }, each)
        bench.say(`${name}: ${ms.toFixed(1)} ms`)
        times.set(name, [...(times.get(name) ?? []), ms])
      }
    }
  } finally {
    await pool.end()
    await side.stop()
  }
  const table = [...times].map(([name, all]) => {
    const ratios = all.slice(1).map((ms) => `${(ms / (all[0] as number)).toFixed(1)} ×`)
    return [name, ...all.map((ms) => `${ms.toFixed(1)} ms`), ...ratios]
  })
  return [
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')} at the start;`,
    `the median of ${REPEATED} times, one after another, and how many times that of the smallest size.`,
    '',
    ...aligned([['', ...sizes.map(String), ...sizes.slice(1).map(String)], ...table]),
  ].join('\n')
}

const sizes = values.rows.split(',').map(Number)
const work = (bench: Bench) => measure(bench, sizes)
process.stdout.write(
  `${await session({ quick: false, rounds: 1, seconds: 0 }, MINUTES_MOST, work)}\n`,
)
