// The entries of each step, over HTTP and SQL; and their civil day: stored at posting, so that a later time zone does not
// change closed months.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readCsv } from '../../../test/csv.ts'
import {
  ACCOUNT,
  get,
  INVOICES,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

let now = Date.parse('2026-01-15T12:00:00Z')
const w = await world({ after }, { wallNow: () => now })
const { api } = w

const LEDGER = '/v1/ledger'
const at = (instant: string) => {
  now = Date.parse(instant)
}
const makeFinal = async (unit_amount: number) =>
  makeFinalized(api, { line_items: [{ description: 'Ski', quantity: 1, unit_amount }] })
const moveTo = async (time_zone: string) => {
  const answer = await api.patch(ACCOUNT, { body: { time_zone } })
  assert.equal(answer.status, 200, answer.text)
}

/** The outstanding amounts in the reports at the end of a day. */
async function owedOn(as_of: string): Promise<string[]> {
  const balance = await get(api, `${LEDGER}/trial_balance?as_of=${as_of}`)
  const aging = await get(api, `${LEDGER}/receivables_aging?as_of=${as_of}`)
  const { accounts = [] } = balance.currencies[0] ?? {}
  const receivable = accounts.find(({ account }: { account: string }) => account === 'receivable')
  return [receivable?.balance ?? '0', aging.currencies[0]?.total ?? '0']
}

/** The days and instants of the journal's entries from a day to another. */
async function journal(from: string, to: string): Promise<string[]> {
  const { text } = await api.get(`${LEDGER}/journal.csv?from=${from}&to=${to}`)
  return [...new Set(readCsv(text).map(({ date, created_at }) => `${date} ${created_at}`))]
}

async function listed(from: string, to: string): Promise<string[]> {
  const list = await get(api, `${LEDGER}/entries?date[gte]=${from}&date[lte]=${to}`)
  assert.equal(list.total_count, list.data.length)
  return list.data.map(
    (each: { date: string; created_at: string }) => `${each.date} ${each.created_at}`,
  )
}

test('a later change of the time zone does not change closed months', async () => {
  await moveTo('America/Toronto')
  // Half past eleven at night on the last of January in Toronto; in Tokyo it is 1 February.
  at('2026-02-01T04:30:00Z')
  const invoice = await makeFinal(10_000)
  at('2026-02-03T12:00:00Z')
  const january = async () => ({
    owed: await owedOn('2026-01-31'),
    journal: await journal('2026-01-01', '2026-01-31'),
    listed: await listed('2026-01-01', '2026-01-31'),
  })
  const closed = {
    owed: ['100.00000000', '100.00000000'],
    journal: ['2026-01-31 2026-02-01T04:30:00.000Z'],
    listed: ['2026-01-31 2026-02-01T04:30:00.000Z'],
  }
  assert.deepEqual(await january(), closed)
  await moveTo('Asia/Tokyo')
  assert.deepEqual(await january(), closed)
  assert.deepEqual(await journal('2026-02-01', '2026-02-03'), [])
  assert.deepEqual(await listed('2026-02-01', '2026-02-03'), [])

  // Half past midnight on 1 March in Tokyo, while it is February in Toronto and in UTC.
  at('2026-02-28T15:30:00Z')
  await makePayment(api, invoice, { amount: 10_000 })
  at('2026-03-05T12:00:00Z')
  const february = {
    owed: await owedOn('2026-02-28'),
    journal: await journal('2026-02-01', '2026-02-28'),
  }
  assert.deepEqual(february, { owed: ['100.00000000', '100.00000000'], journal: [] })
  await moveTo('Pacific/Honolulu')
  assert.deepEqual(await january(), closed)
  assert.deepEqual(
    { owed: await owedOn('2026-02-28'), journal: await journal('2026-02-01', '2026-02-28') },
    february,
  )
  assert.deepEqual(await owedOn('2026-03-01'), ['0.00000000', '0'])
  assert.deepEqual(await journal('2026-03-01', '2026-03-01'), [
    '2026-03-01 2026-02-28T15:30:00.000Z',
  ])
})

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

test('drafts, voided drafts and documents with a zero total are not in the ledger', async () => {
  const customer = await makeCustomer(api)
  await makeInvoice(api, billed(customer, 'cad', 1))
  const dropped = await makeInvoice(api, billed(customer, 'cad', 1))
  await api.post(`${INVOICES}/${dropped.id}/void`)
  const free = await makeInvoice(api, billed(customer, 'cad', 0))
  await api.post(`${INVOICES}/${free.id}/finalize`)
  await api.post(`${INVOICES}/${free.id}/void`)
  assert.deepEqual(await w.sql(ENTRIES, [customer.id]), [])
})

test('the database refuses to post the same cause twice', async () => {
  const again = `insert into ledger_entries select environment_id, gen_random_uuid(), kind,
    object_id, customer_id, invoice_id, currency, created_at, day, value_date from ledger_entries`
  await assert.rejects(w.sql(again), /ledger_entries_cause/)
})
