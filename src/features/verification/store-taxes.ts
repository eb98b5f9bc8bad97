// Verification's rules about tax rows: those of ledger entries match their invoices and add up to the revenue, and
// settings match the tables.

import { type Sql, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { unit } from './units.ts'

/** Each tax of an invoice as JSON, with its figures; empty if the value is not a list. */
export const taxesOf = (invoice: Sql) => sql`
  json_array_elements(case json_typeof(${invoice}.taxes) when 'array' then ${invoice}.taxes else '[]' end)`
export const numberOf = (tax: Sql, name: Sql) => sql`
  case json_typeof(${tax} -> ${name}) when 'number' then (${tax} ->> ${name})::numeric else 0 end`

const taxable = (tax: Sql) => numberOf(tax, sql`'taxable'`)
const amount = (tax: Sql) => numberOf(tax, sql`'amount'`)

const held = (name: Sql) => sql`case jsonb_typeof(s.tax::jsonb -> ${name})
  when 'array' then s.tax::jsonb -> ${name} else '[]' end`

/** A UUID as encoded in IDs: 26 digits of five bits, starting with two zero bits. */
export const spelled = (id: Sql) => sql`(
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    substring(B'00' || ('x' || replace(${id}::text, '-', ''))::bit(128) from 5 * digit + 1 for 5)
      ::bit(5)::integer + 1, 1), '' order by digit)
  from generate_series(0, 25) digit)`

const arrayOf = (value: Sql) => sql`
  json_array_elements(case json_typeof(${value}) when 'array' then ${value} else '[]' end)`

/**
 * The revenue that each tax of an invoice counts: a line's base once, under the country's tax before those of regions.
 */
const revenues = (id: number) => sql`
  select l.invoice_id, first.t, sum(first.taxable) as revenue
  from invoices i
  join invoice_lines l on l.environment_id = ${id} and l.invoice_id = i.id
  cross join lateral (
    select ${numberOf(sql`part.value`, sql`'t'`)} as t, ${taxable(sql`part.value`)} as taxable
    from ${arrayOf(sql`l.taxes`)} part
    left join lateral (
      select value as tax, ordinality - 1 as t from ${taxesOf(sql`i`)} with ordinality) told
      on told.t = ${numberOf(sql`part.value`, sql`'t'`)}
    order by told.tax ->> 'region' is not null, (told.tax ->> 'rate') collate "C" limit 1) first
  where i.environment_id = ${id} and i.finalized_at is not null and i.taxes is not null
  group by 1, 2`

/** Taxable amount, tax and revenue by tax from the documents, and for untaxed lines from the derivations. */
const supplies = (id: number) => sql`
  select i.id as invoice_id, told.value ->> 'rate' as rate, told.value ->> 'inclusive' = 'true' as inclusive,
    ${taxable(sql`told.value`)} as taxable, ${amount(sql`told.value`)} as amount,
    coalesce(r.revenue, 0) as revenue, told.value ->> 'category' as category,
    told.value ->> 'name' as name, told.value ->> 'percentage' as percentage,
    told.value ->> 'country' as country, told.value ->> 'region' as region,
    told.value -> 'reason' ->> 'code' as reason
  from invoices i
  cross join lateral ${taxesOf(sql`i`)} with ordinality told
  left join revenues r on r.invoice_id = i.id and r.t = told.ordinality - 1
  where i.environment_id = ${id} and i.finalized_at is not null
  union all
  select i.id, 'untaxed', false, sum(l.amount - l.discount), 0, sum(l.amount - l.discount),
    'untaxed', '', '0', split_part(because.place, '-', 1),
    nullif(split_part(because.place, '-', 2), ''), because.code
  from invoices i
  cross join lateral ${arrayOf(sql`i.derivation #> '{steps,0,steps,2,untaxed}'`)} told
  cross join lateral (
    select told.value -> 'because' ->> 'code', coalesce(told.value -> 'because' ->> 'place', '')
    ) because (code, place)
  cross join lateral ${arrayOf(sql`told.value -> 'lines'`)} number
  join invoice_lines l on l.environment_id = ${id} and l.invoice_id = i.id
    and l.position::text = number.value::text
  where i.environment_id = ${id} and i.finalized_at is not null
  group by i.id, because.code, because.place`

/** The supplies of credit notes, whose lines show their taxes. */
const noteSupplies = (id: number) => sql`
  select n.id as note_id, told.value ->> 'rate' as rate, told.value ->> 'inclusive' = 'true' as inclusive,
    ${taxable(sql`told.value`)} as taxable, ${amount(sql`told.value`)} as amount,
    coalesce(r.revenue, 0) as revenue, told.value ->> 'category' as category,
    told.value ->> 'name' as name, told.value ->> 'percentage' as percentage,
    told.value ->> 'country' as country, told.value ->> 'region' as region,
    told.value -> 'reason' ->> 'code' as reason
  from credit_notes n
  cross join lateral ${taxesOf(sql`n`)} told
  left join lateral (
    select sum(first.taxable) as revenue
    from ${arrayOf(sql`n.lines`)} line
    cross join lateral (
      select part.value ->> 'rate' as rate, part.value ->> 'inclusive' as inclusive,
        ${taxable(sql`part.value`)} as taxable
      from ${arrayOf(sql`line.value -> 'taxes'`)} part
      left join lateral (
        select value -> 'region' as region from ${taxesOf(sql`n`)} own
        where own.value ->> 'rate' = part.value ->> 'rate' limit 1) own on true
      order by own.region #>> '{}' is not null, (part.value ->> 'rate') collate "C" limit 1) first
    where first.rate = told.value ->> 'rate' and first.inclusive = told.value ->> 'inclusive') r on true
  where n.environment_id = ${id}
  union all
  select n.id, 'untaxed', false, sum(${amount(sql`line.value`)}), 0, sum(${amount(sql`line.value`)}),
    'untaxed', '', '0', split_part(because.place, '-', 1),
    nullif(split_part(because.place, '-', 2), ''), because.code
  from credit_notes n
  join invoices i on i.environment_id = ${id} and i.id = n.invoice_id
  cross join lateral ${arrayOf(sql`i.derivation #> '{steps,0,steps,2,untaxed}'`)} told
  cross join lateral (
    select told.value -> 'because' ->> 'code', coalesce(told.value -> 'because' ->> 'place', '')
    ) because (code, place)
  cross join lateral ${arrayOf(sql`told.value -> 'lines'`)} number
  join line_refs l on l.invoice_id = i.id and l.position = number.value::text
  join lateral ${arrayOf(sql`n.lines`)} line on line.value ->> 'invoice_line_id' = l.ref
  where n.environment_id = ${id}
  group by n.id, because.code, because.place`

/** The lines of credited invoices by their IDs as clients see them. */
const lineRefs = (id: number) => sql`
  select l.invoice_id, l.position::text as position, 'il_' || ${spelled(sql`l.id`)} as ref
  from invoice_lines l
  where l.environment_id = ${id} and l.invoice_id in (
    select invoice_id from credit_notes where environment_id = ${id})`

const entryTaxes: SetCheck = {
  name: 'invoice_taxes',
  about:
    'the taxes and untaxed lines of each entry match its invoice or credit note, negated if it is a reversal, and add up to its revenue',
  what: 'taxes of entries',
  from: (id) => sql`invoice_taxes where environment_id = ${id}`,
  found: (id) => sql`
    with revenues as (${revenues(id)}),
    line_refs as materialized (${lineRefs(id)}),
    -- Computed once, not once per entry.
    invoice_supplies as materialized (${supplies(id)}),
    note_supplies as materialized (${noteSupplies(id)}),
    documents as (
      select e.id as entry_id, i.number, e.currency, e.day,
        case e.kind when 'invoice_voided' then -1 else 1 end as sign, s.*
      from invoice_supplies s
      join invoices i on i.environment_id = ${id} and i.id = s.invoice_id
      join ledger_entries e on e.environment_id = ${id} and e.object_id = i.id
        and e.kind in ('invoice_finalized', 'invoice_voided')
      where s.taxable <> 0 or s.amount <> 0
      union all
      select e.id, n.number, e.currency, e.day,
        case e.kind when 'credit_note_issued' then -1 else 1 end, n.invoice_id, s.rate, s.inclusive,
        s.taxable, s.amount, s.revenue, s.category, s.name, s.percentage, s.country, s.region, s.reason
      from note_supplies s
      join credit_notes n on n.environment_id = ${id} and n.id = s.note_id
      join ledger_entries e on e.environment_id = ${id} and e.object_id = n.id
        and e.kind in ('credit_note_issued', 'credit_note_voided')
      where s.taxable <> 0 or s.amount <> 0),
    told as (
      select entry_id, rate, inclusive, reason, number, (
          invoice_id, day, currency, sign * taxable, sign * amount, sign * revenue, category, name,
          percentage, country, region)::text as members
      from documents),
    kept as (
      select entry_id, rate, inclusive, reason, (
          invoice_id, day, currency, taxable::numeric, amount::numeric, revenue::numeric, category,
          name, percentage, country, region)::text as members
      from invoice_taxes where environment_id = ${id})
    select format('%s (%s) of %s is %s in its entry, but %s in the document', rate, reason,
                  coalesce(t.number, entry_id::text), coalesce(k.members, 'missing'),
                  coalesce(t.members, 'nothing')) as message
    from told t full join kept k using (entry_id, rate, inclusive, reason)
    where t.members is distinct from k.members
    union all
    select format('%s of %s: its bases add up to %s, but its revenue is %s', e.kind, e.object_id,
                  bases.revenue * ${unit(sql`e.currency`)}, trim_scale(coalesce(-p.amount, 0)))
    from (select entry_id, sum(revenue) as revenue from invoice_taxes
          where environment_id = ${id} group by 1) bases
    join ledger_entries e on e.environment_id = ${id} and e.id = bases.entry_id
    left join ledger_postings p on p.environment_id = ${id} and p.entry_id = e.id
      and p.account = 'revenue' and p.dimension = ''
    where bases.revenue * ${unit(sql`e.currency`)} <> coalesce(-p.amount, 0)
    union all
    select format('%s is %s%% of %s in an entry, but the tax rate is %s', x.rate, x.percentage,
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
  about: 'the tax rates and registrations in the settings match their tables',
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
    select format('the settings have %s %s times, but the table has it %s times', coalesce(h.row, s.row),
                  coalesce(h.count, 0), coalesce(s.count, 0)) as message
    from (select row, count(*) from held group by 1) h
    full join (select row, count(*) from stored group by 1) s using (row)
    where h.count is distinct from s.count
    union all
    select format('the tax settings have %s, which is unknown', of.kept)
    from environment_settings s, jsonb_object_keys(s.tax::jsonb) of (kept)
    where s.environment_id = ${id} and of.kept not in (
      'automatic', 'behavior', 'address', 'unknown_rate', 'particulars', 'rates', 'registrations')`,
}

export const TAX_CHECKS: SetCheck[] = [entryTaxes, settings]
