// The ledger over HTTP and SQL: the entries of each step.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { INVOICES, makeCustomer, makeInvoice } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

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
