// The sums of days as they are of the rows, in SQL that nothing else has; forgers have them made anew.

import type { Made } from './fixtures.ts'

type Ask = (text: string, ...values: unknown[]) => Promise<Made[]>

/** What the rows of an environment are, by the day. */
const OF_ROWS = `
  select 'invoices_created' as kind, date(created_at at time zone 'UTC') as day, status as key,
    count(*) as count, 0 as amount
  from invoices where environment_id = $1 and status <> 'draft' group by 2, 3
  union all
  select 'invoices_billed', date(finalized_at at time zone 'UTC'), currency, count(*), sum(total)
  from invoices where environment_id = $1 and finalized_at is not null and status <> 'void'
  group by 2, 3
  union all
  select 'invoices_' || status, due_date, currency, count(*), sum(amount_due - amount_paid)
  from invoices where environment_id = $1 and status in ('posted', 'overdue') group by 1, 2, 3
  union all
  select 'payments_received', received_on, currency, count(*), sum(amount)
  from payments where environment_id = $1 and status = 'settled' group by 2, 3
  union all
  select 'customers_owing', '-infinity', currency, count(distinct customer_id), 0
  from invoices where environment_id = $1 and status in ('posted', 'overdue') group by 3`

const STORED = `select kind, day, key, count, amount from day_sums
  where environment_id = $1 and (count, amount) <> (0, 0)`

const DIFFERENT = `(${OF_ROWS}) except (${STORED})`
const BEYOND = `(${STORED}) except (${OF_ROWS})`

/** Rows that are counted as something else than they are. */
const UNSUMMED = `
  select id from invoices where environment_id = $1 and status <> 'draft'
    and (summed_status, summed_remaining) is distinct from (status, amount_due - amount_paid)
  union all
  select id from payments where environment_id = $1 and summed_status is distinct from status`

/** Whether the sums of an environment are of its rows as they are. */
export async function areSummed(ask: Ask, environment: number): Promise<boolean> {
  for (const text of [DIFFERENT, BEYOND, UNSUMMED]) {
    if ((await ask(text, environment)).length > 0) return false
  }
  return true
}

/** Counts each row as what it is, and makes the sums of an environment anew. */
export async function sumAnew(ask: Ask, environment: number): Promise<void> {
  await ask(
    `update invoices set summed_status = status, summed_remaining = amount_due - amount_paid
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
     select $1, currency, customer_id, count(*) from invoices
     where environment_id = $1 and status in ('posted', 'overdue') group by 2, 3`,
    environment,
  )
}
