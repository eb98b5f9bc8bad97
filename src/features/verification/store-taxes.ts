// Verification's rules about taxes as rows: those of entries are those of their invoices, and settings hold what the tables have.

import { type Sql, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'

/** Each tax of an invoice as JSON, and its numbers; of what somebody has made something else there is none. */
export const taxesOf = (invoice: Sql) => sql`
  json_array_elements(case json_typeof(${invoice}.taxes) when 'array' then ${invoice}.taxes else '[]' end)`
export const numberOf = (tax: Sql, name: Sql) => sql`
  case json_typeof(${tax} -> ${name}) when 'number' then (${tax} ->> ${name})::numeric else 0 end`

const taxable = (tax: Sql) => numberOf(tax, sql`'taxable'`)
const amount = (tax: Sql) => numberOf(tax, sql`'amount'`)

const held = (name: Sql) => sql`case jsonb_typeof(s.tax::jsonb -> ${name})
  when 'array' then s.tax::jsonb -> ${name} else '[]' end`

/** A UUID as IDs spell it: 26 digits of five bits, of which the first two are nought. */
export const spelled = (id: Sql) => sql`(
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    substring(B'00' || ('x' || replace(${id}::text, '-', ''))::bit(128) from 5 * digit + 1 for 5)
      ::bit(5)::integer + 1, 1), '' order by digit)
  from generate_series(0, 25) digit)`

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
      cross join lateral ${taxesOf(sql`i`)} told
      where e.environment_id = ${id} and e.kind in ('invoice_finalized', 'invoice_voided')
        and (${taxable(sql`told.value`)} <> 0 or ${amount(sql`told.value`)} <> 0)),
    told as (
      select entry_id, tax ->> 'rate' as rate, tax ->> 'inclusive' = 'true' as inclusive,
        invoice_id, number, (
          invoice_id, day, currency, sign * ${taxable(sql`tax`)},
          sign * ${amount(sql`tax`)}, tax ->> 'category', tax ->> 'name',
          tax ->> 'percentage', tax ->> 'country', tax ->> 'region',
          tax -> 'reason' ->> 'code')::text as members
      from documents),
    kept as (
      select entry_id, rate, inclusive, (
          invoice_id, day, currency, taxable::numeric, amount::numeric, category, name, percentage,
          country, region, reason)::text as members
      from invoice_taxes where environment_id = ${id})
    select format('%s of %s is %s by its entry, %s by the document', rate,
                  coalesce(t.number, entry_id::text), coalesce(k.members, 'missing'),
                  coalesce(t.members, 'nothing')) as message
    from told t full join kept k using (entry_id, rate, inclusive)
    where t.members is distinct from k.members
    union all
    select format('%s is %s%% of %s by an entry, but the tax rate is %s', x.rate, x.percentage,
                  x.name, coalesce(format('%s%% of %s', r.percentage, r.name), 'missing'))
    from invoice_taxes x
    left join tax_rates r on r.environment_id = ${id} and 'txr_' || ${spelled(sql`r.id`)} = x.rate
    where x.environment_id = ${id} and x.rate like 'txr\\_%' and (
      (x.name, x.percentage, x.country, x.category, x.inclusive)
        is distinct from (r.name, r.percentage, r.country, r.category, r.inclusive)
      or x.region is distinct from r.region or x.day < r.valid_from)`,
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
      select jsonb_array_elements(${held(sql`'rates'`)}) as row
      from environment_settings s where s.environment_id = ${id}
      union all
      select jsonb_array_elements(${held(sql`'registrations'`)})
      from environment_settings s where s.environment_id = ${id}),
    stored as (
      select jsonb_build_object('id', 'txr_' || ${spelled(sql`id`)}, 'name', name, 'country', country, 'region', region,
        'postal_prefix', postal_prefix, 'percentage', percentage, 'inclusive', inclusive,
        'category', category, 'tax_code', tax_code, 'valid_from', valid_from,
        'valid_to', valid_to, 'reference', reference, 'active', active) as row
      from tax_rates where environment_id = ${id}
      union all
      select jsonb_build_object('id', 'trg_' || ${spelled(sql`id`)}, 'country', country, 'region', region,
        'scheme', scheme,
        'number', number, 'valid_from', valid_from, 'valid_to', valid_to)
      from tax_registrations where environment_id = ${id})
    select format('the settings hold %s, of which there are %s and %s', coalesce(h.row, s.row),
                  coalesce(h.count, 0), coalesce(s.count, 0)) as message
    from (select row, count(*) from held group by 1) h
    full join (select row, count(*) from stored group by 1) s using (row)
    where h.count is distinct from s.count
    union all
    select format('%s is settled of taxes, which is nothing', of.kept)
    from environment_settings s, jsonb_object_keys(s.tax::jsonb) of (kept)
    where s.environment_id = ${id} and of.kept not in (
      'automatic', 'behavior', 'address', 'unknown_rate', 'particulars', 'rates', 'registrations')`,
}

export const TAX_CHECKS: SetCheck[] = [entryTaxes, settings]
