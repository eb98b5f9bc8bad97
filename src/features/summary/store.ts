// All SQL of the summary. Uses daily sums and, for the rest, index-only reads.

import { INVOICE_STATUSES } from '../../domain/invoice.ts'
import { spanOf } from '../../domain/sums.ts'
import {
  type Db,
  empty,
  instants,
  plain,
  query,
  queryPlanned,
  raw,
  type Sql,
  sql,
} from '../../platform/db/sql.ts'
import { uncollected } from '../invoices/filters.ts'
import { needsAttention } from '../outbox/store.ts'
import { isUnanswered } from '../payments/store.ts'
import { collectibleOf, isOwed, remainingOf } from '../remaining.ts'
import {
  codesOf,
  OPEN,
  type PeriodSum,
  summedInvoices,
  summedPayments,
  sumSpans,
  withSums,
} from '../sums/store.ts'
import { AGES, type Concern } from './schemas.ts'

const SUMMED = INVOICE_STATUSES.filter((status) => status !== 'draft')

/** From the first, inclusive, to the second, exclusive, in milliseconds. */
export interface Instants {
  after: number
  before: number
}

export interface DayRange {
  from: string
  to: string
}

/** Settled payments received in each period, by the receipt date. */
export const sumReceived = (
  db: Db,
  environmentId: number,
  periods: readonly DayRange[],
): Promise<PeriodSum[]> =>
  sumSpans(db, environmentId, summedPayments, {
    kind: 'payments_received',
    spans: periods.map(({ from, to }) => ({ first: from, last: to, edges: [] })),
  })

/** Invoices finalized between instants and not void, including tax. */
export const sumBilled = (
  db: Db,
  environmentId: number,
  periods: readonly Instants[],
): Promise<PeriodSum[]> =>
  sumSpans(db, environmentId, summedInvoices, {
    kind: 'invoices_billed',
    spans: periods.map(spanOf),
    rows: sql`select i.currency as key, count(*) as count, sum(i.total) as amount from invoices i
      where i.environment_id = ${environmentId} and i.status <> 'void'
        and i.finalized_at >= e.low and i.finalized_at < e.high
      group by i.currency`,
  })

/** The sum credited by credit notes that were issued between two instants and are not void. */
export const sumCredited = (
  db: Db,
  environmentId: number,
  periods: readonly Instants[],
): Promise<PeriodSum[]> =>
  sumRows(
    db,
    sql`unnest(${instants(periods.map(({ after }) => after))}::timestamptz[],
      ${instants(periods.map(({ before }) => before))}::timestamptz[])`,
    sql`select n.currency as key, count(*) as count, sum(n.total) as amount from credit_notes n
      where n.environment_id = ${environmentId} and n.status = 'issued'
        and n.created_at >= p.first and n.created_at < p.last
      group by n.currency`,
  )

/** Refunds paid in each period that have not failed since, by the day they were paid. */
export const sumRefunded = (
  db: Db,
  environmentId: number,
  periods: readonly DayRange[],
): Promise<PeriodSum[]> =>
  sumRows(
    db,
    sql`unnest(${plain(periods.map(({ from }) => from))}::date[],
      ${plain(periods.map(({ to }) => to))}::date[])`,
    sql`select r.currency as key, count(*) as count, sum(r.amount) as amount from refunds r
      where r.environment_id = ${environmentId} and r.status = 'succeeded'
        and r.paid_on between p.first and p.last
      group by r.currency`,
  )

/**
 * Sums rows that are few in each period, read from an index that has every column of the sum. `spans` are the first and
 * last value of each period, `rows` is SQL on `p (first, last)`.
 */
const sumRows = (db: Db, spans: Sql, rows: Sql): Promise<PeriodSum[]> =>
  queryPlanned<PeriodSum & Record<string, unknown>>(
    db,
    sql`select p.period::int as period, s.key, s.amount::text as amount, s.count
        from ${spans} with ordinality as p (first, last, period)
        cross join lateral (${rows}) s order by p.period, s.key`,
  )

/** The number of invoices finalized between instants with each warning, except void ones. */
export const countWarned = (
  db: Db,
  environmentId: number,
  period: Instants,
): Promise<PeriodSum[]> =>
  sumSpans(db, environmentId, summedInvoices, {
    kind: 'invoices_warned',
    spans: [spanOf(period)],
    rows: sql`select w.code as key, count(*) as count, 0 as amount
      from invoices i cross join lateral (${raw(codesOf('i'))}) w
      where i.environment_id = ${environmentId} and i.warnings is not null and i.status <> 'void'
        and i.finalized_at >= e.low and i.finalized_at < e.high
      group by w.code`,
  })

export interface Late {
  id: string
  number: string
  customer_id: number
  currency: string
  amount_remaining: number
  due_date: string
}

/**
 * The overdue invoices with the earliest due dates. If thousands are due on one day, an arbitrary selection, to avoid a
 * sort.
 */
export function findOldestOverdue(db: Db, environmentId: number, most: number): Promise<Late[]> {
  return query<Late & Record<string, unknown>>(
    db,
    sql`select i.id, i.number, i.customer_id, i.currency, i.due_date,
               ${raw(remainingOf('i'))} as amount_remaining
        from invoices i
        where i.environment_id = ${environmentId} and i.status = 'overdue' and ${raw(collectibleOf('i'))} > 0
        order by i.due_date limit ${most}`,
  )
}

export interface Owed {
  currency: string
  /** The index in AGES. */
  age: number
  amount: string
  count: number
}

/** The amount left to collect of open invoices, of all customers or one, by currency and by days past due on a date. */
export function sumOwed(
  db: Db,
  environmentId: number,
  today: string,
  customerId?: number,
): Promise<Owed[]> {
  const starts = AGES.flatMap(({ from }) => (from === null ? [] : [from]))
  const owed =
    customerId === undefined
      ? sql`select key as currency, day as due_date, amount, count from sums`
      : sql`select i.currency, i.due_date, ${raw(collectibleOf('i'))} as amount, 1 as count
            from invoices i
            where i.environment_id = ${environmentId} and ${raw(isOwed('i'))}
              and i.customer_id = ${customerId}`
  const sums =
    customerId === undefined ? sql`with ${withSums(summedInvoices, environmentId, OPEN)}` : empty
  return queryPlanned<Owed & Record<string, unknown>>(
    db,
    sql`${sums} select o.currency, width_bucket(${today}::date - o.due_date, ${plain(starts)}::int[]) as age,
               round(sum(o.amount))::text as amount, sum(o.count)::bigint as count
        from (${owed}) o
        group by 1, 2 having sum(o.count) <> 0 order by 1, 2`,
  )
}

/** The number of invoices created between instants, by current status. Drafts are in no sum. */
export function countCreated(
  db: Db,
  environmentId: number,
  periods: readonly Instants[],
): Promise<PeriodSum[]> {
  const of = (status: Sql, low: Sql, beyond: Sql) => sql`select count(*) from invoices i
    where i.environment_id = ${environmentId} and i.status = ${status}
      and i.created_at >= ${low} and i.created_at < ${beyond}`
  const times = (name: keyof Instants) => instants(periods.map((period) => period[name]))
  return sumSpans(db, environmentId, summedInvoices, {
    kind: 'invoices_created',
    spans: periods.map(spanOf),
    rows: sql`select k.key, (${of(raw('k.key'), raw('e.low'), raw('e.high'))}) as count, 0 as amount
      from unnest(${SUMMED}::text[]) k (key)`,
    more: sql`select d.period::int, 'draft', (${of(raw(`'draft'`), raw('d.first'), raw('d.beyond'))}), 0
      from unnest(${times('after')}::timestamptz[], ${times('before')}::timestamptz[])
        with ordinality as d (first, beyond, period)`,
  })
}

/** The date in the account's time zone, and the instant, of an environment's clock. */
interface Today {
  today: string
  now: number
}

/** Each concern's table and condition; literal, so that the planner can use partial indexes. */
const COUNTED: Record<
  Exclude<Concern, 'invoices_overdue'>,
  (on: Today) => { table: string; where: Sql; amount?: string }
> = {
  drafts_past_due: ({ today }) => ({
    table: 'invoices',
    where: sql`status = 'draft' and due_date < ${today}::date`,
  }),
  collections_failed: () => ({
    table: 'invoices',
    where: uncollected,
    amount: collectibleOf(),
  }),
  payments_unanswered: ({ now }) => ({
    table: 'payments',
    where: isUnanswered(sql`${new Date(now)}::timestamptz`),
    amount: 'amount',
  }),
  emails_failed: () => ({ table: 'emails', where: needsAttention }),
  webhook_endpoints_disabled: () => ({
    table: 'webhook_endpoints',
    where: sql`status = 'disabled' and deleted_at is null`,
  }),
  webhook_deliveries_failed: () => ({
    table: 'webhook_deliveries',
    where: sql`state = 'failed'`,
  }),
}

/** The number of objects with a problem, and their sums where amounts are shown. */
export async function countConcern(
  db: Db,
  environmentId: number,
  concern: Concern,
  on: Today,
): Promise<{ count: number; totals: ConcernTotal[] }> {
  const rows = await queryPlanned<ConcernTotal & { count: number }>(
    db,
    counting(environmentId, concern, on),
  )
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    totals: rows.filter(({ currency }) => currency !== null),
  }
}

interface ConcernTotal extends Record<string, unknown> {
  /** Null if nothing is summed. */
  currency: string | null
  amount: string
}

function counting(environmentId: number, concern: Concern, on: Today): Sql {
  if (concern === 'invoices_overdue') {
    return sql`with ${withSums(summedInvoices, environmentId, ['invoices_overdue'])}
      select null as currency, null as amount, coalesce(sum(count), 0)::bigint as count from sums`
  }
  const { table, where, amount } = COUNTED[concern](on)
  const rows = sql`${raw(table)} where environment_id = ${environmentId} and ${where}`
  return amount === undefined
    ? sql`select null as currency, null as amount, count(*) as count from ${rows}`
    : sql`select currency, sum(${raw(amount)})::text as amount, count(*) as count from ${rows}
        group by currency order by currency`
}
