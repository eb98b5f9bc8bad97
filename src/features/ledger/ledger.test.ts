// The ledger over HTTP and SQL: what is written with each step, and what was there before it.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import pg from 'pg'
import { createDatabase } from '../../../test/database.ts'
import { INVOICES, makeCustomer, makeInvoice } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { readMigrations } from '../../platform/db/migrations.ts'

const w = await world({ after })
const { api } = w

const ENTRIES = `
  select e.kind, e.currency, array_agg(p.account || ' ' || trim_scale(p.amount)
    order by p.amount desc) as postings
  from ledger_entries e join ledger_postings p on p.entry_id = e.id
  where e.environment_id = 1 and e.customer_id = $1
  group by e.environment_id, e.id order by e.created_at, e.id`

const billed = (customer: { id: number }, currency: string, unit_amount: number) => ({
  customer_id: customer.id,
  currency,
  line_items: [{ description: 'Seats', quantity: 3, unit_amount }],
})

test('finalize and void write an entry and its mirror, in the currency of the document', async () => {
  const customer = await makeCustomer(api)
  for (const [currency, unit_amount] of [
    ['cad', 1999],
    ['jpy', 1999],
    ['kwd', 1999],
  ] as const) {
    const { id } = await makeInvoice(api, billed(customer, currency, unit_amount))
    await api.post(`${INVOICES}/${id}/finalize`)
    if (currency === 'kwd') await api.post(`${INVOICES}/${id}/void`)
  }
  // 3 × 19.99 = 59.97; 3 × 1999 = 5997; 3 × 1.999 = 5.997.
  assert.deepEqual(await w.sql(ENTRIES, [customer.id]), [
    {
      kind: 'invoice_finalized',
      currency: 'cad',
      postings: ['receivable 59.97', 'revenue -59.97'],
    },
    { kind: 'invoice_finalized', currency: 'jpy', postings: ['receivable 5997', 'revenue -5997'] },
    {
      kind: 'invoice_finalized',
      currency: 'kwd',
      postings: ['receivable 5.997', 'revenue -5.997'],
    },
    { kind: 'invoice_voided', currency: 'kwd', postings: ['revenue 5.997', 'receivable -5.997'] },
  ])
})

test('drafts, voided drafts and documents over nothing are not in the ledger', async () => {
  const customer = await makeCustomer(api)
  await makeInvoice(api, billed(customer, 'cad', 1))
  const dropped = await makeInvoice(api, billed(customer, 'cad', 1))
  await api.post(`${INVOICES}/${dropped.id}/void`)
  const free = await makeInvoice(api, billed(customer, 'cad', 0))
  await api.post(`${INVOICES}/${free.id}/finalize`)
  await api.post(`${INVOICES}/${free.id}/void`)
  assert.deepEqual(await w.sql(ENTRIES, [customer.id]), [])
})

test('a cause is posted once: the same again is refused by the database itself', async () => {
  const again = `insert into ledger_entries select environment_id, gen_random_uuid(), kind,
    object_id, customer_id, invoice_id, currency, created_at from ledger_entries`
  await assert.rejects(w.sql(again), /ledger_entries_cause/)
})

test('what was issued before there was a ledger is in it', async (t) => {
  const { url, drop } = await createDatabase('template0')
  const client = new pg.Client(url)
  await client.connect()
  t.after(async () => {
    await client.end()
    await drop()
  })
  const migrations = readMigrations()
  const at = migrations.findIndex(({ name }) => name === '0012_ledger.sql')
  for (const { text } of migrations.slice(0, at)) await client.query(text)
  await client.query(`
    insert into installation values (1, '', 2, 3, 1002);
    insert into accounts values (1, 'A', 'standard', null, 'cad', 30, 'UTC', '2026-01-01');
    insert into environments values (1, 1, 'test', '2026-01-01');
    insert into environment_counters (environment_id) values (1);
    insert into customers values (1, 1001, 'Maple', null, '', '', '', null, '', '', '', 'CA', false,
      null, false, null, '{}', '2026-01-01', '2026-01-01', null);
    insert into invoices (environment_id, id, customer_id, status, number, currency, due_date,
      due_date_set, notes, metadata, subtotal, tax, total, amount_due, amount_paid, created_at,
      updated_at, finalized_at, voided_at, overdue_at, snapshot, derivation)
    select 1, gen_random_uuid(), 1001, status, number, currency, '2026-02-01', true, '', '{}', total,
      0, total, total, 0, '2026-01-02', '2026-01-02', finalized::timestamptz, voided::timestamptz,
      case status when 'posted' then timestamptz '2026-02-02' end,
      case when finalized is not null then '{}'::json end,
      case when finalized is not null then '{}'::json end
    from (values
      ('posted', 'INV-000001', 'cad', 5997, '2026-01-02 23:59:59Z', null),
      ('posted', 'INV-000002', 'jpy', 5997, '2026-01-03', null),
      ('void', 'INV-000003', 'kwd', 5997, '2026-01-03', '2026-01-04'),
      ('paid', 'INV-000004', 'cad', 0, '2026-01-03', null),
      ('draft', 'INV-900000000005', 'cad', 700, null, null),
      ('void', 'INV-900000000006', 'cad', 700, null, '2026-01-04'))
      v (status, number, currency, total, finalized, voided)`)
  await client.query(migrations[at]?.text ?? '')
  const { rows } = await client.query(ENTRIES, [1001])
  // Two were issued at the same instant; which of them comes first is left to chance.
  assert.deepEqual(
    rows.toSorted((a, b) => (a.kind + a.currency < b.kind + b.currency ? -1 : 1)),
    [
      {
        kind: 'invoice_finalized',
        currency: 'cad',
        postings: ['receivable 59.97', 'revenue -59.97'],
      },
      {
        kind: 'invoice_finalized',
        currency: 'jpy',
        postings: ['receivable 5997', 'revenue -5997'],
      },
      {
        kind: 'invoice_finalized',
        currency: 'kwd',
        postings: ['receivable 5.997', 'revenue -5.997'],
      },
      { kind: 'invoice_voided', currency: 'kwd', postings: ['revenue 5.997', 'receivable -5.997'] },
    ],
  )
  const days = await client.query(`select day::text, account, currency, trim_scale(debit)::text as
    debit, trim_scale(credit)::text as credit from ledger_days where account = 'receivable'
    order by day, currency`)
  assert.deepEqual(days.rows, [
    { day: '2026-01-02', account: 'receivable', currency: 'cad', debit: '59.97', credit: '0' },
    { day: '2026-01-03', account: 'receivable', currency: 'jpy', debit: '5997', credit: '0' },
    { day: '2026-01-03', account: 'receivable', currency: 'kwd', debit: '5.997', credit: '0' },
    { day: '2026-01-04', account: 'receivable', currency: 'kwd', debit: '0', credit: '5.997' },
  ])
  const counted = await client.query('select ledger_entries_count from environment_counters')
  assert.deepEqual(counted.rows, [{ ledger_entries_count: '4' }])
})
