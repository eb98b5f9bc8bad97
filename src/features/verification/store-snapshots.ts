// Verification's rule about finalized documents: the frozen seller and customer match the feed at that time.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { NEVER_GIVEN, NO_PAYMENT } from './store-settings.ts'

export const snapshots: SetCheck = {
  name: 'snapshots',
  about: 'seller and customer of a finalized invoice match the feed at that time',
  what: 'finalized invoices',
  from: (id) => sql`invoices where environment_id = ${id} and finalized_at is not null`,
  found: (id) => sql`
    select format('%s has %s of the customer as %s, but event %s has %s', i.number, member.key,
                  member.value, told.sequence, told.object -> member.key) as message
    from invoices i
    join events f on f.environment_id = ${id} and f.type = 'invoice.finalized'
      and f.object ->> 'number' = i.number
    cross join lateral (
      select e.sequence, e.object from events e
      where e.environment_id = ${id} and e.object_id = 'cus_' || i.customer_id
        and e.sequence < f.sequence order by e.sequence desc limit 1) told
    cross join lateral json_each(i.snapshot -> 'customer') member
    where i.environment_id = ${id} and i.finalized_at is not null
      and coalesce(told.object -> member.key, 'null')::jsonb <> member.value::jsonb
      -- Of who was erased the feed tells no more, while the document may have to be kept.
      and not exists (
        select from customer_erasures r
        where r.environment_id = ${id} and r.customer_id = i.customer_id)
    union all
    select format('%s has %s of the seller as %s, but the settings had %s', i.number, member.key,
                  member.value, told.object -> member.key)
    from invoices i
    join events f on f.environment_id = ${id} and f.type = 'invoice.finalized'
      and f.object ->> 'number' = i.number
    cross join lateral (
      -- As last told before, or as the next change says that it was.
      select object from (
        (select 1 as rank, e.object::jsonb as object from events e
         where e.environment_id = ${id} and e.type = 'account.updated' and e.sequence < f.sequence
         order by e.sequence desc limit 1)
        union all
        (select 2, e.object::jsonb || e.previous_attributes::jsonb from events e
         where e.environment_id = ${id} and e.type = 'account.updated' and e.sequence > f.sequence
         order by e.sequence limit 1)) near
      order by rank limit 1) told
    cross join lateral jsonb_each(
      ${NEVER_GIVEN}::jsonb || (i.snapshot::jsonb -> 'seller') || jsonb_build_object(
        'payment_instructions',
        ${NO_PAYMENT}::jsonb || coalesce(i.snapshot::jsonb #> '{seller,payment_instructions}', '{}'))
    ) member
    where i.environment_id = ${id} and i.finalized_at is not null
      and case member.key when 'logo' then told.object #> '{logo,sha256}'
          else told.object -> member.key end is distinct from member.value`,
}
