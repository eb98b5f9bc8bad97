// Verification's rules about invoice numbers: two series, both without gaps. All in SQL.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'

const digits = sql`substring(number from '^INV-([0-9]+)$')::numeric`

const first = (id: number) => sql`coalesce((
  select first_invoice_number from environment_settings where environment_id = ${id}), 1)`

export const invoiceNumbers: SetCheck = {
  name: 'numbers',
  about:
    'finalized invoices are numbered from the first number to the counter, in the order of the feed',
  what: 'finalized invoices',
  from: (id) => sql`invoices where environment_id = ${id} and finalized_at is not null`,
  found: (id) => sql`
    select case when n is null then format('%s is not a number of a finalized invoice', number)
                when n = before then format('%s was used twice', number)
                when n < before then format('%s comes before the first number, %s', number, before + 1)
                else format('the numbers from %s to %s are missing', before + 1, n - 1) end as message
    from (select number, ${digits} as n,
                 lag(${digits}, 1, ${first(id)} - 1) over (order by ${digits}) as before
          from invoices where environment_id = ${id} and finalized_at is not null) series
    where n is null or n <> before + 1
    union all
    select format('%s should be spelled INV-%s', number, lpad(n::text, greatest(6, length(n::text)), '0'))
    from (select number, ${digits} as n from invoices
          where environment_id = ${id} and finalized_at is not null) spelling
    where number <> 'INV-' || lpad(n::text, greatest(6, length(n::text)), '0')
    union all
    select format('the counter is %s, but the highest number is %s', invoice_number, highest)
    from environment_counters, lateral (
      select coalesce(max(${digits}), ${first(id)} - 1) as highest from invoices
      where environment_id = ${id} and finalized_at is not null) top
    where environment_id = ${id} and highest <> invoice_number
    union all
    select format('event %s assigns %s after %s', sequence, number, before)
    from (select sequence, object ->> 'number' as number,
                 lag(object ->> 'number') over (order by sequence) as before
          from events where environment_id = ${id} and type = 'invoice.finalized') feed
    where length(number) < length(before) or (length(number) = length(before) and number <= before)`,
}

const noteDigits = sql`substring(number from '^CN-([0-9]+)$')::numeric`

export const relatedInvoices: SetCheck = {
  name: 'related_invoices',
  about:
    'an invoice that adds to another one names a finalized invoice of its customer, by its number',
  what: 'invoices that relate to another one',
  from: (id) => sql`invoices where environment_id = ${id} and relates_to is not null`,
  found: (id) => sql`
    select format('%s relates to %s, which is no finalized invoice of its customer', i.number, i.related_number)
      as message
    from invoices i
    left join invoices r on r.environment_id = ${id} and r.id = i.relates_to
    where i.environment_id = ${id} and (i.relates_to is not null or i.related_number is not null)
      and (r.number, r.finalized_at is null, r.customer_id)
        is distinct from (i.related_number, false, i.customer_id)`,
}

export const creditNoteNumbers: SetCheck = {
  name: 'credit_note_numbers',
  about: 'credit notes are numbered from 1 to the counter, in the order of the feed',
  what: 'credit notes',
  from: (id) => sql`credit_notes where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s follows %s', number, coalesce(before, 'none')) as message
    from (select number, ${noteDigits} as n, lag(number) over (order by ${noteDigits}) as before,
                 row_number() over (order by ${noteDigits}) as place
          from credit_notes where environment_id = ${id}) series
    where n is distinct from place or number <> 'CN-' || lpad(n::text, greatest(6, length(n::text)), '0')
    union all
    select format('the counter is %s, but there are %s credit notes', credit_note_number, made)
    from environment_counters, lateral (
      select count(*) as made from credit_notes where environment_id = ${id}) notes
    where environment_id = ${id} and made <> credit_note_number
    union all
    select format('event %s issues %s after %s', sequence, number, coalesce(before, 'none'))
    from (select sequence, object ->> 'number' as number, row_number() over (order by sequence) as place,
                 lag(object ->> 'number') over (order by sequence) as before
          from events where environment_id = ${id} and type = 'credit_note.issued') feed
    where number <> 'CN-' || lpad(place::text, greatest(6, length(place::text)), '0')`,
}

export const draftNumbers: SetCheck = {
  name: 'draft_numbers',
  about: 'every other invoice has its own provisional number, up to the counter',
  what: 'other invoices',
  from: (id) => sql`invoices where environment_id = ${id} and finalized_at is null`,
  found: (id) => sql`
    select case when count(*) > 1 then format('%s is the number of %s invoices', number, count(*))
                when number !~ '^INV-9[0-9]{11}$' then format('%s is not provisional', number)
                else format('%s is beyond the counter, %s', number, draft_number) end as message
    from invoices i join environment_counters c on c.environment_id = i.environment_id
    where i.environment_id = ${id} and finalized_at is null group by number, draft_number
    having count(*) > 1 or number !~ '^INV-9[0-9]{11}$'
      or substring(number from 6)::numeric not between 1 and draft_number
    union all
    select format('the counter is %s, but %s drafts were created', draft_number, made)
    from environment_counters, lateral (
      select count(*) as made from invoices where environment_id = ${id}) drafts
    where environment_id = ${id} and made <> draft_number
    union all
    select format('event %s creates %s after %s', sequence, number, coalesce(before, 'none'))
    from (select sequence, object ->> 'number' as number,
                 lag(object ->> 'number') over (order by sequence) as before
          from events where environment_id = ${id} and type = 'invoice.created') feed
    where number <> 'INV-9' || lpad(
      (coalesce(substring(before from '^INV-9([0-9]{11})$')::numeric, 0) + 1)::text, 11, '0')`,
}
