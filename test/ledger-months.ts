// The months of a small company in Auckland, for the tests of ledger reports.

import assert from 'node:assert/strict'
import { INVOICES, makeCustomer, makeFinalized } from './fixtures.ts'
import type { World } from './harness.ts'

/** A formula that a spreadsheet would run. */
export const FORMULA = '=HYPERLINK("http://evil.example","Maple, ""Inc.""")'

export interface Months {
  /** The current time, which a test can move. */
  now: number
  /** IDs of invoices by their names here. */
  id: Record<string, string>
  /** IDs of the two customers. */
  customers: string[]
}

/** Before the first of them: 1 March 2026, nine o'clock in Auckland, 13 hours ahead of UTC. */
export const BEGINNING = Date.parse('2026-02-28T20:00:00Z')

/** Finalizes five invoices in three currencies for two customers, and voids one of them. */
export async function liveThrough({ api }: World, months: Months): Promise<void> {
  const { id, customers } = months
  const makeFinal = async (name: string, at: string, amount: number, more: object) => {
    months.now = Date.parse(at)
    const line = { description: name, quantity: 1, unit_amount: amount }
    id[name] = (await makeFinalized(api, { line_items: [line], ...more })).id
  }
  const { status } = await api.patch('/v1/account', { body: { time_zone: 'Pacific/Auckland' } })
  assert.equal(status, 200)
  for (const name of [FORMULA, 'Løkke 日本 🎉']) {
    customers.push(`cus_${(await makeCustomer(api, { name })).id}`)
  }
  const maple = { customer_id: customers[0] }
  const lokke = { customer_id: customers[1] }
  const ides = { due_date: '2026-03-15' }
  // 1 March 23:59:59 in Auckland, and a second later 2 March.
  await makeFinal('a', '2026-03-01T10:59:59Z', 10_000, { ...maple, due_date: '2026-03-10' })
  await makeFinal('b', '2026-03-01T11:00:00Z', 5_000, { ...maple, due_date: '2026-04-14' })
  await makeFinal('c', '2026-03-14T20:00:00Z', 3_000, { ...lokke, due_date: '2026-01-31' })
  await makeFinal('yen', '2026-03-14T21:00:00Z', 700, { ...lokke, ...ides, currency: 'jpy' })
  await makeFinal('dinar', '2026-03-14T22:00:00Z', 1_234, { ...lokke, ...ides, currency: 'kwd' })
  months.now = Date.parse('2026-04-01T00:00:00Z')
  await api.post(`${INVOICES}/${id.b}/void`)
}
