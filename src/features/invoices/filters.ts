// Filters of the list of invoices, and the indexes that return each in list order.

import { INVOICE_STATUSES } from '../../domain/invoice.ts'
import { OPERATORS, type Parts } from '../../platform/db/page.ts'
import { among, join, raw, type Sql, sql } from '../../platform/db/sql.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { collectibleOf, isOwed } from '../remaining.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import { customerIdOf } from './decode.ts'
import type { InvoiceList } from './schemas.ts'

const OPEN: readonly string[] = ['posted', 'overdue']
const owed = raw(isOwed())
const isCollectible = raw(`${collectibleOf()} > 0`)

/** True for an outstanding invoice whose automatic payment failed. */
export const uncollected = sql`payment_failed_at is not null and ${owed}`

const currenciesIn = (text: string) => valuesIn(text.toLowerCase())

const dueIn = ({ 'due_date[gte]': from, 'due_date[lte]': to }: InvoiceList): Sql[] => [
  ...(from === undefined ? [] : [sql`due_date >= ${from}::date`]),
  ...(to === undefined ? [] : [sql`due_date <= ${to}::date`]),
]

export function decodeFilters(query: InvoiceList): Sql[] {
  const filters: Sql[] = []
  if (query.customer_id !== undefined) {
    filters.push(sql`customer_id = ${customerIdOf(query.customer_id)}`)
  }
  if (query.subscription_id !== undefined) {
    const id = subscriptionIds.parse(query.subscription_id) ?? null
    filters.push(sql`subscription_id = ${id}::uuid`)
  }
  if (query.status !== undefined) filters.push(among('status', valuesIn(query.status)))
  if (query.open === true) filters.push(owed)
  if (query.open === false) filters.push(sql`status in ('draft', 'paid', 'void')`)
  if (query.collection !== undefined) {
    const values = valuesIn(query.collection)
    filters.push(uncollected)
    if (!values.includes('running')) filters.push(sql`retry_ended_at is not null`)
    if (!values.includes('ended')) filters.push(sql`retry_ended_at is null`)
  }
  if (query.currency !== undefined) filters.push(among('currency', currenciesIn(query.currency)))
  if (query.number !== undefined) filters.push(sql`number = ${query.number}`)
  if (query.warning !== undefined) {
    const code = JSON.stringify([{ code: query.warning }])
    filters.push(sql`warnings is not null and warnings::jsonb @> ${code}::jsonb`)
  }
  filters.push(...dueIn(query))
  for (const name of ['gte', 'gt', 'lte', 'lt'] as const) {
    const text = query[`finalized_at[${name}]`]
    if (text === undefined) continue
    const at = new Date(Date.parse(text))
    filters.push(sql`finalized_at ${raw(OPERATORS[name])} ${at}::timestamptz`)
  }
  return filters
}

/** Filters that none of the indexes used by `partsOf` covers. */
const OTHERS = [
  'customer_id',
  'subscription_id',
  'collection',
  'number',
  'warning',
  'metadata',
  'finalized_at[gte]',
  'finalized_at[gt]',
  'finalized_at[lte]',
  'finalized_at[lt]',
] as const

/**
 * Splits a list of several statuses, currencies or due days into parts that each have an index in list order
 * (`invoices_by_…`): one per status, per currency and status, or per day. Returns undefined if one index covers the
 * whole list, or if there are further filters: the planner then picks the most selective one.
 */
export function partsOf(environmentId: number, query: InvoiceList): Parts | undefined {
  const { status, open, currency, 'due_date[lte]': to } = query
  const days = dueIn(query)
  const others = [...OTHERS, ...(days.length > 0 ? (['currency'] as const) : [])]
  // Invoices due from some day on, without an end, are among the newest.
  const isEndless = days.length > 0 && to === undefined
  if (isEndless || others.some((name) => query[name] !== undefined)) return undefined
  const statuses = INVOICE_STATUSES.filter(
    (each) =>
      (status === undefined || valuesIn(status).includes(each)) &&
      (open === undefined || open === OPEN.includes(each)),
  )
  const each = sql`unnest(${statuses}::text[]) as s (status)`
  const ofStatus = open ? sql`status = part.status and ${isCollectible}` : sql`status = part.status`
  if (days.length > 0) {
    const of = sql`(select d.day, s.status from (${daysOf(environmentId, days)}) d cross join ${each})`
    return { of, filters: [sql`due_date = part.day`, ofStatus] }
  }
  if (currency !== undefined) {
    const currencies = sql`unnest(${currenciesIn(currency)}::text[]) as c (currency)`
    const of = sql`(select c.currency, s.status from ${currencies} cross join ${each})`
    return { of, filters: [sql`currency = part.currency`, ofStatus] }
  }
  if (statuses.length === 1 || (status === undefined && open === undefined)) return undefined
  return { of: sql`(select s.status from ${each})`, filters: [ofStatus] }
}

/** The days on which anything is due, each found after the one before: few, however many invoices there are. */
function daysOf(environmentId: number, within: Sql[]): Sql {
  const days = join(within, ' and ')
  return sql`with recursive days (day) as (
      select min(due_date) from invoices where environment_id = ${environmentId} and ${days}
      union all
      select (select min(due_date) from invoices
              where environment_id = ${environmentId} and ${days} and due_date > days.day)
      from days where days.day is not null)
    select day from days where day is not null`
}
