// Verification's rules about settings, which the counter row and the feed must know, and their logos.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './store-sets.ts'

/** How the interface tells what was never given. */
const NEVER_GIVEN = JSON.stringify({
  ...{ legal_name: '', address_line1: '', address_line2: '', city: '', state_province: '' },
  ...{ postal_code: '', country: '', tax_numbers: [], phone: '', email: '', website: '' },
  ...{ color: null, footer: '', mail_from_name: '', reply_to: '' },
})
const NO_PAYMENT = JSON.stringify({ bank_transfer: '', cheque: '', other: '' })

export const settings: SetCheck = {
  name: 'settings',
  about: 'there are settings, the counter row knows of their changes, and the feed tells them',
  what: 'settings',
  from: (id) => sql`environment_settings where environment_id = ${id}`,
  found: (id) => sql`
    select 'there are no settings' as message where not exists (
      select from environment_settings where environment_id = ${id})
    union all
    select format('they are of a %s environment, which is %s', s.mode, e.mode)
    from environment_settings s join environments e on e.id = s.environment_id
    where s.environment_id = ${id} and s.mode <> e.mode
    union all
    select format('their version is %s, the counter row tells %s', s.version, c.settings_version)
    from environment_settings s
    join environment_counters c on c.environment_id = ${id}
    where s.environment_id = ${id} and s.version <> c.settings_version
    union all
    select format('%s is %s, the latest event tells %s', member.key, member.value,
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
          'first_invoice_number', s.first_invoice_number, 'reminder_days', s.reminder_days)
      ) member
    where s.environment_id = ${id} and told.object -> member.key is distinct from member.value`,
}

export const logos: SetCheck = {
  name: 'logos',
  about: 'every logo that settings or an issued document names is kept, and is what it was',
  what: 'logos',
  from: (id) => sql`logos where environment_id = ${id}`,
  found: (id) => sql`
    select format('logo %s holds other bytes than it was named for', sha256) as message
    from logos where environment_id = ${id} and encode(sha256(data), 'hex') <> sha256
    union all
    select format('%s names logo %s, which is not kept', named.by, named.sha256)
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
