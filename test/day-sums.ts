// Recomputes the sums of days from the rows, in SQL independent of the product; forgers use it to update sums.

import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { Made } from './fixtures.ts'

type Ask = (text: string, ...values: unknown[]) => Promise<Made[]>

/** The sums computed from the rows of an environment, by day. */
const OF_ROWS = `
  select 'invoices_created' as kind, date(created_at at time zone 'UTC') as day, status as key,
    count(*) as count, 0 as amount
  from invoices where environment_id = $1 and status <> 'draft' group by 2, 3
  union all
  select 'invoices_billed', date(finalized_at at time zone 'UTC'), currency, count(*), sum(total)
  from invoices where environment_id = $1 and finalized_at is not null and status <> 'void'
  group by 2, 3
  union all
  select 'invoices_warned', date(finalized_at at time zone 'UTC'), each ->> 'code', count(distinct id), 0
  from invoices, json_array_elements(warnings) each
  where environment_id = $1 and status <> 'void' group by 2, 3
  union all
  select 'invoices_' || status, due_date, currency, count(*), sum(amount_due - amount_paid - amount_credited - credit_applied_later - amount_written_off)
  from invoices where environment_id = $1 and status in ('posted', 'overdue')
    and amount_written_off < amount_due - amount_paid - amount_credited - credit_applied_later group by 1, 2, 3
  union all
  select 'payments_received', received_on, currency, count(*), sum(amount)
  from payments where environment_id = $1 and status = 'settled' group by 2, 3
  union all
  select 'customers_owing', '-infinity', currency, count(distinct customer_id), 0
  from invoices where environment_id = $1 and status in ('posted', 'overdue')
    and amount_written_off < amount_due - amount_paid - amount_credited - credit_applied_later group by 3`

const STORED = `select kind, day, key, count, amount from day_sums
  where environment_id = $1 and (count, amount) <> (0, 0)`

const OWING = `
  select currency, customer_id, count(*) as invoices from invoices
  where environment_id = $1 and status in ('posted', 'overdue')
    and amount_written_off < amount_due - amount_paid - amount_credited - credit_applied_later group by 1, 2`

const STORED_OWING = `select currency, customer_id, invoices from owing_customers
  where environment_id = $1 and invoices <> 0`

const DIFFERENT = [
  `(${OF_ROWS}) except (${STORED})`,
  `(${STORED}) except (${OF_ROWS})`,
  `(${OWING}) except (${STORED_OWING})`,
  `(${STORED_OWING}) except (${OWING})`,
]

/** Rows whose summed values differ from their current values. */
const UNSUMMED = `
  select environment_id, id from invoices where status <> 'draft'
    and (summed_status, summed_remaining) is distinct from (status, amount_due - amount_paid - amount_credited - credit_applied_later - amount_written_off)
  union all
  select environment_id, id from payments where summed_status is distinct from status`

/** Asserts that this version updates the sums together with the rows, and leaves nothing to a sweep. */
export async function assertSummed(pool: Pool, environments?: number[]): Promise<void> {
  const { rows } = await pool.query(
    `select * from (${UNSUMMED}) u where $1::int[] is null or environment_id = any ($1)`,
    [environments],
  )
  assert.deepEqual(rows, [], 'rows are not in the sums as what they are')
}

export async function countUnsummed(pool: Pool): Promise<number> {
  return (await pool.query(UNSUMMED)).rows.length
}

/** True if the sums of an environment match its rows. */
export async function areSummed(ask: Ask, environment: number): Promise<boolean> {
  const unsummed = `select from (${UNSUMMED}) u where environment_id = $1`
  for (const text of [...DIFFERENT, unsummed]) {
    if ((await ask(text, environment)).length > 0) return false
  }
  return true
}

/** Marks each row as summed with its current values, and recomputes the sums of an environment. */
export async function recomputeSums(ask: Ask, environment: number): Promise<void> {
  await ask(
    `update invoices set summed_status = status, summed_remaining = amount_due - amount_paid - amount_credited - credit_applied_later - amount_written_off
     where environment_id = $1`,
    environment,
  )
  await ask('update payments set summed_status = status where environment_id = $1', environment)
  await ask('delete from day_sums where environment_id = $1', environment)
  await ask(
    `insert into day_sums (environment_id, kind, day, key, count, amount)
     select $1, of_rows.* from (${OF_ROWS}) of_rows`,
    environment,
  )
  await ask('delete from owing_customers where environment_id = $1', environment)
  await ask(
    `insert into owing_customers (environment_id, currency, customer_id, invoices)
     select $1, owing.* from (${OWING}) owing`,
    environment,
  )
}
