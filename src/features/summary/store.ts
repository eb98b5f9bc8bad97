// All SQL of the summary: sums over indexes that hold all they need, so that no row is visited.

import { timestamp } from '../../domain/calendar.ts'
import {
  type Db,
  empty,
  plain,
  query,
  queryPlanned,
  raw,
  type Sql,
  sql,
} from '../../platform/db/sql.ts'
import { needsAttention } from '../outbox/store.ts'
import { AGES, type Concern } from './schemas.ts'

/** Sums are texts, since they may be larger than a JavaScript number is exact. */
export interface Received {
  period: number
  currency: string
  amount: string
  count: number
}

export interface DayRange {
  from: string
  to: string
}

/** What was received in each period and is settled, by the day the bank tells. */
export function sumReceived(
  db: Db,
  environmentId: number,
  periods: readonly DayRange[],
): Promise<Received[]> {
  return queryPlanned<Received & Record<string, unknown>>(
    db,
    sql`select w.period::int as period, sums.currency, sums.amount::text as amount, sums.count
        from unnest(${plain(periods.map(({ from }) => from))}::date[],
                    ${plain(periods.map(({ to }) => to))}::date[])
          with ordinality as w (first, last, period)
        cross join lateral (
          select p.currency, sum(p.amount) as amount, count(*) as count
          from payments p
          where p.environment_id = ${environmentId} and p.status = 'settled'
            and p.received_on between w.first and w.last
          group by p.currency) sums
        order by w.period, sums.currency`,
  )
}

/** What was finalized between instants and is not void, with tax. */
export function sumBilled(
  db: Db,
  environmentId: number,
  periods: readonly { after: number; before: number }[],
): Promise<Received[]> {
  return queryPlanned<Received & Record<string, unknown>>(
    db,
    sql`select w.period::int as period, sums.currency, sums.amount::text as amount, sums.count
        from unnest(${plain(periods.map(({ after }) => timestamp(after)))}::timestamptz[],
                    ${plain(periods.map(({ before }) => timestamp(before)))}::timestamptz[])
          with ordinality as w (first, beyond, period)
        cross join lateral (
          select i.currency, sum(i.total) as amount, count(*) as count
          from invoices i
          where i.environment_id = ${environmentId} and i.status <> 'void'
            and i.finalized_at >= w.first and i.finalized_at < w.beyond
          group by i.currency) sums
        order by w.period, sums.currency`,
  )
}

export interface Late {
  id: string
  number: string
  customer_id: number
  currency: string
  amount_remaining: number
  due_date: string
}

/** The overdue invoices that have been due for longest; of a day that thousands were due on, any, so that none is sorted. */
export function findOldestOverdue(db: Db, environmentId: number, most: number): Promise<Late[]> {
  return query<Late & Record<string, unknown>>(
    db,
    sql`select i.id, i.number, i.customer_id, i.currency, i.due_date,
               i.amount_due - i.amount_paid as amount_remaining
        from invoices i
        where i.environment_id = ${environmentId} and i.status = 'overdue'
        order by i.due_date limit ${most}`,
  )
}

export interface Owed {
  currency: string
  /** The place in AGES. */
  age: number
  amount: string
  count: number
}

/** What remains of open invoices, of all or of one customer, by currency and by days past due on a date. */
export function sumOwed(
  db: Db,
  environmentId: number,
  today: string,
  customerId?: number,
): Promise<Owed[]> {
  const theirs = customerId === undefined ? empty : sql`and i.customer_id = ${customerId}`
  const starts = AGES.flatMap(({ from }) => (from === null ? [] : [from]))
  return queryPlanned<Owed & Record<string, unknown>>(
    db,
    sql`select i.currency, width_bucket(${today}::date - i.due_date, ${plain(starts)}::int[]) as age,
               sum(i.amount_due - i.amount_paid)::text as amount, count(*) as count
        from invoices i
        where i.environment_id = ${environmentId} and i.status in ('posted', 'overdue') ${theirs}
        group by 1, 2 order by 1, 2`,
  )
}

export interface Created {
  period: number
  status: string
  count: number
}

/** How many invoices were created between instants, by what they are now. */
export function countCreated(
  db: Db,
  environmentId: number,
  periods: readonly { after: number; before: number }[],
  statuses: readonly string[],
): Promise<Created[]> {
  return queryPlanned<Created & Record<string, unknown>>(
    db,
    sql`select w.period::int as period, s.status, (
          select count(*) from invoices i
          where i.environment_id = ${environmentId} and i.status = s.status
            and i.created_at >= w.first and i.created_at < w.beyond) as count
        from unnest(${plain(periods.map(({ after }) => timestamp(after)))}::timestamptz[],
                    ${plain(periods.map(({ before }) => timestamp(before)))}::timestamptz[])
          with ordinality as w (first, beyond, period)
        cross join unnest(${plain(statuses)}::text[]) with ordinality as s (status, place)
        order by w.period, s.place`,
  )
}

/** Each concern by its table and condition; written out, so that partial indexes serve it. */
const CONCERNS: Record<Concern, (today: string) => { table: string; where: Sql }> = {
  invoices_overdue: () => ({ table: 'invoices', where: sql`status = 'overdue'` }),
  drafts_past_due: (today) => ({
    table: 'invoices',
    where: sql`status = 'draft' and due_date < ${today}::date`,
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

export async function countConcern(
  db: Db,
  environmentId: number,
  concern: Concern,
  today: string,
): Promise<number> {
  const { table, where } = CONCERNS[concern](today)
  const rows = await query<{ count: number }>(
    db,
    sql`select count(*) as count from ${raw(table)}
        where environment_id = ${environmentId} and ${where}`,
  )
  return rows[0]?.count ?? 0
}
