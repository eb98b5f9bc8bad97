// Verification's rules about changes that wait for the next invoice: they follow from the versions of their
// subscription, and the charges that they return are still open.

import { type Sql, sql } from '../../platform/db/sql.ts'
import { time } from './store.ts'
import { listOf, near, second } from './store-arrears.ts'

/** The tables of `waitingFound`: `held` must be defined before. */
export const waitingTables = (id: number) => sql`
  waits as (
    select h.*, ${time(sql`h.changed_at`)} as last_change, change.value ->> 'id' as item,
      change.value ->> 'from' as begins, change.value ->> 'was' as was, change.value -> 'spans' as spans
    from held h, ${listOf(sql`h.waiting`)} change),
  waited_states as (
    select h.id, e.type, e.sequence, ${second(sql`e.created_at`)} as at, each.value ->> 'id' as item,
      each.value ->> 'price_id' as price, each.value ->> 'quantity' as quantity,
      each.value ->> 'interval' as own_interval, each.value ->> 'interval_count' as own_count,
      each.value ->> 'billing' = 'arrears' as in_arrears
    from (select distinct id, ref from waits) h
    join events e on e.environment_id = ${id} and e.object_id = h.ref
      and e.type in ('subscription.created', 'subscription.started', 'subscription.trial_ended',
        'subscription.renewed', 'subscription.change_applied', 'subscription.resumed'),
      ${listOf(sql`e.object -> 'items'`)} each),
  waiting_spans as (
    select w.environment_id, w.id, w.ref, w.item, w.begins as change_begins, w.period_start, w.period_end, w.last_change, w.proration_unit,
      span.number, span.value ->> 'price_id' as price, span.value ->> 'quantity' as quantity,
      span.value ->> 'interval' as own_interval, span.value ->> 'interval_count' as own_count,
      span.value ->> 'from' as begins, span.value ->> 'to' as ends,
      lag(span.value ->> 'to') over (partition by w.id, w.item order by span.number) as former,
      lead(span.value ->> 'from') over (partition by w.id, w.item order by span.number) as next
    from waits w, ${listOf(sql`w.spans`)} with ordinality span (value, number))`

/** True if an instant of the row, which can be any text, is near another one. */
const isNear = (one: Sql, stored: Sql, unit: Sql) =>
  sql`case when ${stored} ~ '^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-9]{2}:[0-9]{2}:[0-9]{2}[.]000Z$' then ${near(one, stored, unit)} else false end`

/** True if a change of a subscription applies from an instant. */
const isChange = (of: Sql, at: Sql) => sql`(
  -- One that changes nothing else has no event.
  ${isNear(sql`${of}.last_change`, at, sql`${of}.proration_unit`)} or exists (
  select from events e where e.environment_id = ${of}.environment_id and e.object_id = ${of}.ref
    and e.type = 'subscription.change_applied'
    and (${isNear(second(sql`e.created_at`), at, sql`${of}.proration_unit`)}
      -- It can apply from a past instant.
      or ${at} between ${of}.period_start and least(${second(sql`e.created_at`)}, ${of}.last_change))))`

export const waitingFound = sql`
    select format('%s is %s, but the changes pending for its next invoice are %s', ref, status, waiting::text) as message
    from held
    where waiting is not null and (json_typeof(waiting) <> 'array' or waiting::text = '[]'
      or status not in ('active', 'past_due') or open_charges is null)
    union all
    select format('%s has a pending change of %s from %s, which is not when it was changed', w.ref, w.item, w.begins)
    from waits w
    where not coalesce(w.begins between w.period_start and w.period_end and ${isChange(sql`w`, sql`w.begins`)}
      and json_typeof(w.spans) = 'array'
      and (w.spans -> 0 ->> 'from' = w.begins or w.spans::text = '[]' or exists (
        select from waited_states s where s.id = w.id and s.item = w.item and s.in_arrears))
      and case w.was when 'absent' then w.spans::text <> '[]' and not exists (
          select from waited_states s where s.id = w.id and s.item = w.item and s.at < w.begins
            and not (${isNear(sql`s.at`, sql`w.begins`, sql`w.proration_unit`)}))
        else (select count(*) > 1 from waited_states s where s.id = w.id and s.item = w.item)
          and exists (select from waited_states s where s.id = w.id and s.item = w.item
            and s.in_arrears is not distinct from case w.was when 'arrears' then true end) end, false)
    union all
    select format('%s has pending time of %s from %s to %s, which is not that of its versions', s.ref, s.item, s.begins,
                  coalesce(s.ends, 'now'))
    from waiting_spans s
    where not coalesce(s.begins < coalesce(s.ends, s.period_end) and coalesce(s.former <= s.begins, s.begins >= s.change_begins)
      and (s.ends is not null or s.next is null)
      and exists (select from waited_states v where v.id = s.id and v.item = s.item and v.in_arrears is null
        and v.type = 'subscription.change_applied' and v.at >= s.period_start and (v.price, v.quantity) = (s.price, s.quantity)
        and (v.own_interval, v.own_count) is not distinct from (s.own_interval, s.own_count))
      and ${isChange(sql`s`, sql`s.begins`)} and (s.ends is null or ${isChange(sql`s`, sql`s.ends`)}), false)
    union all
    select format('%s lists no continuing time of %s, although a change of it is pending', w.ref, w.item)
    from waits w, ${listOf(sql`w.items`)} item
    where item.value ->> 'id' = w.item and item.value ->> 'billing' is null
      and not exists (select from waiting_spans s where s.id = w.id and s.item = w.item and s.ends is null)
    union all
    select format('%s keeps an open charge of %s that does not say whether a change of it is pending', h.ref, open.value ->> 'ref')
    from held h, ${listOf(sql`h.open_charges`)} open
    where (coalesce(open.value ->> 'waits', 'false') = 'true') <> exists (
      select from waits w where w.id = h.id and w.item = open.value ->> 'ref')`
