// Reads complete lists and figures: all pages as one, without addresses, and with exact sums.

import assert from 'node:assert/strict'
import type { Api } from './client.ts'
import { get, type Made } from './fixtures.ts'
import { eighths } from './sums-model.ts'

/** All pages of a list, which can have filters. */
export async function listed(api: Api, path: string): Promise<Made[]> {
  const list = `${path}${path.includes('?') ? '&' : '?'}limit=100`
  const rows: Made[] = []
  for (;;) {
    const last = rows.at(-1)
    const page = await get(api, `${list}${last ? `&starting_after=${last.id}` : ''}`)
    rows.push(...page.data)
    if (!page.has_more) return rows
  }
}

function figures(value: Made): Made {
  if (Array.isArray(value)) return value.map(figures)
  if (value === null || typeof value !== 'object') return value
  const { url: _, amount, ...rest } = value
  if (amount !== undefined) assert.equal(Number(rest.amount_exact), amount)
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, figures(each)]))
}

export async function shownSummary(api: Api, interval: string): Promise<Made> {
  const path = `/v1/summary?interval=${interval}`
  const { object, seller_missing, settings_mismatched, attention, oldest_overdue, ...rest } =
    await get(api, path)
  assert.deepEqual([object, seller_missing, settings_mismatched], ['summary', [], []])
  const counted = (kind: string) => attention.find((each: Made) => each.kind === kind).count
  return {
    ...figures(rest),
    oldest_overdue: oldest_overdue.map(({ due_date }: Made) => due_date),
    attention: {
      invoices_overdue: counted('invoices_overdue'),
      drafts_past_due: counted('drafts_past_due'),
    },
  }
}

export async function shownCustomer(api: Api, id: string): Promise<Made> {
  const { object: _, ...rest } = await get(api, `/v1/customers/${id}/receivables`)
  return figures(rest)
}

const scaled = (row: Made) =>
  Object.fromEntries(
    Object.entries(row).map(([name, each]) => [
      name,
      /^(current|days_.*|total)$/.test(name) ? eighths(each as string) : each,
    ]),
  )

/** All pages of the aging, which must have the same totals; of today, or of another day. */
export async function shownAging(api: Api, limit: number, asOf?: string): Promise<Made> {
  const data: Made[] = []
  for (let first: Made; ; ) {
    const next = data.length > 0 ? `&starting_after=${data.at(-1).customer_id}` : ''
    const on = asOf ? `&as_of=${asOf}` : ''
    const page = await get(api, `/v1/ledger/receivables_aging?limit=${limit}${on}${next}`)
    const head = { as_of: page.as_of, currencies: page.currencies.map(scaled) }
    first ??= head
    assert.deepEqual(head, first)
    data.push(...page.data.map(scaled))
    if (!page.has_more) return { ...first, data }
  }
}
