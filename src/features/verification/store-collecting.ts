// Verification's rule about automatic payments that failed: the invoice, its event, its email and the payment agree.

import { raw, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { time } from './store.ts'
import { planned } from './store-retries.ts'
import { spelled } from './store-taxes.ts'

const IS_AUTOMATIC = raw("object ->> 'initiated_by' in ('auto', 'retry')")

/** Automatic payments that failed or have to be confirmed, by the ID of their invoice and the instant. */
const failedCharges = (id: number) => sql`
  select object ->> 'invoice_id' as invoice, created_at, max(type) as type, max((object ->> 'amount')::bigint)::float8 as amount
  from events
  where environment_id = ${id} and type in ('payment.failed', 'payment.requires_action') and ${IS_AUTOMATIC}
  group by 1, 2`

export const failedPayments: SetCheck = {
  name: 'failed_payments',
  about:
    'each automatic payment that failed is an event of its invoice, and the first one an email',
  what: 'failed payments',
  from: (id) => sql`events where environment_id = ${id} and type = 'invoice.payment_failed'`,
  found: (id) => sql`
    with failed as (
        select sequence, object_id, object ->> 'number' as number, created_at from events
        where environment_id = ${id} and type = 'invoice.payment_failed'),
      paid as (
        select object ->> 'number' as number, max(sequence) as sequence from events
        where environment_id = ${id} and type = 'invoice.paid' group by 1),
      charges as (${failedCharges(id)}),
      unpaid as (
        select f.number, min(f.created_at) as since from failed f left join paid p on p.number = f.number
        where f.sequence > coalesce(p.sequence, 0) group by 1)
    select format('%s is %s and could not be charged since %s, but its events say %s', i.number, i.status,
                  coalesce(${time(sql`i.payment_failed_at`)}, 'no time'), coalesce(${time(sql`u.since`)}, 'no time')) as message
    from invoices i left join unpaid u on u.number = i.number
    where i.environment_id = ${id} and i.payment_failed_at is distinct from
      case when i.status in ('posted', 'overdue') then u.since end
    union all
    select format('event %s says that %s could not be charged, but no automatic payment failed', f.sequence, f.number)
    from failed f
    where not exists (select from charges c where c.invoice = f.object_id and c.created_at = f.created_at)
    union all
    select format('%s has an automatic payment that failed, but no event says so', i.number)
    from payments y
    join invoices i on i.environment_id = ${id} and i.id = y.invoice_id
    where y.environment_id = ${id} and y.initiated_by in ('auto', 'retry') and y.status = 'failed'
      and i.status in ('posted', 'overdue') and not exists (select from failed f where f.number = i.number)
      and not exists (select from paid p where p.number = i.number)
    union all
    select format('%s could not be charged since %s, which %s emails say', i.number,
                  ${time(sql`i.payment_failed_at`)}, count(m.id))
    from invoices i
    left join emails m on m.environment_id = ${id} and m.invoice_id = i.id and m.kind in ('payment_failed', 'action_required')
      and m.created_at = i.payment_failed_at
    where i.environment_id = ${id} and i.payment_failed_at is not null and not ${wasOff(id)}
    group by i.id, i.number, i.payment_failed_at, i.snapshot #>> '{customer,email}'
    having count(m.id) <> case i.snapshot #>> '{customer,email}' when '' then 0 else 1 end
    union all
    select format('email %s says that %s is tried again on %s, which is on no day of a retry plan', m.id, i.number, m.facts ->> 'next_on')
    from emails m
    join invoices i on i.environment_id = ${id} and i.id = m.invoice_id
    where m.environment_id = ${id} and m.facts ->> 'next_on' is not null and not exists (
      select from charges c, (${planned(id)}) plan
      where c.invoice = 'inv_' || ${spelled(sql`i.id`)} and c.created_at <= m.created_at
        and (c.created_at at time zone (i.snapshot #>> '{seller,time_zone}'))::date + plan.day = (m.facts ->> 'next_on')::date)
    union all
    select format('email %s says that the retry plan of %s ends with %s, which is not the setting of that time', m.id, i.number,
                  coalesce(m.facts ->> 'how', 'nothing'))
    from emails m
    join invoices i on i.environment_id = ${id} and i.id = m.invoice_id
    cross join lateral (${endAt(id)}) plan
    where m.environment_id = ${id} and m.kind = 'collection_ended' and m.facts ->> 'how' is distinct from
      -- Without a subscription, nothing is canceled or paused.
      case when i.subscription_id is null and plan.ends in ('cancel', 'pause') then 'past_due' else plan.ends end`,
}

/** The end of the retry plan in the settings at the time of an email `m`. */
const endAt = (id: number) => sql`
  select coalesce(
    (select coalesce(e.object -> 'retry_plan' ->> 'end', 'past_due') from events e
     where e.environment_id = ${id} and e.type = 'account.updated' and e.created_at <= m.created_at
     order by e.sequence desc limit 1),
    -- A reset deletes earlier events.
    (select e.previous_attributes -> 'retry_plan' ->> 'end' from events e
     where e.environment_id = ${id} and e.type = 'account.updated' and e.previous_attributes ->> 'retry_plan' is not null
     order by e.sequence limit 1),
    (select s.profile -> 'retry_plan' ->> 'end' from environment_settings s where s.environment_id = ${id}),
    'past_due') as ends`

/** True if an account had switched an email about failed payments off at some time. */
const wasOff = (id: number) => sql`exists (
  select from events where environment_id = ${id} and type = 'account.updated'
    and coalesce(object ->> 'emails_off', '[]') <> '[]')`

/** True if an automatic payment of the invoice failed before its email `m`. */
export const failedBefore = (id: number) => sql`exists (
  select from (${failedCharges(id)}) earlier
  where earlier.created_at < m.created_at and earlier.invoice = 'inv_' || ${spelled(sql`m.invoice_id`)})`

/** True if the retry plan of the invoice ended at the instant of its email `m`. */
export const planEnded = (id: number) => sql`exists (
  select from events ended
  where ended.environment_id = ${id} and ended.type = 'invoice.collection_ended' and ended.created_at = m.created_at
    and ended.object_id = 'inv_' || ${spelled(sql`m.invoice_id`)})`

/** The failed payment that an email `m` is about. */
export const failureOf = (id: number) => sql`
  left join (${failedCharges(id)}) failed on m.kind in ('payment_failed', 'payment_failed_again', 'action_required')
    and failed.created_at = m.created_at and failed.invoice = 'inv_' || ${spelled(sql`m.invoice_id`)}`
