// Verification's rules about price migrations: what each counts, schedules and announces.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { time } from './store.ts'
import { listOf } from './store-arrears.ts'
import { spelled } from './store-taxes.ts'

const NAMED = sql`'pmig_' || ${spelled(sql`m.id`)} as migration,
  'sub_' || ${spelled(sql`t.subscription_id`)} as subscription`

/** The changes that subscriptions have scheduled for migrations. */
const partsOf = (id: number) => sql`
  select s.id as subscription_id, change.value ->> 'at' as at, part.value ->> 'price_migration_id' as migration,
    part.value ->> 'price_id' as price, count(*) as items
  from subscriptions s, ${listOf(sql`s.scheduled_changes`)} change, ${listOf(sql`change.value -> 'items'`)} part
  where s.environment_id = ${id} and part.value ->> 'price_migration_id' is not null
  group by 1, 2, 3, 4`

export const migrations: SetCheck = {
  name: 'price_migrations',
  about:
    'price migrations count their subscriptions, which have the scheduled changes and were informed',
  what: 'price migrations',
  from: (id) => sql`price_migrations where environment_id = ${id}`,
  found: (id) => sql`
    with entries as (
      select t.*, ${NAMED}, m.notice_days, m.id as of, 'price_' || ${spelled(sql`m.to_price_id`)} as price,
        s.currency as billed_in, s.customer_id as billed_to, s.created_at as subscribed_at, m.created_at as began_at
      from price_migration_subscriptions t
      left join price_migrations m on m.environment_id = ${id} and m.id = t.price_migration_id
      left join subscriptions s on s.environment_id = ${id} and s.id = t.subscription_id
      where t.environment_id = ${id})
    select format('%s counts %s, but its subscriptions add up to %s', 'pmig_' || ${spelled(sql`m.id`)},
      (m.subscriptions_scheduled, m.subscriptions_applied, m.subscriptions_withdrawn,
        m.subscriptions_skipped, m.amount_before, m.amount_after)::text, found::text) as message
    from price_migrations m
    left join lateral (
      select (count(*) filter (where t.status = 'scheduled'), count(*) filter (where t.status = 'applied'),
        count(*) filter (where t.status = 'withdrawn'), count(*) filter (where t.status = 'skipped'),
        coalesce(sum(t.amount_before), 0)::bigint, coalesce(sum(t.amount_after), 0)::bigint) as found
      from price_migration_subscriptions t
      where t.environment_id = ${id} and t.price_migration_id = m.id) counted on true
    where m.environment_id = ${id} and found is distinct from
      (m.subscriptions_scheduled, m.subscriptions_applied, m.subscriptions_withdrawn,
        m.subscriptions_skipped, m.amount_before, m.amount_after)
    union all
    select format('%s does not fit its prices', 'pmig_' || ${spelled(sql`m.id`)})
    from price_migrations m
    left join prices f on f.environment_id = ${id} and f.id = m.from_price_id
    left join prices p on p.environment_id = ${id} and p.id = m.to_price_id
    where m.environment_id = ${id} and ((f.currency, f.interval, f.interval_count) is distinct from
        (m.currency, m.interval, m.interval_count)
      or (p.currency, p.interval, p.interval_count) is distinct from
        (m.currency, m.interval, m.interval_count)
      or not coalesce(p.used, false))
    union all
    select format('%s has not ended, but its run has', 'pmig_' || ${spelled(sql`m.id`)})
    from price_migrations m
    where m.environment_id = ${id} and m.status = 'scheduled' and m.subscriptions_scheduled = 0
    union all
    select format('%s of %s is not of its customer, currency or time', subscription, migration)
    from entries
    where of is null or (billed_in, billed_to) is distinct from (currency, customer_id)
      or subscribed_at > began_at or created_at < began_at
    union all
    select format('%s of %s is %s, but has %s scheduled', coalesce(e.subscription, 'a subscription'),
                  coalesce(e.migration, p.migration), coalesce(e.status, 'missing'),
                  coalesce(p.items || ' items at ' || p.at, 'nothing'))
    from (select * from entries where status = 'scheduled') e
    full join (${partsOf(id)}) p on p.migration = e.migration and p.subscription_id = e.subscription_id
    where (e.price, ${time(sql`e.effective_at`)}) is distinct from (p.price, p.at)
      or not coalesce(p.items between 1 and e.items, false)
    union all
    select format('%s of %s announces its price at %s, but it changes at %s', subscription, migration,
                  ${time(sql`notice_at`)}, ${time(sql`effective_at`)})
    from entries
    where notice_at <> effective_at - make_interval(hours => 24 * notice_days)
    union all
    select format('%s of %s was informed at %s, but no email says so', subscription, migration,
                  ${time(sql`notified_at`)})
    from entries
    where notified_at is not null and (notice_at is not null
      or status = 'skipped' or not exists (
        select from emails m where m.environment_id = ${id} and m.kind = 'price_change'
          and m.subscription_id = entries.subscription_id and m.created_at = entries.notified_at))`,
}

export const priceEmails: SetCheck = {
  name: 'price_emails',
  about:
    'each email about a new price is of a notice, to the customer, with the terms of its migration',
  what: 'emails about new prices',
  from: (id) => sql`emails where environment_id = ${id} and kind = 'price_change'`,
  found: (id) => sql`
    with mails as (
      select m.*, e.id as entry, e.effective_at, e.customer_id as informed, s.zone, f.currency as priced_in,
        f.interval, f.interval_count, p.name as product, e.items,
        r.customer_id is not null as erased
      from emails m
      left join price_migration_subscriptions e on e.environment_id = ${id}
        and e.subscription_id = m.subscription_id and e.notified_at = m.created_at
      left join price_migrations f on f.environment_id = ${id} and f.id = e.price_migration_id
      left join prices t on t.environment_id = ${id} and t.id = f.to_price_id
      left join products p on p.environment_id = ${id} and p.id = t.product_id
      left join subscriptions s on s.environment_id = ${id} and s.id = m.subscription_id
      left join customer_erasures r on r.environment_id = ${id} and r.customer_id = m.customer_id
      where m.environment_id = ${id} and m.kind = 'price_change')
    select format('email %s is about a notice that was not given to cus_%s', id, customer_id) as message
    from mails where entry is null or informed <> customer_id
    union all
    select format('email %s names %s, which are not the terms of its migration', id, facts)
    from mails
    where entry is not null and ((facts ->> 'kind', facts ->> 'currency', facts ->> 'interval',
        facts ->> 'interval_count', facts ->> 'starts_on') is distinct from
      ('price_change', priced_in, interval, interval_count::text,
        to_char(effective_at at time zone zone, 'YYYY-MM-DD'))
      or not coalesce((facts ->> 'amount_before')::numeric >= 0 and (facts ->> 'amount_after')::numeric >= 0, false))
    union all
    select format('email %s has the subject "%s" in %s, and the Message-ID %s', id, subject, language, message_id)
    from mails
    where language not in ('en', 'fr') or position(facts ->> 'product' in subject) = 0
      or message_id <> 'eml_' || ${spelled(sql`id`)} || '@' || split_part(from_address, '@', 2)
      or message <> '' or cc_addresses::text <> '[]'
    union all
    select format('email %s is for %s <%s>, who is not the customer', id, to_name, to_address)
    from mails
    where not (erased and to_name = '' and to_address = 'erased@erased.invalid') and not exists (
      select from events v where v.environment_id = ${id} and v.customer_id = mails.customer_id
        and v.type in ('customer.created', 'customer.updated') and v.object ->> 'email' = to_address
        and coalesce(nullif(v.object ->> 'contact_name', ''), v.object ->> 'name') = to_name)
    union all
    select format('email %s is from "%s", with replies to "%s"', id, from_name, reply_to)
    from mails
    where from_name = '' or not (reply_to = '' or exists (
      select from events v where v.environment_id = ${id} and v.type = 'account.updated'
        and reply_to in (v.object ->> 'reply_to', v.object ->> 'email')))
    union all
    select format('email %s is %s, with %s attempts and the error %s', id, status, attempts, last_error)
    from mails
    where case status
      when 'outbox' then attempts <> 0 or last_error is not null or text is not null
      when 'pending' then (attempts > 0) <> (last_error is not null)
      when 'sent' then attempts = 0 or last_error is not null or (text is null and not erased)
        or sent_at < created_at - interval '1 hour'
      else attempts = 0 or last_error is null end`,
}
