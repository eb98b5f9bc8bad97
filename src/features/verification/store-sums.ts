// Verification's rules about daily sums: they match the rows, as each row says it is counted. All in SQL.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'

/**
 * The contributions of invoices and payments to the sums, one row per part. A row that is counted with an outdated
 * status, or not at all, is no difference: reads add missing rows.
 */
const parts = (id: number) => sql`
  select p.kind, p.day, p.key, p.amount
  from invoices i, lateral (values
    ('invoices_created', (i.created_at at time zone 'UTC')::date, i.summed_status, 0,
      i.summed_status in ('posted', 'overdue', 'paid', 'void')),
    ('invoices_billed', (i.finalized_at at time zone 'UTC')::date, i.currency, i.total,
      i.summed_status in ('posted', 'overdue', 'paid')),
    ('invoices_posted', i.due_date, i.currency, i.summed_remaining,
      i.summed_status = 'posted' and i.summed_remaining > 0),
    ('invoices_overdue', i.due_date, i.currency, i.summed_remaining,
      i.summed_status = 'overdue' and i.summed_remaining > 0))
    p (kind, day, key, amount, counts)
  where i.environment_id = ${id} and p.counts
  union all
  select distinct on (id, code) 'invoices_warned', (finalized_at at time zone 'UTC')::date,
    code #>> '{}', 0
  from invoices, jsonb_path_query(warnings::jsonb, '$[*].code') code
  where environment_id = ${id} and summed_status in ('posted', 'overdue', 'paid')
  union all
  select 'payments_received', received_on, currency, amount
  from payments where environment_id = ${id} and summed_status = 'settled'
  union all
  select distinct on (currency, customer_id) 'customers_owing', '-infinity'::date, currency, 0
  from invoices where environment_id = ${id} and summed_status in ('posted', 'overdue')
    and summed_remaining > 0`

const days: SetCheck = {
  name: 'day_sums',
  about: 'the sums of each day match the invoices and payments',
  what: 'sums',
  from: (id) => sql`day_sums where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s %s of %s: the sum is %s with %s, but the rows add up to %s with %s', kind, key, day,
                  coalesce(d.count, 0), trim_scale(coalesce(d.amount, 0)), coalesce(r.count, 0),
                  trim_scale(coalesce(r.amount, 0))) as message
    from (select kind, day, key, count, amount from day_sums where environment_id = ${id}) d
    full join (select kind, day, key, count(*) as count, sum(amount) as amount
               from (${parts(id)}) part group by 1, 2, 3) r using (kind, day, key)
    where (coalesce(d.count, 0), coalesce(d.amount, 0))
      <> (coalesce(r.count, 0), coalesce(r.amount, 0))
    union all
    -- Nobody looks for a draft that has to be taken out again.
    select format('%s is a draft, but is summed as %s', number, summed_status)
    from invoices where environment_id = ${id} and status = 'draft' and summed_status <> 'draft'`,
}

const owing: SetCheck = {
  name: 'owing_customers',
  about: 'the number of unpaid invoices of each customer is the number counted',
  what: 'customers in a currency',
  from: (id) => sql`owing_customers where environment_id = ${id}`,
  found: (id) => sql`
    select format('cus_%s has %s unpaid invoices in %s, but %s are counted', customer_id,
                  coalesce(o.invoices, 0), currency, coalesce(r.invoices, 0)) as message
    from (select w.customer_id, w.currency, w.invoices from owing_customers w
          where w.environment_id = ${id}) o
    full join (select customer_id, currency, count(*) as invoices from invoices
               where environment_id = ${id} and summed_status in ('posted', 'overdue')
                 and summed_remaining > 0
               group by 1, 2) r using (customer_id, currency)
    where coalesce(o.invoices, 0) <> coalesce(r.invoices, 0)`,
}

export const SUM_CHECKS: SetCheck[] = [days, owing]
