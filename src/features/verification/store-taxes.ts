// Verification's rules about taxes as rows: those of entries are those of their invoices, and settings hold what the tables have.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'

const entryTaxes: SetCheck = {
  name: 'invoice_taxes',
  about: 'what each entry says of taxes is what its invoice says, and the opposite once it is void',
  what: 'taxes of entries',
  from: (id) => sql`invoice_taxes where environment_id = ${id}`,
  found: (id) => sql`
    with documents as (
      select e.id as entry_id, i.id as invoice_id, i.number, e.currency, e.day,
        case e.kind when 'invoice_voided' then -1 else 1 end as sign, told.value as tax
      from ledger_entries e
      join invoices i on i.environment_id = ${id} and i.id = e.object_id
      cross join lateral json_array_elements(i.taxes) told
      where e.environment_id = ${id} and e.kind in ('invoice_finalized', 'invoice_voided')
        and ((told.value ->> 'taxable')::bigint <> 0 or (told.value ->> 'amount')::bigint <> 0)),
    told as (
      select entry_id, tax ->> 'rate' as rate, (tax ->> 'inclusive')::boolean as inclusive,
        invoice_id, number, (
          invoice_id, day, currency, sign * (tax ->> 'taxable')::bigint,
          sign * (tax ->> 'amount')::bigint, tax ->> 'category', tax ->> 'name',
          tax ->> 'percentage', tax ->> 'country', tax ->> 'region',
          tax -> 'reason' ->> 'code')::text as members
      from documents),
    kept as (
      select entry_id, rate, inclusive, (
          invoice_id, day, currency, taxable, amount, category, name, percentage, country, region,
          reason)::text as members
      from invoice_taxes where environment_id = ${id})
    select format('%s of %s is %s by its entry, %s by the document', rate,
                  coalesce(t.number, entry_id::text), coalesce(k.members, 'missing'),
                  coalesce(t.members, 'nothing')) as message
    from told t full join kept k using (entry_id, rate, inclusive)
    where t.members is distinct from k.members`,
}

const settings: SetCheck = {
  name: 'tax_settings',
  about: 'the settings hold each tax rate and registration as its table has it',
  what: 'tax rates and registrations',
  from: (id) => sql`(
    select id from tax_rates where environment_id = ${id}
    union all select id from tax_registrations where environment_id = ${id}) held`,
  found: (id) => sql`
    with held as (
      select jsonb_array_elements(coalesce(s.tax::jsonb -> 'rates', '[]')) as row
      from environment_settings s where s.environment_id = ${id}
      union all
      select jsonb_array_elements(coalesce(s.tax::jsonb -> 'registrations', '[]'))
      from environment_settings s where s.environment_id = ${id}),
    stored as (
      select jsonb_build_object('name', name, 'country', country, 'region', region,
        'postal_prefix', postal_prefix, 'percentage', percentage, 'inclusive', inclusive,
        'category', category, 'tax_code', tax_code, 'valid_from', valid_from,
        'valid_to', valid_to, 'reference', reference, 'active', active) as row
      from tax_rates where environment_id = ${id}
      union all
      select jsonb_build_object('country', country, 'region', region, 'scheme', scheme,
        'number', number, 'valid_from', valid_from, 'valid_to', valid_to)
      from tax_registrations where environment_id = ${id})
    select format('the settings hold %s, of which there are %s and %s', coalesce(h.row, s.row),
                  coalesce(h.count, 0), coalesce(s.count, 0)) as message
    from (select row - 'id' as row, count(*) from held group by 1) h
    full join (select row, count(*) from stored group by 1) s using (row)
    where h.count is distinct from s.count`,
}

export const TAX_CHECKS: SetCheck[] = [entryTaxes, settings]
