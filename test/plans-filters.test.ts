// The plans of filtered lists with 100 000 invoices and as many audit entries, by frequent, rare and absent values: a
// page reads a few rows of an index, and a count reads no more than it returns.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fillLists, SEEDED } from '../bench/growth-rows.ts'
import { auditFilters } from '../src/features/audit-log/routes.ts'
import type { AuditList } from '../src/features/audit-log/schemas.ts'
import { decodeFilters, partsOf } from '../src/features/invoices/filters.ts'
import type { InvoiceList } from '../src/features/invoices/schemas.ts'
import { type Parts, readPage } from '../src/platform/db/page.ts'
import type { Db } from '../src/platform/db/sql.ts'
import { look, seeded } from './plans.ts'

/** Rows that a page can discard or sort: five statuses of 21 rows, and a few more. */
const PAGE = 150

const UNTIL = Date.parse('2026-01-01T00:00:00Z')
const client = await seeded({ after }, (db) =>
  fillLists(db, { rows: 100_000, untilMs: UNTIL, wide: false }),
)

const invoices = (request: InvoiceList, parts?: Parts) => (db: Db) =>
  readPage(
    db,
    {
      table: 'invoices',
      environmentId: 1,
      filters: decodeFilters(request),
      parts,
      counter: 'invoices_count',
      decodeCursor: (cursor) => cursor,
    },
    request,
  )

const audit = (request: AuditList) => (db: Db) =>
  readPage(
    db,
    {
      table: 'audit_log',
      environmentId: 1,
      filters: auditFilters(request),
      counter: undefined,
      decodeCursor: (cursor) => cursor,
    },
    request,
  )

const { currencies, actions } = SEEDED
const cursor = '01930000-0000-7000-8000-00000000c350'
const due = (from: string, to: string) => ({ 'due_date[gte]': from, 'due_date[lte]': to })

const pages: [string, InvoiceList, number?][] = [
  ['of a usual currency', { currency: currencies.usual }],
  ['of a usual currency by cursor', { currency: currencies.usual, starting_after: cursor }],
  ['of a rare currency', { currency: currencies.rare }],
  ['of a rare currency by cursor, backwards', { currency: currencies.rare, ending_before: cursor }],
  ['of a currency that twenty have', { currency: currencies.few }],
  ['of a currency that none has', { currency: currencies.none }],
  ['of two currencies', { currency: `${currencies.usual},${currencies.few}` }],
  ['open ones', { open: true }],
  ['those not open, by cursor', { open: false, starting_after: cursor }],
  // Counted in the index of all open invoices.
  ['open ones of a usual currency', { open: true, currency: currencies.usual }, 500],
  ['open ones of a rare currency', { open: true, currency: currencies.rare }],
  ['open ones of a currency that none has', { open: true, currency: currencies.none }],
  ['drafts of a usual currency', { status: 'draft', currency: currencies.usual }],
  ['drafts of a rare currency', { status: 'draft', currency: currencies.rare }],
  ['paid ones of a rare currency', { status: 'paid', currency: currencies.rare }],
  ['posted and void ones of a rare currency', { status: 'posted,void', currency: currencies.rare }],
  ["a customer's open ones", { open: true, customer_id: 'cus_77' }],
  ["a big customer's open ones", { open: true, customer_id: 'cus_1' }, 1_000],
  ['due on a day', due('2025-03-01', '2025-03-01')],
  ['due on a day, by cursor', { ...due('2025-03-01', '2025-03-01'), starting_after: cursor }],
  ['drafts due on a day', { status: 'draft', ...due('2025-03-01', '2025-03-01') }],
  // Up to 21 for each day and status.
  [
    'due until a day, by cursor',
    { 'due_date[lte]': '2024-03-31', starting_after: cursor },
    100 * PAGE,
  ],
  ['due in a week', due('2025-03-01', '2025-03-07'), 7 * PAGE],
  ['open ones due in a month', { open: true, ...due('2025-03-01', '2025-03-31') }, 31 * 42],
]
for (const [what, request, most = PAGE] of pages) {
  const parts = partsOf(1, request)
  test(`the list of invoices reads few rows: ${what}`, async () => {
    await look(client, what, invoices(request, parts), most, most)
    assert.deepEqual(await invoices(request, parts)(client), await invoices(request)(client))
  })
}

const entries: [string, AuditList][] = [
  ['of a usual action', { action: actions.usual }],
  ['of a usual action by cursor', { action: actions.usual, starting_after: cursor }],
  ['of a rare action', { action: actions.rare }],
  ['of an action that twenty were', { action: actions.few }],
  ['of an action that none was', { action: actions.none }],
]
for (const [what, request] of entries) {
  test(`the audit log reads few rows: ${what}`, () =>
    look(client, what, audit(request), PAGE, PAGE))
}
