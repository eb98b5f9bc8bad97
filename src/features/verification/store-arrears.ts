// Verification's rules about items in arrears: each period is billed once, at the states that their subscription had,
// and unbilled time follows from its versions.

import { type Sql, sql } from '../../platform/db/sql.ts'
import { time } from './store.ts'
import { spelled } from './store-taxes.ts'

/** A list in JSON, empty unless it is an array. */
export const listOf = (column: Sql) =>
  sql`json_array_elements(case json_typeof(${column}) when 'array' then ${column} else '[]' end)`

/** The second of an instant as clients see it. */
export const second = (at: Sql) => time(sql`date_trunc('second', ${at})`)
/** Days count from their midnight in some time zone. */
const slack = (unit: Sql) =>
  sql`case ${unit} when 'day' then interval '26 hours' else interval '0' end`
export const near = (one: Sql, other: Sql, unit: Sql) =>
  sql`abs(extract(epoch from (${one})::timestamptz - (${other})::timestamptz))
    <= extract(epoch from ${slack(unit)})`

/** The tables of `arrearsFound`: `held` and `lines` must be defined before. */
export const arrearsTables = (id: number) => sql`
  later as (
    select l.*, 'si_' || ${spelled(sql`l.item`)} as ref, 'price_' || ${spelled(sql`l.price_id`)} as price
    from lines l where l.in_arrears),
  late as (
    select h.* from held h
    where h.unbilled is not null or h.items::text like '%"billing":"arrears"%'
      or h.id in (select subscription_id from later)),
  versions as (
    select h.id, e.type, e.sequence, ${second(sql`e.created_at`)} as at, e.object,
      e.object -> 'current_period' ->> 'start' as begins,
      lead(e.type) over (partition by h.id order by e.sequence) as next,
      lead(${second(sql`e.created_at`)}) over (partition by h.id order by e.sequence) as until
    from late h join events e on e.environment_id = ${id} and e.object_id = h.ref
    where e.type in ('subscription.created', 'subscription.started', 'subscription.trial_ended', 'subscription.renewed',
      'subscription.change_applied', 'subscription.paused', 'subscription.resumed', 'subscription.canceled')),
  states as (
    select v.*, each.value ->> 'id' as item, each.value ->> 'price_id' as price,
      (each.value ->> 'quantity')::numeric as quantity, each.value ->> 'billing' = 'arrears' as in_arrears
    from versions v, ${listOf(sql`v.object -> 'items'`)} each),
  spans as (
    select h.id, h.ref, h.status, h.period_start, h.period_end, h.proration_unit, ${time(sql`h.changed_at`)} as changed_at, span.value ->> 'id' as item,
      span.value ->> 'price_id' as price, (span.value ->> 'quantity')::numeric as quantity,
      span.value ->> 'from' as begins, span.value ->> 'to' as ends
    from late h, ${listOf(sql`h.unbilled`)} span)`

export const arrearsFound = (id: number) => sql`
    select format('line %s of %s bills %s of %s in arrears, which %s never had', l.position, l.number, l.quantity,
                  l.price, l.ref) as message
    from later l
    where not exists (select from states s where s.id = l.subscription_id and s.item = l.ref
      and s.in_arrears and s.price = l.price and s.quantity = l.quantity)
    union all
    select format('line %s of %s bills in arrears what %s billed in advance', l.position, l.number, a.number)
    from later l
    join lines a on a.item = l.item and not a.in_arrears
      and a.period_start < l.period_end - l.slack and a.billed_until > l.period_start + l.slack
      -- Time up to a pause that costs less than a cent is billed again without a note.
      and (a.amount - a.discount) * extract(epoch from least(a.billed_until, l.period_end) - l.period_start)
        >= 2 * extract(epoch from a.billed_until - a.period_start)
    union all
    select format('%s is not billed in arrears for the period from %s', s.item, s.begins)
    from states s
    join prices p on p.environment_id = ${id} and 'price_' || ${spelled(sql`p.id`)} = s.price
    where s.next = 'subscription.renewed' and s.in_arrears and s.object ->> 'status' in ('active', 'past_due')
      and (s.type = 'subscription.renewed' or (s.object ->> 'first_period' <> 'free'
        and s.type in ('subscription.created', 'subscription.started', 'subscription.trial_ended')))
      -- It costs something.
      and case when p.terms ->> 'model' in ('flat', 'per_unit') then (p.terms ->> 'unit_amount_decimal')::numeric * s.quantity
          * extract(epoch from (s.object -> 'current_period' ->> 'end')::timestamptz - s.begins::timestamptz)
          >= 86400 * p.interval_count * case p.interval when 'year' then 366 when 'month' then 31 when 'week' then 7 else 2 end
        else false end
      and not exists (select from later l where l.ref = s.item and ${time(sql`l.period_start`)} = s.begins)
    union all
    select format('%s is %s, but its unbilled time is %s', h.ref, h.status, h.unbilled::text)
    from late h
    where h.unbilled is not null and (json_typeof(h.unbilled) <> 'array'
      or h.status not in ('active', 'past_due', 'paused') or h.unbilled::text = '[]')
    union all
    select format('%s does not list its unbilled time, although it changed', h.ref)
    from late h
    where h.unbilled is null and h.status in ('active', 'past_due') and exists (
      select from versions v
      where v.id = h.id and v.begins = h.period_start
        and v.object ->> 'status' in ('active', 'past_due')
        -- Unless it lasted no time, or a pause billed it.
        and not coalesce(${near(sql`v.until`, sql`h.period_start`, sql`h.proration_unit`)}, false)
        and not coalesce(v.type = 'subscription.resumed' and ${near(sql`v.until`, sql`v.at`, sql`h.proration_unit`)}, false)
        and not coalesce(${near(time(sql`h.changed_at`), sql`h.period_start`, sql`h.proration_unit`)}, false)
        and not exists (select from versions w where w.id = v.id and w.type = 'subscription.paused'
          and w.sequence > v.sequence)
        and ((v.type = 'subscription.resumed' and v.at > h.period_start and h.proration_unit = 'second'
            and h.items::text like '%"billing":"arrears"%')
          or (select array_agg(s.item || s.price || s.quantity order by s.item) from states s
              where s.id = v.id and s.sequence = v.sequence and s.in_arrears)
            is distinct from
             (select array_agg((i.value ->> 'id') || (i.value ->> 'price_id') || (i.value ->> 'quantity')
                order by i.value ->> 'id')
              from ${listOf(sql`h.items`)} i where i.value ->> 'billing' = 'arrears')))
    union all
    select format('%s does not list its open charges, although items in arrears have been billed since', h.ref)
    from late h
    where h.open_charges is null and h.status in ('active', 'past_due') and (exists (
        select from later l where l.subscription_id = h.id and l.period_end >= h.period_start::timestamptz)
      -- A change within the period lists them.
      or exists (select from spans where spans.id = h.id and spans.ends < spans.period_end))
    union all
    select format('%s lists continuing time of %s that differs from its items in arrears', h.ref, each.item)
    from (select id, ref, item, price, quantity from spans where ends is null
          except all
          select h.id, h.ref, i.value ->> 'id', i.value ->> 'price_id', (i.value ->> 'quantity')::numeric
          from late h, ${listOf(sql`h.items`)} i
          where h.unbilled is not null and i.value ->> 'billing' = 'arrears') each
    join late h on h.id = each.id
    union all
    select format('%s does not list the continuing time of %s', h.ref, each.item)
    from (select h.id, i.value ->> 'id' as item, i.value ->> 'price_id' as price, (i.value ->> 'quantity')::numeric as quantity
          from late h, ${listOf(sql`h.items`)} i
          where h.unbilled is not null and h.status in ('active', 'past_due') and i.value ->> 'billing' = 'arrears'
          except all select id, item, price, quantity from spans where ends is null) each
    join late h on h.id = each.id
    union all
    select format('%s lists time of %s from %s to %s, which is not that of its versions', s.ref, s.item, s.begins,
                  coalesce(s.ends, 'now'))
    from (select s.*, lag(s.ends) over same as former from spans s
          window same as (partition by s.id, s.item order by s.begins, s.ends)) s
    where not coalesce(s.begins < coalesce(s.ends, '9999') and coalesce(s.former <= s.begins, true)
      and exists (select from states v where v.id = s.id and v.item = s.item and v.in_arrears
        and v.price = s.price and v.quantity = s.quantity)
      and (s.ends is null or s.ends = s.period_end or exists (
        select from versions v where v.id = s.id and (${near(sql`v.at`, sql`s.ends`, sql`s.proration_unit`)}
          -- A change can apply from a past instant.
          or (v.type = 'subscription.change_applied' and s.ends between s.period_start and least(v.at, s.changed_at)))))
      and (s.former = s.begins or s.begins = s.period_end
        or (s.status <> 'paused' and s.begins = s.period_start and s.former is null
          and not exists (select from versions v where v.id = s.id and v.begins = s.period_start
            and v.type = 'subscription.resumed' and v.at > s.begins))
        or exists (select from versions v where v.id = s.id and v.type in ('subscription.resumed', 'subscription.paused')
          and v.sequence = (select max(w.sequence) from versions w where w.id = s.id
            and w.type in ('subscription.resumed', 'subscription.paused'))
          and ${near(sql`v.at`, sql`s.begins`, sql`s.proration_unit`)})
        or exists (select from versions v where v.id = s.id and v.type = 'subscription.change_applied'
          and (${near(sql`v.at`, sql`s.begins`, sql`s.proration_unit`)}
            or s.begins between s.period_start and least(v.at, s.changed_at))
          and not exists (select from states w where w.id = s.id and w.item = s.item and w.in_arrears
            and w.sequence = (select max(x.sequence) from versions x where x.id = s.id and x.sequence < v.sequence)))), false)`
