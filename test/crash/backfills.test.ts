// Backfills work in small batches: after a process is killed at any batch, the next process does the rest. The gate
// tries two kills.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { verify } from '../../src/app/verify.ts'
import { reckonerHere } from '../cli.ts'
import { until } from '../harness.ts'
import { partOf } from './deaths.ts'
import { assertDies, install, SECRET_KEY } from './lives.ts'

const { pool, live, url } = await install({ after })

const count = async (what: string): Promise<number> => {
  const { rows } = await pool.query(`select count(*)::int as count from ${what}`)
  return rows[0].count
}
const doctor = async () => {
  const env = { DATABASE_URL: url, SECRET_KEY, DATA_DIR: '/nonexistent', PORT: '0' }
  const { findings } = (await reckonerHere(['doctor', '--json'], env)).json()
  return findings.find(({ name }: { name: string }) => name === 'backfills').text
}

const unsummed = (table: string) =>
  `${table} where status <> 'draft' and summed_status is distinct from status`
const UNLINKED_EVENTS = 'events where environment_id = 2 and link is null'
const UNLINKED_ENTRIES = 'audit_log where environment_id = 2 and link is null'
const WITHOUT_TEXT = 'invoices where shown is null'
const UNSUMMED_INVOICES = unsummed('invoices')
const UNSUMMED_PAYMENTS = unsummed('payments')

/** Where a process dies, and the maximum number of rows left then. A first batch is 500 rows, or 200 of summed rows. */
const DEATHS = [
  ['sweep.done@backfill.chain_events:1', UNLINKED_EVENTS, 700],
  ['sweep.done@backfill.chain_audit:1', UNLINKED_ENTRIES, 700],
  ['sweep.done@backfill.invoice_texts:1', WITHOUT_TEXT, 700],
  ['sweep.done@backfill.sums_of_invoices:1', UNSUMMED_INVOICES, 300],
  ['sweep.done@backfill.sums_of_payments:1', UNSUMMED_PAYMENTS, 300],
] as const

test('after several kills later processes complete every backfill, each row once', async () => {
  await leaveEvents()
  await leaveDrafts()
  await leavePosted()
  assert.match(await doctor(), /\b1,200 invoices without stored text\b/)
  for (const [death, rows, most] of partOf(DEATHS, 3)) {
    await assertDies(live(death))
    const left = await count(rows)
    assert.ok(left <= most, `${left} of ${rows} after ${death}`)
  }
  const process = await live()
  for (const [, rows] of DEATHS) await until(rows, async () => (await count(rows)) === 0)
  await process.stop()
  assert.equal(await doctor(), 'complete')
  await assertLinked()
  assert.equal(
    await count(`invoices where shown like '%"notes":"Ada"%' and shown_of = updated_at`),
    1_200,
  )
  await assertSummedOnce()
})

async function leaveEvents(): Promise<void> {
  await pool.query(`
    insert into events (environment_id, sequence, id, type, object_id, object, created_at)
    select 2, n, gen_random_uuid(), 'product.updated', 'prod_' || n, '{}', '2026-01-01'
    from generate_series(1, 1200) n;
    update environment_counters set event_sequence = 1200 where environment_id = 2;
    insert into audit_log (environment_id, id, created_at, actor, actor_label, address, action)
    select 2, gen_random_uuid(), '2026-01-01', 'command', 'ada@office', 'localhost', 'setTier'
    from generate_series(1, 1200)`)
}

async function leaveDrafts(): Promise<void> {
  await pool.query(`
    insert into customers values (1, 1001, 'Customer', null, '', '', '', null, '', '', '', 'CA', false,
      null, false, null, '{}', to_timestamp(0), to_timestamp(0), null);
    insert into invoices (environment_id, id, customer_id, status, number, currency, due_date, due_date_set,
      notes, metadata, subtotal, tax, total, amount_due, amount_paid, created_at, updated_at)
    select 1, gen_random_uuid(), 1001, 'draft', 'INV-9' || n, 'cad', '2026-02-01', false, 'Ada', '{}',
      0, 0, 0, 0, 0, timestamptz '2026-01-01' + n * interval '1 s', '2026-01-02'
    from generate_series(1, 1200) n;
    insert into invoice_lines (environment_id, invoice_id, position, description, quantity, unit_price, amount, id)
    select 1, id, 1, 'Seats', 1, 0, 0, gen_random_uuid() from invoices`)
}

async function leavePosted(): Promise<void> {
  await pool.query(`
    insert into invoices (environment_id, id, customer_id, status, number, currency, due_date, due_date_set, notes, metadata,
      subtotal, tax, total, amount_due, amount_paid, created_at, updated_at, finalized_at, overdue_at, snapshot, derivation,
      shown, shown_of, shown_shape)
    select 1, gen_random_uuid(), 1001, 'posted', 'INV-8' || n, 'cad', '2100-01-01', false, '', '{}', 300, 0, 300, 300, 100,
      '2026-01-01', '2026-01-01', '2026-01-02', '2100-01-02', '{}', '{}', '{}', '2026-01-01', 2
    from generate_series(1, 500) n;
    insert into payments (environment_id, id, invoice_id, customer_id, amount, currency, method, status, received_on,
      reference, note, reversal_reason, metadata, created_at, updated_at)
    select 1, gen_random_uuid(), id, 1001, 100, 'cad', 'card', 'settled', '2026-01-03', '', '', '', '{}', '2026-01-03', '2026-01-03'
    from invoices where status = 'posted'`)
}

async function assertLinked(): Promise<void> {
  const { checks } = await verify(pool)
  const chain = checks.find(({ name, mode }) => name === 'chain' && mode === 'live')
  assert.deepEqual(chain?.examples, [])
  assert.match(chain?.what ?? '', /, 240\d of them linked late\b/)
}

async function assertSummedOnce(): Promise<void> {
  const { rows } = await pool.query(
    `select kind, day::text, key, count::int, trim_scale(amount)::text as amount from day_sums
     where environment_id = 1 and count <> 0 order by kind`,
  )
  assert.deepEqual(
    rows.map((row) => Object.values(row).join(' ')),
    [
      'customers_owing -infinity cad 1 0',
      'invoices_billed 2026-01-02 cad 500 150000',
      'invoices_created 2026-01-01 posted 500 0',
      'invoices_posted 2100-01-01 cad 500 100000',
      'payments_received 2026-01-03 cad 500 50000',
    ],
  )
  const owing = await pool.query(
    'select invoices::int from owing_customers where environment_id = 1',
  )
  assert.deepEqual(owing.rows, [{ invoices: 500 }])
}
