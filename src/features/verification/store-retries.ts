// Verification's rule about retry plans: each step is on a day of a plan, and each plan that runs has one or is waiting.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { time } from './store.ts'

/** The days of all plans that an account ever had; what cannot be one, because someone changed it, is left out. */
export const planned = (id: number) => sql`
  select distinct jsonb_path_query_first(plan, '$.at_hour ? (@ >= 0 && @ < 24)')::int as hour, day::int as day
  from (
    select object::jsonb -> 'retry_plan' as plan from events
    where environment_id = ${id} and type = 'account.updated'
    union all
    select previous_attributes::jsonb -> 'retry_plan' from events
    where environment_id = ${id} and type = 'account.updated'
    union all
    select profile::jsonb -> 'retry_plan' from environment_settings where environment_id = ${id}
    union all
    select '{"days": [1, 3, 5, 7]}') plans,
    lateral jsonb_path_query(plan, '$.days[*] ? (@ >= 1 && @ <= 60)') day`

/** The instants at which plans ended, by the number of their invoices. */
const ends = (id: number) => sql`
  select object ->> 'number' as number, type, sequence, created_at from events
  where environment_id = ${id} and (type in ('invoice.collection_ended', 'invoice.written_off')
    -- The rest after a write-off was paid or credited.
    or (type in ('invoice.partially_paid', 'invoice.credited')
      and object ->> 'amount_remaining' = object ->> 'amount_written_off'))`

export const retryPlans: SetCheck = {
  name: 'retry_plans',
  about: 'each invoice that could not be charged is tried again by a retry plan, until that ends',
  what: 'retry plans',
  from: (id) => sql`invoices where environment_id = ${id} and payment_failed_at is not null`,
  found: (id) => sql`
    with planned as (${planned(id)}),
      ends as (${ends(id)}),
      held as (
        select *, snapshot #>> '{seller,time_zone}' as zone,
          status in ('posted', 'overdue')
            and amount_due - amount_paid - amount_credited - credit_applied_later > amount_written_off as is_open
        from invoices where environment_id = ${id}
          and (payment_failed_at is not null or retry_at is not null or retry_ended_at is not null)),
      live as (
        select distinct invoice_id from payments
        where environment_id = ${id} and status in ('pending', 'requires_action', 'processing'))
    select format('%s is %s and could be charged, but is tried again at %s, and its retry plan ended at %s', number,
                  status, coalesce(${time(sql`retry_at`)}, 'no time'), coalesce(${time(sql`retry_ended_at`)}, 'no time')) as message
    from held
    where payment_failed_at is null
    union all
    select format('%s is tried again at %s, but its retry plan has ended, or nothing is to be collected', number,
                  ${time(sql`retry_at`)})
    from held
    where retry_at is not null and (retry_ended_at is not null or not is_open)
    union all
    select format('%s could not be charged, but its retry plan has no next step', number)
    from held
    where payment_failed_at is not null and retry_ended_at is null and retry_at is null
      and disputes = 0
      and not exists (select from live where live.invoice_id = held.id)
    union all
    select format('%s is tried again at %s, which is on no day of a retry plan', number, ${time(sql`retry_at`)})
    from held
    where retry_at is not null and payment_failed_at is not null and not exists (
      select from planned, lateral (
        select date_trunc('day', payment_failed_at at time zone zone) + planned.day * interval '1 day'
          + coalesce(planned.hour * interval '1 hour', date_trunc('second', payment_failed_at at time zone zone)
            - date_trunc('day', payment_failed_at at time zone zone)) as wanted) step
      -- A time that clocks skip is later by the length of the gap; one that they repeat has two instants.
      where step.wanted = retry_at at time zone zone or step.wanted at time zone zone = retry_at)
      -- A step that waited for a payment of a person, or for a dispute, is due when that is over.
      and not exists (
        select from events e
        where e.environment_id = ${id} and e.created_at = held.retry_at and (e.type = 'dispute.closed'
          or (e.type in ('payment.failed', 'payment.canceled') and e.object ->> 'initiated_by' not in ('auto', 'retry'))))
    union all
    select format('the retry plan of %s ended at %s, which no event says', number, ${time(sql`retry_ended_at`)})
    from held
    where retry_ended_at is not null and retry_ended_at is distinct from payment_failed_at
      and not exists (
        select from ends where ends.number = held.number and ends.created_at = held.retry_ended_at)
    union all
    select format('the retry plan of %s ended with event %s, but the invoice says %s', i.number, e.sequence,
                  coalesce(${time(sql`i.retry_ended_at`)}, 'no time'))
    from ends e
    join invoices i on i.environment_id = ${id} and i.number = e.number and i.status in ('posted', 'overdue')
    where e.type = 'invoice.collection_ended' and i.retry_ended_at is distinct from e.created_at
      and not exists (
        select from events p where p.environment_id = ${id} and p.type = 'invoice.paid'
          and p.object ->> 'number' = e.number and p.sequence > e.sequence)`,
}
