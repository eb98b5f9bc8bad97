// Verification's rules about minimums of prices and subscriptions: what they count is what lines bill and notes return, and what is missing
// is billed once a period is over.

import { type Sql, sql } from '../../platform/db/sql.ts'
import { time } from './store.ts'
import { listOf } from './store-arrears.ts'
import { spelled } from './store-taxes.ts'

const PART = sql`l.pricing -> 'part'`
/** True if a line bills the shortfall of a minimum. */
export const IS_MINIMUM = sql`coalesce(${PART} -> 'minimum' is not null, false)`
/** True if the minimum is that of the whole subscription. */
export const IS_OF_ALL = sql`coalesce(${PART} -> 'minimum' ->> 'whole' = 'true', false)`

const INSTANT = sql`'^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.]000Z$'`
/** An instant that is stored as a text, which can be any other one. */
const instantOf = (text: Sql) => sql`case when ${text} ~ ${INSTANT} then (${text})::timestamptz end`
const POINT = sql`'^[0-9]{4}-[01][0-9]-[0-3][0-9](T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.]000Z)?$'`
const pointOf = (text: Sql) => sql`case when ${text} ~ ${POINT} then (${text})::timestamptz end`

/** The seconds between two instants, or those of the days between them. */
const seconds = (from: Sql, to: Sql, unit: Sql) => sql`case ${unit}
  when 'day' then 86400 * round(extract(epoch from ${to} - ${from}) / 86400) else extract(epoch from ${to} - ${from}) end`

/** True if a date can be that of an instant, whatever the time zone and the time of the day. */
const isNear = (point: Sql, at: Sql) => sql`abs(extract(epoch from ${point} - ${at})) <= 129600`

/** True if two lines are of one period: those of parts name dates if days are counted, and others have instants. */
const isSame = (one: Sql, other: Sql) => sql`case when ${one}.is_whole = ${other}.is_whole
  then ${one}.grid_start = ${other}.grid_start and ${one}.grid_end = ${other}.grid_end
  else ${isNear(sql`${one}.grid_start`, sql`${other}.grid_start`)} and ${isNear(sql`${one}.grid_end`, sql`${other}.grid_end`)}
    and ${one}.period_start < ${other}.period_end and ${other}.period_start < ${one}.period_end end`

/** The tables of `minimumsFound`: `held` and `lines` must be defined before. */
export const minimumTables = (id: number) => sql`
  least as (
    select l.*, i.number, i.subscription_id, i.scheduled_for, ${IS_OF_ALL} as of_all,
      case when ${IS_OF_ALL} then h.minimum_amount else p.minimum_amount end as minimum_amount,
      ${pointOf(sql`${PART} ->> 'start'`)} as grid_start, ${pointOf(sql`${PART} ->> 'end'`)} as grid_end, false as is_whole,
      (${PART} -> 'minimum' ->> 'seconds')::numeric as seconds, (${PART} -> 'minimum' ->> 'billed')::numeric as billed
    from invoice_lines l
    join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
    left join prices p on p.environment_id = ${id} and p.id = l.price_id
    left join held h on h.id = i.subscription_id
    where l.environment_id = ${id} and ${IS_MINIMUM}),
  returns as (
    select n.invoice_id, line.value ->> 'invoice_line_id' as line, count(*) as notes,
      sum((line.value ->> 'amount')::numeric) as base,
      sum(extract(epoch from (line.value -> 'period' ->> 'end')::timestamptz
        - (line.value -> 'period' ->> 'start')::timestamptz)) as exact_seconds,
      sum(86400 * round(extract(epoch from (line.value -> 'period' ->> 'end')::timestamptz
        - (line.value -> 'period' ->> 'start')::timestamptz) / 86400)) as day_seconds
    from credit_notes n, json_array_elements(n.lines) line
    where n.environment_id = ${id} and n.reason = 'unused_time'
    group by n.invoice_id, line.value ->> 'invoice_line_id'),
  counted as (
    select l.id, l.subscription_id, l.item, l.price_id, 'si_' || ${spelled(sql`l.item`)} as item_ref,
      'price_' || ${spelled(sql`l.price_id`)} as price_ref, l.quantity, l.period_start, l.period_end, h.ref, h.status, h.minimums,
      h.period_start as current_start, h.period_end as current_end, h.canceled_at, h.proration_unit as unit,
      p.minimum_amount, h.minimum_amount as least_of_all, p.terms, l.amount - coalesce(r.base, 0) as net, ${PART} is null as is_whole, l.returned_until,
      coalesce(${pointOf(sql`${PART} ->> 'start'`)}, l.period_start) as grid_start,
      coalesce(${pointOf(sql`${PART} ->> 'end'`)}, l.period_end) as grid_end,
      case when ${PART} -> 'quantity_before' is null and ${PART} -> 'amount_before' is null
        then ${seconds(sql`l.period_start`, sql`l.period_end`, sql`h.proration_unit`)}
          - coalesce(case h.proration_unit when 'day' then r.day_seconds else r.exact_seconds end, 0) else 0 end as seconds,
      -- Time that costs nothing is returned without a note; and a day can be that of either end.
      l.amount = 0 as is_idle,
      case h.proration_unit when 'day' then 86400 * (1 + coalesce(r.notes, 0)) else 0 end as slack,
      case when l.returned_until >= l.period_end and r.notes = 1 then l.returned_from else l.period_end end as billed_end,
      -- What was returned is not known exactly, or what a new item was charged for the whole period.
      (l.billed_until = l.period_start and l.returned_from is null) or (r.base is not null and (l.discount > 0
          or (i.credited -> (l.position - 1) ->> 'base')::numeric is distinct from r.base))
        or (i.billing_reason = 'change' and l.period_start < i.scheduled_for and l.period_end > i.scheduled_for
          and ${PART} -> 'amount_before' is null) as is_vague
    from lines l
    join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
    join prices p on p.environment_id = ${id} and p.id = l.price_id
    join held h on h.id = l.subscription_id
    left join returns r on r.invoice_id = l.invoice_id and r.line = 'il_' || ${spelled(sql`l.id`)}
    where p.minimum_amount is not null or h.minimum_amount is not null),
  least_counted as (
    select m.id, sum(c.net) as net, sum(c.seconds) as seconds, bool_or(c.is_vague) as is_vague,
      bool_or(c.is_idle) as is_idle, sum(c.slack) as slack,
      max(c.terms ->> 'unit_amount_decimal') filter (where c.terms ->> 'model' = 'per_unit') as unit
    from least m
    join counted c on not m.of_all and c.item = m.subscription_item_id and c.price_id = m.price_id
      and c.period_start < m.period_end and c.billed_end > m.period_start
      and ${isSame(sql`c`, sql`m`)}
      and (not c.is_whole or c.unit <> 'day' or (c.period_start >= m.period_start and c.billed_end <= m.period_end))
    group by m.id),
  least_of_all as (
    select m.id, sum(c.net) as net, max(c.seconds) as longest, bool_or(c.is_vague) as is_vague,
      bool_or(c.is_idle) as is_idle, sum(c.slack) as slack
    from least m
    join counted c on m.of_all and c.subscription_id = m.subscription_id
      and c.period_start < m.period_end and c.billed_end > m.period_start
      and ${isSame(sql`c`, sql`m`)}
      and (not c.is_whole or c.unit <> 'day' or (c.period_start >= m.period_start and c.billed_end <= m.period_end))
    group by m.id),
  over_all as (
    select c.subscription_id, c.ref, c.least_of_all, c.grid_start, c.grid_end, min(c.period_start) as period_start,
      max(c.billed_end) as billed_end, sum(c.net) as net, max(c.seconds) as seconds,
      extract(epoch from c.grid_end - c.grid_start) as length
    from counted c
    where c.least_of_all is not null and c.unit <> 'day'
    group by c.subscription_id, c.ref, c.least_of_all, c.grid_start, c.grid_end, c.status, c.current_start, c.current_end,
      c.canceled_at
    having not bool_or(c.is_vague or c.is_idle) and (${time(sql`c.grid_end`)} <= c.current_start or (c.status = 'canceled'
      and (c.current_end >= ${time(sql`c.canceled_at`)} or ${time(sql`max(c.billed_end)`)} <= c.current_start)))),
  over as (
    select c.ref, c.item_ref, c.price_ref, c.minimum_amount, c.grid_end, min(d.period_start) as period_start,
      -- After a pause, only what followed it can have been below the minimum.
      sum(d.net) + coalesce((select sum(m.amount) from least m where not m.of_all and m.subscription_item_id = c.item
        and m.price_id = c.price_id and m.grid_start = c.grid_start and m.grid_end = c.grid_end), 0) as net,
      sum(d.seconds - d.slack) as seconds, ${seconds(sql`c.grid_start`, sql`c.grid_end`, sql`c.unit`)} as length
    from counted c
    join counted d on d.item = c.item and d.price_id = c.price_id and ${isSame(sql`c`, sql`d`)}
    -- Dates of parts do not say exactly which period they are of.
    -- A period that was open when the subscription ended, unless what was due then could not be billed.
    where c.minimum_amount is not null and c.unit <> 'day' and (${time(sql`c.grid_end`)} <= c.current_start
        or (c.status = 'canceled' and (c.current_end >= ${time(sql`c.canceled_at`)} or ${time(sql`c.billed_end`)} <= c.current_start)))
      and not exists (select from least m where not m.of_all and m.subscription_item_id = c.item and m.price_id = c.price_id
        and m.period_start < c.billed_end + interval '36 hours' and m.period_end > c.period_start - interval '36 hours')
    group by c.id, c.ref, c.item, c.price_id, c.item_ref, c.price_ref, c.minimum_amount, c.grid_start, c.grid_end, c.unit
    having not bool_or(d.is_vague or d.is_idle)),
  open_minimums as (
    select h.id, h.ref, h.status, h.proration_unit as unit, h.zone, h.minimum_amount as least_of_all, each.value as period, each.value ->> 'id' as item,
      each.value ->> 'price_id' as price, ${instantOf(sql`each.value ->> 'start'`)} as grid_start,
      ${instantOf(sql`each.value ->> 'end'`)} as grid_end
    from held h, ${listOf(sql`h.minimums`)} each),
  open_spans as (
    select o.*, ${instantOf(sql`span.value ->> 'from'`)} as begins, ${instantOf(sql`span.value ->> 'to'`)} as ends,
      span.value ->> 'quantity' as quantity,
      coalesce(span.value -> 'quantity_before', span.value -> 'once') is null as is_time
    from open_minimums o, ${listOf(sql`o.period -> 'spans'`)} span)`

/** True if an open span is of the period of a line. */
const isCounted = sql`s.id = c.subscription_id and s.item = c.item_ref and s.price = c.price_ref
  and case when c.is_whole or c.unit <> 'day' then s.grid_end = c.grid_end else ${isNear(sql`s.grid_end`, sql`c.grid_end`)}
    and c.period_start < s.grid_end and c.period_end > s.grid_start end`

export const minimumsFound = (id: number) => sql`
    select format('line %s of %s bills a minimum, which its %s does not have, or of another period', position, number,
                  case when of_all then 'subscription' else 'price' end) as message
    from least
    where not coalesce(minimum_amount > 0 and subscription_item_id is not null and period_start < period_end
      and grid_start - interval '26 hours' <= period_start and period_end <= grid_end + interval '26 hours', false)
    union all
    select format('line %s of %s bills a minimum twice', position, number)
    from (select m.*, lag(period_end) over (partition by of_all, subscription_item_id, price_id, grid_start, grid_end
            order by period_start, period_end, id) as before from least m) m
    where before > period_start
    union all
    select format('line %s of %s says that %s of its minimum and %s seconds were billed, instead of %s and %s',
                  m.position, m.number, m.billed, m.seconds, c.net, c.seconds::bigint)
    from least m join least_counted c on c.id = m.id
    where not c.is_vague and (m.billed <> c.net or (m.seconds < c.seconds - c.slack and not c.is_idle)
      -- Time that costs nothing has no invoice.
      or (m.seconds > c.seconds + c.slack and c.unit::numeric * (m.seconds - c.seconds - c.slack)
        >= 2 * extract(epoch from m.grid_end - m.grid_start)))
    union all
    select format('line %s of %s says that %s of the minimum of its subscription and %s seconds were billed, instead of %s and at least %s',
                  m.position, m.number, m.billed, m.seconds, c.net + m.more, c.longest::bigint)
    from (select m.*, coalesce((select sum(o.amount) from least o where not o.of_all and o.subscription_id = m.subscription_id
            and o.grid_start = m.grid_start and o.grid_end = m.grid_end
            and o.period_start < m.period_end and o.period_end > m.period_start), 0) as more
          from least m where m.of_all) m
    join least_of_all c on c.id = m.id
    -- Other time can have cost nothing, and has no invoice.
    where not c.is_vague and (m.billed <> c.net + m.more or (not c.is_idle and m.seconds < c.longest - c.slack))
    union all
    select format('%s is not billed what is missing of its minimum from %s', ref, ${time(sql`period_start`)})
    from over_all c
    where length > 0 and not exists (select from least m where m.of_all and m.subscription_id = c.subscription_id
        and m.period_start < c.billed_end + interval '36 hours' and m.period_end > c.period_start - interval '36 hours')
      and round(c.least_of_all * seconds / length) > net + coalesce((
        select sum(o.amount) from least o where not o.of_all and o.subscription_id = c.subscription_id
          and o.grid_start = c.grid_start and o.grid_end = c.grid_end), 0)
    union all
    select format('%s is not billed what is missing of the minimum of %s from %s', ref,
                  item_ref, ${time(sql`period_start`)})
    from over
    where length > 0 and round(minimum_amount * seconds / length) > net
    union all
    select format('%s is %s, but what it counts for minimums is %s', ref, status, minimums::text)
    from held
    where minimums is not null and (json_typeof(minimums) <> 'array' or minimums::text = '[]'
      or status not in ('incomplete', 'active', 'past_due', 'paused'))
    union all
    select format('%s counts time of %s for a minimum that no version of it has', o.ref, o.item)
    from open_minimums o
    left join prices p on p.environment_id = ${id} and 'price_' || ${spelled(sql`p.id`)} = o.price
    where (p.minimum_amount is null and o.least_of_all is null) or not coalesce(o.grid_start < o.grid_end, false)
      or json_typeof(o.period -> 'spans') is distinct from 'array' or o.period ->> 'spans' = '[]'
    union all
    select format('%s counts time of %s for a minimum from %s, which is not that of its versions', s.ref, s.item,
                  coalesce(${time(sql`s.begins`)}, 'no time'))
    from open_spans s
    where not coalesce(s.begins < s.ends and s.begins >= s.grid_start - interval '26 hours' and s.ends <= s.grid_end
      and exists (select from events e, ${listOf(sql`e.object -> 'items'`)} item
        where e.environment_id = ${id} and e.object_id = s.ref and item.value ->> 'id' = s.item
          and item.value ->> 'price_id' = s.price and item.value ->> 'quantity' = s.quantity), false)
    union all
    select format('%s counts time of %s for a minimum from %s, which no line bills', s.ref, s.item, ${time(sql`s.begins`)})
    from open_spans s
    -- Time that costs less than a cent has no line.
    where exists (select from counted c where ${isCounted} and c.terms ->> 'model' = 'per_unit'
        and case when s.quantity ~ '^[0-9]{1,12}$' then s.quantity::numeric end * (c.terms ->> 'unit_amount_decimal')::numeric
          * extract(epoch from s.ends - s.begins) >= 2 * extract(epoch from c.grid_end - c.grid_start))
      and not exists (select from counted c where ${isCounted} and s.begins in (c.period_start, c.returned_until))
    union all
    select format('%s counts time of %s for a minimum of another period than its line', s.ref, s.item)
    from open_spans s
    join counted c on s.id = c.subscription_id and s.item = c.item_ref and s.price = c.price_ref
      and c.is_whole and c.period_start = s.begins
    where (s.grid_start, s.grid_end) is distinct from (c.period_start, c.period_end)
    union all
    select format('%s counts %s seconds of %s for its minimum, instead of %s', ref, counts::bigint, item_ref, billed::bigint)
    from (
      select c.ref, c.item_ref, c.billed, c.slack,
        coalesce(sum(${seconds(sql`s.begins`, sql`s.ends`, sql`s.unit`)}) filter (where s.is_time), 0) as counts
      from (
        select c.id, c.ref, c.subscription_id, c.item_ref, c.price_ref, c.grid_start, c.grid_end, c.is_whole, c.unit,
          c.period_start, c.period_end, sum(d.seconds) as billed, sum(d.slack) as slack
        from counted c
        join counted d on d.item = c.item and d.price_id = c.price_id and ${isSame(sql`c`, sql`d`)}
        where c.status in ('incomplete', 'active', 'past_due', 'paused')
          and not exists (select from least m where m.period_end > c.period_start and case when m.of_all
            then m.subscription_id = c.subscription_id else m.subscription_item_id = c.item and m.price_id = c.price_id end)
        group by c.id, c.ref, c.subscription_id, c.item_ref, c.price_ref, c.grid_start, c.grid_end, c.is_whole, c.unit,
          c.period_start, c.period_end, c.current_start
        -- Another period has begun since.
        having not bool_or(d.is_vague or d.is_idle) and max(d.billed_end) > c.current_start::timestamptz
          and ${time(sql`c.grid_end`)} > c.current_start) c
      left join open_spans s on ${isCounted}
      group by c.id, c.ref, c.item_ref, c.billed, c.slack) each
    where abs(counts - billed) > slack`
