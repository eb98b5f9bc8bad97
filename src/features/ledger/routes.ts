// The API routes of ledger entries.

import { parseCustomerId } from '../../domain/customer.ts'
import type { LedgerAccount } from '../../domain/ledger.ts'
import { withMajors } from '../../domain/money-column.ts'
import type { PageQuery } from '../../platform/db/page.ts'
import { among, type Db, type Sql, sql } from '../../platform/db/sql.ts'
import { all, json, plain } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import type { Route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import type { Service } from '../service.ts'
import { parseObjectId } from './object-ref.ts'
import { reportRoutes } from './routes-reports.ts'
import { Entry, EntryList, entryJson, parseEntryId } from './schemas.ts'
import { beyondOf, bookedBefore, earliestOf, fromDay, untilDay } from './store-days.ts'
import { findEntries, touching } from './store-entries.ts'

const listed = listRoutes({
  path: '/ledger/entries',
  operation: 'listLedgerEntries',
  summary: 'List ledger entries',
  description:
    'Every movement of money as a balanced entry, newest first. Entries never change: a reversal is a new entry.',
  tag: 'Ledger',
  permission: 'ledger:read',
  query: EntryList,
  item: Entry,
  example: { summary: 'Entries of receivables', query: { account: 'receivable' } },
  columns: [
    ...all(plain, 'id', 'kind', 'object_id', 'customer_id', 'invoice_id', 'currency'),
    json('postings', { shown: (posting) => withMajors(posting, ['debit', 'credit']) }),
    plain('created_at'),
    plain('date'),
    plain('value_date'),
  ],
  async source({ scope, query }, service: Service) {
    const { filters, request } = await pageOf(service.pool, scope.environment_id, query)
    return {
      table: 'ledger_entries',
      filters,
      counter: 'ledger_entries_count',
      decodeCursor: parseEntryId,
      request,
    }
  },
  find: findEntries,
  weight: undefined,
  json: entryJson,
})

/** The page of a query: its filters, with every time bound converted to `created_at`. */
export async function pageOf(
  pool: Db,
  environmentId: number,
  query: EntryList,
): Promise<{ filters: Sql[]; request: PageQuery }> {
  const filters: Sql[] = []
  const { kind, object_id, invoice_id, customer_id, currency, account } = query
  if (kind !== undefined) filters.push(among('kind', valuesIn(kind)))
  if (object_id !== undefined) filters.push(sql`object_id = ${parseObjectId(object_id)}`)
  if (invoice_id !== undefined) filters.push(sql`invoice_id = ${decodeId('inv', invoice_id)}`)
  if (customer_id !== undefined) filters.push(sql`customer_id = ${parseCustomerId(customer_id)}`)
  const from = [query['created_at[gte]']]
  const before = [query['created_at[lt]']]
  if (account !== undefined || currency !== undefined) {
    const wanted = {
      ...(account !== undefined && { accounts: valuesIn(account) as LedgerAccount[] }),
      ...(currency !== undefined && { currencies: valuesIn(currency.toLowerCase()) }),
    }
    const { filters: touched, days } = await touching(pool, environmentId, wanted)
    filters.push(...touched)
    if (days) from.push(`${days.first}T00:00:00.000Z`)
    if (days) before.push(`${days.beyond}T00:00:00.000Z`)
  }
  const { 'date[gte]': first, 'date[lte]': last } = query
  if (first !== undefined) {
    filters.push(fromDay(first, 'date', 'ledger_entries'))
    from.push(earliestOf(first).toISOString())
  }
  if (last !== undefined) {
    filters.push(untilDay(last, 'date', 'ledger_entries'))
    before.push(beyondOf(last).toISOString())
  }
  const { 'value_date[gte]': firstValue, 'value_date[lte]': lastValue } = query
  if (firstValue !== undefined) {
    filters.push(fromDay(firstValue, 'value_date', 'ledger_entries'))
    from.push(earliestOf(firstValue).toISOString())
  }
  if (lastValue !== undefined) {
    filters.push(untilDay(lastValue, 'value_date', 'ledger_entries'))
    before.push((await bookedBefore(pool, environmentId, lastValue)).toISOString())
  }
  const latest = tightest(from, (a, b) => a > b)
  const earliest = tightest(before, (a, b) => a < b)
  const request = {
    ...query,
    ...(latest !== undefined && { 'created_at[gte]': latest }),
    ...(earliest !== undefined && { 'created_at[lt]': earliest }),
  }
  return { filters, request }
}

function tightest(
  bounds: (string | undefined)[],
  isTighter: (a: number, b: number) => boolean,
): string | undefined {
  let found: string | undefined
  for (const bound of bounds) {
    if (bound === undefined) continue
    if (found === undefined || isTighter(Date.parse(bound), Date.parse(found))) found = bound
  }
  return found
}

export const ledgerRoutes: Route<Service>[] = [...listed, ...reportRoutes]
