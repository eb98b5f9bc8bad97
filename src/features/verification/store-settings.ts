// Verification's rules about settings, which must agree with the counter row and the feed, and about logos.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { time } from './store.ts'

/** Unset settings, as the API shows them. */
export const NEVER_GIVEN = JSON.stringify({
  legal_name: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state_province: '',
  postal_code: '',
  country: '',
  tax_numbers: [],
  phone: '',
  email: '',
  website: '',
  color: null,
  footer: '',
  mail_from_name: '',
  reply_to: '',
})
export const NO_PAYMENT = JSON.stringify({ bank_transfer: '', cheque: '', other: '' })

/** The tax settings of an account, as the API shows them. */
const TAX = sql`jsonb_build_object(
  'automatic_tax', coalesce(s.tax::jsonb -> 'automatic', 'false'),
  'tax_behavior', coalesce(s.tax ->> 'behavior', 'exclusive'),
  'tax_address', coalesce(s.tax ->> 'address', 'warn'),
  'tax_unknown_rate', coalesce(s.tax ->> 'unknown_rate', 'warn'),
  'tax_particulars', coalesce(s.tax ->> 'particulars', 'warn'))`

export const settings: SetCheck = {
  name: 'settings',
  about: 'settings exist, and match the counter row and the feed',
  what: 'settings',
  from: (id) => sql`environment_settings where environment_id = ${id}`,
  found: (id) => sql`
    select 'there are no settings' as message where not exists (
      select from environment_settings where environment_id = ${id})
    union all
    select format('they are for a %s environment, which is %s', s.mode, e.mode)
    from environment_settings s join environments e on e.id = s.environment_id
    where s.environment_id = ${id} and s.mode <> e.mode
    union all
    select format('their version is %s, but the counter row has %s', s.version, c.settings_version)
    from environment_settings s
    join environment_counters c on c.environment_id = ${id}
    where s.environment_id = ${id} and s.version <> c.settings_version
    union all
    select format('%s is %s, but the latest event has %s', member.key, member.value,
                  told.object -> member.key)
    from environment_settings s, lateral (
        select object::jsonb as object from events
        where environment_id = ${id} and type = 'account.updated' order by sequence desc limit 1
      ) told, lateral jsonb_each(
        ${NEVER_GIVEN}::jsonb || (s.profile::jsonb - 'logo') || jsonb_build_object(
          'payment_instructions',
            ${NO_PAYMENT}::jsonb || coalesce(s.profile::jsonb -> 'payment_instructions', '{}'),
          'name', s.name, 'default_currency', s.default_currency, 'time_zone', s.time_zone,
          'payment_terms_days', s.payment_terms_days, 'language', s.language,
          'first_invoice_number', s.first_invoice_number, 'reminder_days', s.reminder_days,
          'created_at', ${time(sql`s.created_at`)}, 'updated_at', ${time(sql`s.updated_at`)},
          'logo', (s.profile::jsonb -> 'logo') || '{"url": "/v1/account/logo"}')
        || ${TAX}
      ) member
    where s.environment_id = ${id} and told.object -> member.key is distinct from member.value
      -- Versions without taxes tell nothing of them.
      and (told.object ? member.key or not ${TAX} ? member.key)
    union all
    select format('%s is %s, but it was created with %s and no event changed it', member.key,
                  member.value, made.account -> member.key)
    from environment_settings s
    join environments e on e.id = s.environment_id,
      lateral (
        select jsonb_build_object('name', a.name, 'default_currency', a.default_currency,
          'time_zone', a.time_zone, 'payment_terms_days', a.payment_terms_days, 'language', 'en',
          'first_invoice_number', 1, 'reminder_days', '[]'::jsonb, 'profile', '{}'::jsonb,
          'updated_at', e.created_at, 'tax', '{}'::jsonb) as account
        from accounts a where a.id = e.account_id) made,
      lateral jsonb_each(jsonb_build_object('name', s.name, 'default_currency', s.default_currency,
        'time_zone', s.time_zone, 'payment_terms_days', s.payment_terms_days,
        'language', s.language, 'first_invoice_number', s.first_invoice_number,
        'reminder_days', s.reminder_days, 'profile', s.profile, 'updated_at', s.updated_at,
        'tax', s.tax::jsonb - 'rates' - 'registrations')) member
    where s.environment_id = ${id} and made.account -> member.key is distinct from member.value
      and not exists (
        select from events
        where environment_id = ${id} and type = 'account.updated')
      and not ${wasReset(id)}
    union all
    select format('they were created at %s, but the environment at %s', s.created_at, e.created_at)
    from environment_settings s join environments e on e.id = s.environment_id
    where s.environment_id = ${id} and s.created_at <> e.created_at`,
}

/** True if an environment was reset, which keeps settings and deletes earlier events. */
const wasReset = (id: number) => sql`exists (
  select from test_clocks
  where environment_id = ${id} and (rows_expected > 0 or (started_at is not null and target_at is null)))`

export const clocks: SetCheck = {
  name: 'clocks',
  about:
    'the clock of a test environment is where it was advanced to; a live environment has real time',
  what: 'clocks',
  from: (id) => sql`environment_counters where environment_id = ${id}`,
  found: (id) => sql`
    select format('a live environment is %s ms off real time', c.clock_ahead_ms) as message
    from environment_counters c join environments e on e.id = c.environment_id
    where c.environment_id = ${id} and e.mode = 'live' and c.clock_ahead_ms <> 0
    union all
    select format('a %s environment has %s', e.mode,
                  case e.mode when 'live' then 'a clock of its own' else 'no clock' end)
    from environments e left join test_clocks t on t.environment_id = e.id
    where e.id = ${id} and (e.mode = 'test') <> (t.environment_id is not null)
    union all
    select 'it is marked as being reset, which it is not'
    from environment_counters c where c.environment_id = ${id} and c.resetting
    union all
    select format('the clock is %s ms ahead, but was never advanced', c.clock_ahead_ms)
    from environment_counters c
    join test_clocks t on t.environment_id = ${id}
    join environments e on e.id = ${id}
    join accounts a on a.id = e.account_id
    where c.environment_id = ${id} and t.target_at is null and t.status = 'ready'
      and a.demo is null and c.clock_ahead_ms <> 0
    union all
    select format('the clock is %s ms ahead, but at %s it was advanced to %s', c.clock_ahead_ms,
                  t.finished_at, t.target_at)
    from environment_counters c join test_clocks t on t.environment_id = ${id}
    where c.environment_id = ${id} and t.target_at is not null and t.status = 'ready'
      and (t.finished_at is null or c.clock_ahead_ms
        - extract(epoch from t.target_at - t.finished_at) * 1000 not between 0 and 3600000)
    union all
    select format('the clock was advanced from %s to %s, after event %s of %s', t.from_at, t.target_at,
                  t.events_after, c.event_sequence)
    from environment_counters c join test_clocks t on t.environment_id = ${id}
    where c.environment_id = ${id} and (t.finished_at < t.started_at or t.target_at < t.from_at
      or t.events_after not between 0 and c.event_sequence
      or (t.started_at is null and (t.from_at, t.target_at, t.events_after, t.finished_at)
        is distinct from (null, null, null, null)))`,
}

export const logos: SetCheck = {
  name: 'logos',
  about: 'every logo of the settings and of finalized invoices is stored and unchanged',
  what: 'logos',
  from: (id) => sql`logos where environment_id = ${id}`,
  found: (id) => sql`
    select format('logo %s does not match its checksum', sha256) as message
    from logos where environment_id = ${id} and encode(sha256(data), 'hex') <> sha256
    union all
    select format('%s has logo %s, which is not stored', named.by, named.sha256)
    from (
      select 'the settings' as by, profile #>> '{logo,sha256}' as sha256
      from environment_settings where environment_id = ${id}
      union all
      select number, snapshot #>> '{seller,logo}' from invoices
      where environment_id = ${id} and finalized_at is not null
    ) named
    left join logos l on l.environment_id = ${id} and l.sha256 = named.sha256
    where named.sha256 is not null and l.sha256 is null`,
}
