// All SQL of the daily sums: which sums a row is in, the effect of a change, and reading them together with rows not
// summed yet, in one statement.

import { amountCollectible, type InvoiceStatus } from '../../domain/invoice.ts'
import type { Span, SumKind } from '../../domain/sums.ts'
import { given, toInsert } from '../../platform/db/given.ts'
import {
  type Db,
  execute,
  instants,
  jsons,
  plain,
  query,
  queryPlanned,
  raw,
  type Sql,
  sql,
  unseen,
} from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { holdCounters } from '../accounts/store.ts'
import { collectibleOf } from '../remaining.ts'

/** How a table is summed. */
export interface Summed {
  table: 'invoices' | 'payments'
  /** True for rows whose sums are outdated; the condition is identical to that of the index. */
  lacking: Sql
  /** The columns of a row that never change once it is counted. */
  kept: Sql
  /** The state as which it is counted. */
  countedAs: Sql
  /** Both versions of a row as `v` with a sign: the current one, minus the counted one. */
  versions: Sql
  /** The sums `c (kind, day, key, amount)` to which a row `r` contributes. */
  parts: Sql
  /** Adds signed rows: the unchanging columns of each, and its state. */
  add(changed: Sql): Sql
  /** Marks a row as counted in its current state. */
  counted: Sql
}

/** SQL of the distinct `code` values among an invoice's warnings: several can have the same one. */
export const codesOf = (invoice: string): string =>
  `select distinct found #>> '{}' as code
   from jsonb_path_query(${invoice}.warnings::jsonb, '$[*].code') found`

export const summedInvoices: Summed = {
  table: 'invoices',
  lacking: raw(`(status <> 'draft' and (summed_status is distinct from status
    or summed_remaining is distinct from ${collectibleOf()}))::int = 1`),
  kept: raw(
    't.environment_id, t.customer_id, t.currency, t.created_at, t.finalized_at, t.due_date, t.total, t.warnings',
  ),
  countedAs: raw('t.summed_status as status, t.summed_remaining as remaining'),
  versions: raw(`lateral (values (1, t.status, ${collectibleOf('t')}),
    (-1, t.summed_status, t.summed_remaining)) v (sign, status, remaining)`),
  parts: raw(`lateral (
    select kind, day, key, amount from (values
      ('invoices_created', (r.created_at at time zone 'UTC')::date, r.status, 0, true),
      ('invoices_billed', (r.finalized_at at time zone 'UTC')::date, r.currency, r.total,
        r.finalized_at is not null and r.status <> 'void'),
      ('invoices_' || r.status, r.due_date, r.currency, r.remaining,
        r.status in ('posted', 'overdue') and r.remaining > 0)
    ) each (kind, day, key, amount, counts)
    where each.counts and r.status <> 'draft'
    union all
    select 'invoices_warned', (r.finalized_at at time zone 'UTC')::date, w.code, 0
    from (${codesOf('r')}) w
    where r.status in ('posted', 'overdue', 'paid')) c`),
  add: addInvoices,
  counted: raw(`summed_status = t.status, summed_remaining = ${collectibleOf('t')}`),
}

export const summedPayments: Summed = {
  table: 'payments',
  lacking: raw('(summed_status is distinct from status)::int = 1'),
  kept: raw('t.environment_id, t.received_on, t.currency, t.amount'),
  countedAs: raw('t.summed_status as status'),
  versions: raw('lateral (values (1, t.status), (-1, t.summed_status)) v (sign, status)'),
  parts: raw(`lateral (
    select 'payments_received' as kind, r.received_on as day, r.currency as key, r.amount
    where r.status = 'settled') c`),
  add: (changed) => intoSums(partsOf(summedPayments, sql`(${changed})`)),
  counted: raw('summed_status = t.status'),
}

const partsOf = ({ parts }: Summed, changed: Sql): Sql =>
  sql`select r.environment_id, c.kind, c.day, c.key, sum(r.sign) as count, sum(r.sign * c.amount) as amount
      from ${changed} r cross join ${parts} group by 1, 2, 3, 4`

/** The number of invoices with an amount to collect, per customer, shows which customers start or stop owing. */
function addInvoices(changed: Sql): Sql {
  return sql`
    with changed as materialized (${changed}),
    debts as (
      select environment_id, currency, customer_id, sum(sign) as more from changed
      where status in ('posted', 'overdue') and remaining > 0 group by 1, 2, 3 having sum(sign) <> 0),
    owing as (
      insert into owing_customers as o (environment_id, currency, customer_id, invoices)
      select environment_id, currency, customer_id, more from debts
      on conflict (environment_id, currency, customer_id) do update set invoices = o.invoices + excluded.invoices
      returning o.environment_id, o.currency, o.customer_id, o.invoices)
    ${intoSums(sql`${partsOf(summedInvoices, raw('changed'))}
      union all
      select environment_id, 'customers_owing', '-infinity', currency,
             sum((o.invoices > 0)::int - (o.invoices - d.more > 0)::int), 0
      from owing o join debts d using (environment_id, currency, customer_id) group by 1, 4`)}`
}

const intoSums = (added: Sql): Sql =>
  sql`insert into day_sums (environment_id, kind, day, key, count, amount)
      select * from (${added}) added where count <> 0 or amount <> 0
      on conflict (environment_id, kind, day, key) do update
        set count = day_sums.count + excluded.count, amount = day_sums.amount + excluded.amount`

export interface SummedInvoice {
  environment_id: number
  id: string
  customer_id: number
  status: InvoiceStatus
  currency: string
  created_at: number
  finalized_at: number | null
  due_date: string
  total: number
  amount_due: number
  amount_paid: number
  amount_credited: number
  credit_applied_later: number
  amount_written_off: number
  warnings: readonly { code: string }[] | null
}

/**
 * Replaces the counted state of invoices by their new state. Sent before they are saved, under the counter lock, so
 * that no transaction waits for a row of sums. Drafts are not summed.
 */
export async function sumInvoices(tx: Tx, saved: readonly SummedInvoice[]): Promise<void> {
  const rows = saved.filter(({ status }) => status !== 'draft')
  if (rows.length === 0) return
  const column = (name: Exclude<keyof SummedInvoice, 'warnings'>) =>
    plain(rows.map((row) => row[name]))
  const changed = toInsert('r', rows, {
    customer_id: unseen(column('customer_id'), 'bigint[]'),
    currency: sql`${column('currency')}::text[]`,
    created_at: sql`${instants(rows.map((row) => row.created_at))}::timestamptz[]`,
    finalized_at: sql`${instants(rows.map((row) => row.finalized_at))}::timestamptz[]`,
    due_date: sql`${column('due_date')}::date[]`,
    total: sql`${column('total')}::bigint[]`,
    warnings: jsons(rows.map(({ warnings }) => warnings && JSON.stringify(warnings))),
    status: sql`${column('status')}::text[]`,
    remaining: sql`${plain(rows.map((row) => amountCollectible(row)))}::bigint[]`,
  })
  await execute(
    tx,
    addInvoices(
      sql`select 1 as sign, r.* from ${changed} union all ${before(summedInvoices, rows)}`,
    ),
  )
}

export interface SummedPayment {
  environment_id: number
  id: string
  received_on: string
  currency: string
  amount: number
  status: string
}

/** Like `sumInvoices`, for payments. */
export async function sumPayments(tx: Tx, rows: readonly SummedPayment[]): Promise<void> {
  const column = (name: keyof SummedPayment) => plain(rows.map((row) => row[name]))
  const changed = toInsert('r', rows, {
    received_on: sql`${column('received_on')}::date[]`,
    currency: sql`${column('currency')}::text[]`,
    amount: unseen(column('amount'), 'bigint[]'),
    status: sql`${column('status')}::text[]`,
  })
  await execute(
    tx,
    summedPayments.add(
      sql`select 1 as sign, r.* from ${changed} union all ${before(summedPayments, rows)}`,
    ),
  )
}

/** The counted state of rows, to be subtracted. */
const before = (
  { table, kept, countedAs }: Summed,
  rows: readonly { environment_id: number; id: string }[],
) =>
  sql`select -1, ${kept}, ${countedAs} from ${raw(table)} t
      join ${given('k', rows, { id: unseen(plain(rows.map(({ id }) => id)), 'uuid[]') })}
        on t.environment_id = k.environment_id and t.id = k.id
      where t.summed_status is not null`

/**
 * For some rows of an environment, the current state minus the counted one. Each row is read once: for reading two
 * parts at a time PostgreSQL would start processes, which takes longer than both.
 */
const missing = ({ table, kept, versions }: Summed, environmentId: number, some: Sql): Sql =>
  sql`select v.*, ${kept}
      from (select t.* from ${raw(table)} t where t.environment_id = ${environmentId} and ${some}) t
      cross join ${versions} where v.status is not null`

/** The kinds of sums of outstanding invoices. */
export const OPEN = ['invoices_posted', 'invoices_overdue'] as const

/** Table expressions at the start of a statement; after them, `sums (kind, day, key, count, amount)` can be read. */
export const withSums = (summed: Summed, environmentId: number, kinds: readonly SumKind[]): Sql =>
  sql`unsummed as materialized (${missing(summed, environmentId, summed.lacking)}),
    sums as not materialized (
      select kind, day, key, count, amount from day_sums
      where environment_id = ${environmentId} and kind = any(${kinds}::text[])
      union all
      select c.kind, c.day, c.key, r.sign, r.sign * c.amount
      from unsummed r cross join ${summed.parts} where c.kind = any(${kinds}::text[]))`

/** The number of customers who owe something in each `currency`, as `customers`; used after `withSums`. */
export const owingNow = (environmentId: number): Sql =>
  sql`select currency, sum(customers)::bigint as customers from (
        select key as currency, count as customers from day_sums
        where environment_id = ${environmentId} and kind = 'customers_owing' and day = '-infinity'
        union all
        select d.currency, (coalesce(o.invoices, 0) + d.more > 0)::int - (coalesce(o.invoices, 0) > 0)::int
        from (select currency, customer_id, sum(sign) as more from unsummed
              where status in ('posted', 'overdue') and remaining > 0 group by 1, 2) d
        left join owing_customers o on o.environment_id = ${environmentId}
          and o.currency = d.currency and o.customer_id = d.customer_id) owing
      group by currency`

/** The sum of a period, numbered from 1, by currency or status. */
export interface PeriodSum {
  period: number
  key: string
  amount: string
  count: number
}

/**
 * The sums of several spans. `rows` are those at their edges: SQL that returns `key, count, amount` from `e.low`
 * inclusive to `e.high` exclusive; `more` are others that are in no sum.
 */
export function sumSpans(
  db: Db,
  environmentId: number,
  summed: Summed,
  { kind, spans, rows, more }: { kind: SumKind; spans: readonly Span[]; rows?: Sql; more?: Sql },
): Promise<PeriodSum[]> {
  const edges = spans.flatMap(({ edges }, index) =>
    edges.map((edge) => ({ ...edge, period: index + 1 })),
  )
  const atEdges = sql`
    union all
    select e.period, r.key, e.sign * r.count, e.sign * r.amount
    from unnest(${plain(edges.map(({ period }) => period))}::int[],
                ${instants(edges.map(({ low }) => low))}::timestamptz[],
                ${instants(edges.map(({ high }) => high))}::timestamptz[],
                ${plain(edges.map(({ sign }) => sign))}::int[]) as e (period, low, high, sign)
    cross join lateral (${rows ?? raw('')}) r`
  return queryPlanned<PeriodSum & Record<string, unknown>>(
    db,
    sql`with ${withSums(summed, environmentId, [kind])},
        parts as (
          select w.period::int as period, d.key, d.count, d.amount
          from unnest(${plain(spans.map(({ first }) => first))}::date[],
                      ${plain(spans.map(({ last }) => last))}::date[])
            with ordinality as w (first, last, period)
          cross join lateral (
            select s.key, sum(s.count) as count, sum(s.amount) as amount from sums s
            where s.day between w.first and w.last group by s.key) d
          ${rows && edges.length > 0 ? atEdges : raw('')}
          ${more ? sql`union all ${more}` : raw('')})
        select period, key, round(sum(amount))::text as amount, sum(count)::bigint as count
        from parts group by period, key having sum(count) <> 0 or sum(amount) <> 0
        order by period, key`,
  )
}

export interface Place {
  created_at: number
  id: string
}

/** Sums the next rows after a position that are not summed. Skips rows that another transaction has locked. */
export async function fillSums(
  tx: Tx,
  summed: Summed,
  environmentId: number,
  { after, most }: { after: Place; most: number },
): Promise<Place[]> {
  const { table, lacking, counted, add } = summed
  const found = await query<Place & Record<string, unknown>>(
    tx,
    sql`select t.created_at, t.id from ${raw(table)} t
        where t.environment_id = ${environmentId} and ${lacking}
          and (t.created_at, t.id) > (${new Date(after.created_at)}::timestamptz, ${after.id}::uuid)
        order by t.created_at, t.id limit ${most} for no key update skip locked`,
  )
  if (found.length === 0) return found
  const these = sql`t.id = any(${unseen(plain(found.map(({ id }) => id)), 'uuid[]')})`
  // As in every write: rows first, counters last. The counter lock then also protects the sums.
  await holdCounters(tx, environmentId)
  await execute(tx, add(missing(summed, environmentId, these)))
  await execute(
    tx,
    sql`update ${raw(table)} t set ${counted} where t.environment_id = ${environmentId} and ${these}`,
  )
  return found
}
