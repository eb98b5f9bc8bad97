// Verification's rule about subscriptions: their invoices are consistent, and `due_at` follows from their state.

import { type Sql, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { time } from './store.ts'
import { arrearsFound, arrearsTables, listOf } from './store-arrears.ts'
import { IS_MINIMUM, minimumsFound, minimumTables } from './store-minimums.ts'
import { spelled } from './store-taxes.ts'
import { waitingFound, waitingTables } from './store-waiting.ts'

/** True if an item is in arrears. */
const IN_ARREARS = (items: Sql) => sql`${items}::text like '%"billing":"arrears"%'`

/** Subscriptions with the values of their state; instants as clients see them, which can be compared as text. */
const held = (id: number) => sql`
  select *, case status when 'canceled' then null when 'incomplete' then ${time(sql`(created_at + interval '23 hours')`)} when 'paused' then least(resumes_at, cancels_at, change_at)
      else least(next_at, cancels_at, change_at, notices_at, pauses_at) end as due,
    case when coalesce(cancels_at > unpaused_at, minimums is null or cancels_at is null) then unpaused_at
      when ends_billed or minimums is not null then cancels_at end as bills
  from (
    select 'sub_' || ${spelled(sql`s.id`)} as ref, s.*,
      case when pauses_at > bills_at or pauses_at is null then bills_at when ends_billed then pauses_at
        when resumes_at is not null then greatest(bills_at, resumes_at) end as unpaused_at
    from (
      select s.*, status <> 'canceled' and (period_end is null or period_end <= trial_ends_at) as is_unbilled,
        case when status = 'canceled' then null
          when period_end is null or period_end <= trial_ends_at then ${time(sql`first_at`)} else period_end end as bills_at
      from (
        select s.*, ${time(sql`s.cancel_at`)} as cancels_at, ${time(sql`s.notice_at`)} as notices_at, ${time(sql`s.start`)} as starts_at,
          ${time(sql`s.trial_end`)} as trial_ends_at, coalesce(s.trial_end, s.start) as first_at,
          -- The end of what is not billed of items in arrears bills it.
          s.status in ('active', 'past_due') and ${IN_ARREARS(sql`s.items`)} as ends_billed,
          ${IN_ARREARS(sql`concat(s.items, s.scheduled_changes)`)} as is_later,
          s.current_period ->> 'start' as period_start, s.current_period ->> 'end' as period_end,
          s.pause ->> 'from' as pauses_at, s.pause ->> 'resume_at' as resumes_at,
          case s.status when 'scheduled' then ${time(sql`s.start`)} else s.current_period ->> 'end' end as next_at,
          (select min(change.value ->> 'at') from ${listOf(sql`s.scheduled_changes`)} change) as change_at,
          case s.billing_error ->> 'attempts' when '1' then interval '1 minute'
            when '2' then interval '10 minutes' when '3' then interval '1 hour'
            else interval '1 day' end as waits
        from subscriptions s where s.environment_id = ${id}) s) s) s`

/** True if a date can be that of an instant in some time zone. */
const nearly = (date: Sql, at: Sql) =>
  sql`${date} between to_char((${at} at time zone 'UTC') - interval '12 hours', 'YYYY-MM-DD')
    and to_char((${at} at time zone 'UTC') + interval '14 hours', 'YYYY-MM-DD')`

/**
 * True before a free first period, whose end (not computed here) is at most a period away. If parts are counted in
 * days, a period that begins later on the same day makes it free as well.
 */
const IS_FREE = sql`is_unbilled and (first_period = 'free'
  or (proration_unit = 'day' and next_invoice_at < first_at + interval '26 hours'))`

/** The longest period, roughly. */
const PERIOD = sql`make_interval(days => 2 + interval_count
  * case interval when 'year' then 366 when 'month' then 31 when 'week' then 7 else 1 end)`

/** True before the first period in arrears, or before the first one after a pause; their ends are not computed here. */
const IS_LATER = sql`is_later and (is_unbilled or status = 'paused' or (period_start = ${time(sql`first_at`)}
    and (first_period = 'free' or proration_unit = 'day'))) and unpaused_at is not null and case
  when next_invoice_at is null then cancels_at::timestamptz <= unpaused_at::timestamptz + 2 * ${PERIOD}
  else next_invoice_at between unpaused_at::timestamptz and unpaused_at::timestamptz + 2 * ${PERIOD} end`

/** True if the current period of a subscription begins at an instant or later or, if days are counted, on its day. */
const isFrom = (held: Sql, at: Sql) =>
  sql`(${held}.period_start >= ${time(at)} or (${held}.proration_unit = 'day'
    and left(${held}.period_start, 10) >= to_char((${at} at time zone 'UTC') - interval '26 hours', 'YYYY-MM-DD')))`

/** True if a line belongs to the period of its invoice, not to an ended one or to a pending change. */
const IS_OWN = sql`p.billing <> 'arrears' and not ${IS_MINIMUM}
  and (l.period_start >= i.scheduled_for or l.pricing -> 'part' is null
    or l.pricing -> 'part' -> 'amount_before' is not null)`

/** Invoices of subscriptions with the periods of their recurring lines. */
const billed = (id: number) => sql`
  select i.number, i.subscription_id, i.customer_id, i.currency, i.billing_reason, i.scheduled_for,
    i.period_start, i.period_end, count(l.id) filter (where ${IS_OWN}) as in_advance,
    count(l.id) filter (where p.billing <> 'arrears' and not ${IS_MINIMUM} and not (${IS_OWN})) as waited,
    -- The period is that of its own lines, or else that of the others.
    coalesce(min(l.period_start) filter (where ${IS_OWN}), min(l.period_start) filter (where not ${IS_MINIMUM}),
      min(l.period_start)) as first_start,
    coalesce(max(l.period_start) filter (where ${IS_OWN}), max(l.period_start) filter (where not ${IS_MINIMUM}),
      max(l.period_start)) as last_start,
    coalesce(max(l.period_end) filter (where ${IS_OWN}), max(l.period_end) filter (where not ${IS_MINIMUM}),
      max(l.period_end)) as last_end,
    -- Of items with different intervals.
    count(distinct l.period_end) filter (where ${IS_OWN})
      > count(distinct l.period_start) filter (where ${IS_OWN}) as is_mixed
  from invoices i
  left join invoice_lines l on l.environment_id = ${id} and l.invoice_id = i.id
    and l.subscription_item_id is not null
  left join prices p on p.environment_id = ${id} and p.id = l.price_id
  where i.environment_id = ${id} and i.subscription_id is not null
  group by i.id, i.environment_id`

/**
 * Lines of items with the end of their billed time: that of their period, or when a note returned the rest. A line of a
 * void invoice, or one that was credited in full, can be replaced without a note; so can one with less than a cent that
 * is not credited.
 */
const billedLines = (id: number) => sql`
  select l.*, l.subscription_item_id as item, coalesce(p.billing = 'arrears', false) as in_arrears,
    -- If days are counted, a change belongs to the whole of its day.
    case (select s.proration_unit from subscriptions s where s.environment_id = ${id}
      and s.id = i.subscription_id) when 'day' then interval '26 hours' else interval '0' end as slack,
    i.number, i.subscription_id, i.created_at, i.scheduled_for, n.returned_from, n.returned_until,
    case when i.status = 'void' or (i.credited -> (l.position - 1) ->> 'base')::bigint >= l.amount - l.discount
      then l.period_start
      else coalesce(n.returned_from, l.period_end) end as billed_until
  from invoice_lines l
  join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
  left join prices p on p.environment_id = ${id} and p.id = l.price_id
  left join (
    select n.invoice_id, line.value ->> 'invoice_line_id' as line,
      min((line.value -> 'period' ->> 'start')::timestamptz) as returned_from,
      max((line.value -> 'period' ->> 'end')::timestamptz) as returned_until
    from credit_notes n, json_array_elements(n.lines) line
    where n.environment_id = ${id} and n.reason = 'unused_time'
    group by n.invoice_id, line.value ->> 'invoice_line_id') n
    on n.invoice_id = l.invoice_id and n.line = 'il_' || ${spelled(sql`l.id`)}
  where l.environment_id = ${id} and l.subscription_item_id is not null and not ${IS_MINIMUM}`

export const subscriptions: SetCheck = {
  name: 'subscriptions',
  about: 'subscriptions bill each item once for a period, and are due when their state says',
  what: 'subscriptions',
  from: (id) => sql`subscriptions where environment_id = ${id}`,
  found: (id) => sql`
    with held as (${held(id)}), billed as (${billed(id)}), lines as (${billedLines(id)}), ${arrearsTables(id)},
      ${waitingTables(id)}, ${minimumTables(id)}
    ${arrearsFound(id)}
    union all
    ${waitingFound}
    union all
    ${minimumsFound(id)}
    union all
    select format('%s is %s, but is due at %s instead of %s', ref, status,
                  coalesce(${time(sql`due_at`)}, 'no time'),
                  coalesce(due, 'no time'))
    from held
    where ${time(sql`due_at`)} is distinct from due
    union all
    select format('%s announces the end of its trial at %s', ref, notices_at)
    from held
    where notices_at is not null and not coalesce(status in ('scheduled', 'trialing', 'paused')
      and notice_at = trial_end - interval '72 hours' and notices_at > starts_at, false)
    union all
    select format('%s is billed next at %s, but shows %s', ref, coalesce(bills, 'no time'),
                  coalesce(${time(sql`next_invoice_at`)}, 'no time'))
    from held
    where ${time(sql`next_invoice_at`)} is distinct from bills
      and not coalesce(${IS_FREE} and bills is not null
        and next_invoice_at > first_at and next_invoice_at < first_at + ${PERIOD}, false)
      and not coalesce(${IS_LATER}, false)
    union all
    select format('%s runs at %s, which is not when it is due or tried again', ref,
                  coalesce(${time(sql`run_at`)}, 'no time'))
    from held
    where case when status = 'incomplete' then run_at is not null
      when billing_error is null then run_at is distinct from due_at
      else ${time(sql`(run_at - waits)`)} is distinct from billing_error ->> 'at' end
    union all
    select format('%s is %s, but its current period is %s', ref, status,
                  coalesce(current_period::text, 'null'))
    from held
    where case status when 'scheduled' then current_period is not null
      when 'trialing' then period_start is distinct from starts_at
        or period_end is distinct from trial_ends_at
      when 'canceled' then cancel_at is distinct from canceled_at
      when 'paused' then coalesce(period_start > period_end, false)
      else coalesce(period_start >= period_end or not ${isFrom(sql`held`, sql`start`)}, true) end
    union all
    select format('%s is %s and counts %s overdue or failed invoices, but has %s', h.ref, h.status,
                  h.overdue_invoices, coalesce(o.overdue, 0))
    from held h
    left join (select subscription_id, count(*) as overdue from invoices
               where environment_id = ${id} and subscription_id is not null and disputes = 0
                 and (status = 'overdue' or (status = 'posted' and payment_failed_at is not null))
                 and amount_due - amount_paid - amount_credited - credit_applied_later > amount_written_off
               group by subscription_id) o on o.subscription_id = h.id
    where h.overdue_invoices <> coalesce(o.overdue, 0)
      or (h.status = 'past_due' and h.overdue_invoices = 0)
      or (h.status = 'active' and h.overdue_invoices > 0)
    union all
    select format('%s is %s until %s, but %s of its %s invoices are open', h.ref, h.status,
                  coalesce(${time(sql`h.expires_at`)}, 'no time'), count(i.id) filter (where i.status in ('posted', 'overdue')), count(i.id))
    from held h
    left join invoices i on i.environment_id = ${id} and i.subscription_id = h.id
    where h.expires_at is not null or h.status = 'incomplete'
    group by h.ref, h.status, h.expires_at, h.created_at, h.canceled_at
    having not coalesce(count(i.id) = 1 and case h.status
      -- A payment in progress postpones its end; a canceled one ends at once.
      when 'incomplete' then count(i.id) filter (where i.status in ('posted', 'overdue')) = 1
        and h.expires_at >= h.created_at + interval '23 hours'
        and (h.expires_at = h.created_at + interval '23 hours' or exists (
          select from payments y where y.environment_id = ${id} and y.invoice_id = any (array_agg(i.id)) and y.method = 'gateway'))
      when 'canceled' then h.expires_at = h.canceled_at end, false)
    union all
    select format('%s is charged to a payment method that its customer does not have', h.ref)
    from held h
    left join payment_methods m on m.environment_id = ${id} and m.id = h.payment_method_id
    where h.payment_method_id is not null and m.customer_id is distinct from h.customer_id
    union all
    select format('%s has an item that does not fit its price', h.ref)
    from held h, ${listOf(sql`h.items`)} item
    left join prices p
      on p.environment_id = ${id} and 'price_' || ${spelled(sql`p.id`)} = item.value ->> 'price_id'
    where (p.currency, p.interval, p.interval_count, 'prod_' || ${spelled(sql`p.product_id`)}, p.billing)
      is distinct from (h.currency, coalesce(item.value ->> 'interval', h.interval),
        coalesce((item.value ->> 'interval_count')::smallint, h.interval_count), item.value ->> 'product_id',
        coalesce(item.value ->> 'billing', 'advance'))
    union all
    select format('%s bills a subscription that does not exist, or has another customer or currency',
                  b.number)
    from billed b
    left join held h on h.id = b.subscription_id
    where (h.customer_id, h.currency) is distinct from (b.customer_id, b.currency)
    union all
    select format('%s bills another period than its lines', number)
    from billed
    where billing_reason <> 'cancel'
      and ((period_start, period_end) is distinct from (first_start, last_end)
        or case when in_advance = 0 and waited > 0 then scheduled_for <= first_start
          when in_advance = 0 and billing_reason <> 'create'
            -- What ended in a period can wait for its end.
            then scheduled_for < last_end or scheduled_for > last_end + interval '1096 days'
          -- A change can be billed for the whole period.
          when billing_reason = 'change' then scheduled_for < first_start or scheduled_for >= last_end
          else scheduled_for is distinct from first_start end)
    union all
    select format('%s bills a period, or another one than the last of its subscription', number)
    from billed b
    left join held h on h.id = b.subscription_id
    where b.billing_reason = 'cancel' and (b.in_advance > 0 or (b.waited > 0 and b.last_end > b.scheduled_for)
      or (${time(sql`b.period_start`)}, b.period_end, b.scheduled_for) is distinct from (
        least(coalesce(h.period_start, ${time(sql`h.canceled_at`)}), ${time(sql`h.canceled_at`)}),
        h.canceled_at, h.canceled_at))
    union all
    select format('%s names a subscription, a period or a reason that does not go with the others', number)
    from invoices
    where environment_id = ${id} and not (subscription_id is null) = all (array[
      period_start is null, period_end is null, scheduled_for is null, billing_reason = 'manual'])
    union all
    select format('line %s of %s has an item without its subscription or a whole period, or half a period',
                  l.position, i.number)
    from invoice_lines l
    join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
    where l.environment_id = ${id} and (
      num_nonnulls(l.subscription_item_id, l.invoice_item_id) <> num_nonnulls(i.subscription_id)
      or (l.period_start is null) <> (l.period_end is null) or l.period_start >= l.period_end
      or (l.subscription_item_id is not null and l.period_start is null))
    union all
    select format('line %s of %s is for %s to %s, which is not a first part or a change that costs its share',
                  l.position, i.number, l.pricing -> 'part' ->> 'from', l.pricing -> 'part' ->> 'to')
    from invoice_lines l
    join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
    left join prices p on p.environment_id = ${id} and p.id = l.price_id
    left join held h on h.id = i.subscription_id
    where l.environment_id = ${id} and l.pricing -> 'part' is not null and not ${IS_MINIMUM} and not coalesce(
      l.subscription_item_id is not null
      and case h.proration_unit
        when 'day' then ${nearly(sql`l.pricing -> 'part' ->> 'from'`, sql`l.period_start`)}
          and ${nearly(sql`l.pricing -> 'part' ->> 'to'`, sql`l.period_end`)}
        else l.pricing -> 'part' ->> 'from' = ${time(sql`l.period_start`)}
          and l.pricing -> 'part' ->> 'to' = ${time(sql`l.period_end`)} end
      and case p.billing when 'arrears' then l.pricing -> 'part' ->> 'end' >= l.pricing -> 'part' ->> 'to'
        else l.pricing -> 'part' ->> 'end' = l.pricing -> 'part' ->> 'to'
          -- A state that ended before it was billed.
          or (l.pricing -> 'part' ->> 'end' > l.pricing -> 'part' ->> 'to' and l.period_end <= i.scheduled_for
            and i.billing_reason <> 'create') end
      and case i.billing_reason
        when 'create' then h.first_period = 'prorate' and h.first_at = l.period_start
          and l.pricing -> 'part' ->> 'start' < l.pricing -> 'part' ->> 'from'
        -- A change, the first part after a trial, or a period after a pause.
        else l.pricing -> 'part' ->> 'start' <= l.pricing -> 'part' ->> 'from' end, false)
    union all
    select format('line %s of %s bills a change of the whole period', l.position, i.number)
    from lines l
    join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
    where i.billing_reason = 'change' and l.pricing -> 'part' is null and not l.in_arrears
    union all
    select format('%s is billed for a period twice', 'si_' || ${spelled(sql`item`)})
    from (select item, period_start, period_end, period_start >= period_end as is_empty,
            lag(billed_until) over same as before, lag(period_start) over same as former_start,
            lag(amount - discount) over same as former, slack
          from lines
          where pricing -> 'part' -> 'quantity_before' is null and pricing -> 'part' -> 'amount_before' is null
          -- A command can bill a period that is due and replace it at one instant.
          window same as (partition by item, in_arrears order by created_at, length(number), number, period_start, id)) each
    -- Time up to a pause that costs less than a cent is billed again without a note.
    where is_empty or (before > period_start + slack
      and former * extract(epoch from least(before, period_end) - period_start) >= 2 * extract(epoch from before - former_start))
    union all
    select format('line %s of %s charges units beyond %s, but %s were billed before', position, number,
                  pricing -> 'part' ->> 'quantity_before', coalesce(former::text, 'none'))
    from (select l.*, lag(quantity) over (partition by item, in_arrears
            order by created_at, length(number), number, period_start, id) as former
          from lines l) each
    where (pricing -> 'part' ->> 'quantity_before')::numeric <> coalesce(former, 0)
    union all
    select format('%s keeps open a charge that is not a line of it, or was returned', h.ref)
    from held h, ${listOf(sql`h.open_charges`)} open
    left join lines l on l.id::text = open.value ->> 'line'
    where (l.subscription_id, l.invoice_id::text, l.item::text)
        is distinct from (h.id, open.value ->> 'invoice', open.value ->> 'item')
      or (${time(sql`l.period_end`)}, 'si_' || ${spelled(sql`l.item`)}) is distinct from (
        coalesce(open.value ->> 'until', ${time(sql`l.period_end`)}),
        coalesce(open.value ->> 'ref', 'si_' || ${spelled(sql`l.item`)}))
      -- Time up to a pause or an end can be returned alone.
      or l.returned_until >= l.period_end
    union all
    select format('%s is %s, but its open charges are %s', h.ref, h.status, coalesce(h.open_charges::text, 'not listed'))
    from held h
    where coalesce(json_typeof(h.open_charges), 'array') <> 'array'
      or (h.status in ('scheduled', 'trialing') and h.open_charges is not null)
      or (h.status in ('active', 'past_due') and h.open_charges is null and exists (
        select from invoices i where i.environment_id = ${id} and i.subscription_id = h.id
          and i.billing_reason = 'change' and ${time(sql`i.scheduled_for`)} >= h.period_start))
    union all
    select format('%s is billed for two subscriptions', 'si_' || ${spelled(sql`l.subscription_item_id`)})
    from invoice_lines l join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
    where l.environment_id = ${id} and l.subscription_item_id is not null
    group by l.subscription_item_id having count(distinct i.subscription_id) > 1
    union all
    select format('%s overlaps the previous invoice of its subscription, or is not its first', number)
    from (select number, billing_reason, period_start,
            lag(period_end) over (partition by subscription_id order by period_start) as before,
            -- A change can begin a new period before the end of another one.
            exists (select from credit_notes n where n.environment_id = ${id}
              and n.subscription_id = billed.subscription_id and n.reason = 'unused_time')
            -- A void invoice is not returned.
            or exists (select from billed change where change.subscription_id = billed.subscription_id
              and (change.billing_reason = 'change' or change.is_mixed)) as is_divided
          from billed where billing_reason not in ('change', 'cancel')
            and (in_advance > 0 or billing_reason = 'create')) each
    where (before > period_start and not is_divided) or (billing_reason = 'create' and before is not null)
    union all
    select format('%s is %s in the period from %s, but last billed the one from %s', h.ref, h.status,
                  h.period_start, ${time(sql`b.last_start`)})
    from held h
    join (select distinct on (subscription_id) * from billed
          where billing_reason not in ('change', 'cancel')
          order by subscription_id, period_start desc) b on b.subscription_id = h.id
    where not coalesce(h.status in ('incomplete', 'active', 'past_due', 'paused', 'canceled')
      and ((h.period_start, h.period_end) = (${time(sql`b.last_start`)}, ${time(sql`b.last_end`)})
        or (b.is_mixed and h.period_start = ${time(sql`b.last_start`)} and h.period_end <= ${time(sql`b.last_end`)})
        or h.period_start >= ${time(sql`b.last_end`)}
        -- A part of it in arrears, up to a pause.
        or (b.in_advance = 0 and h.period_end >= ${time(sql`b.last_end`)})
        -- A change began a new period, or one without an invoice; or a pause ended within the period.
        or (h.open_charges is not null and (${isFrom(sql`h`, sql`b.last_start`)}
          or (h.period_start < ${time(sql`b.last_start`)}
            and h.period_end between ${time(sql`b.last_start`)} and ${time(sql`b.last_end`)})))), false)`,
}
