// Verification's rules about bad debt in the ledger: it follows from the events that wrote it off, and matches the
// invoices. All in SQL.

import { type Sql, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { numberOf } from './store-taxes.ts'
import { unit } from './units.ts'

/** The UUID in an ID with a prefix of three letters. */
const uuidIn = (ref: Sql) => sql`(
  select string_agg(to_hex(substr(code.bits, 4 * digit + 3, 4)::bit(4)::integer), '' order by digit)::uuid
  from generate_series(0, 31) digit, (
    select string_agg((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(${ref}, 5 + digit, 1)) - 1)
      ::bit(5)::text, '' order by digit) as bits
    from generate_series(0, 25) digit) code)`

/** The postings of write-offs and their reversals; the cause of each is an event, since an invoice can have several. */
export const writeOffMovements = (id: number) => sql`
  select case v.type when 'invoice.written_off' then 'invoice_written_off' else 'write_off_reversed' end
      as kind, v.id, v.customer_id, ${uuidIn(sql`v.object_id`)}, v.currency, v.created_at, p.account,
    '' as dimension, p.sign * v.change * ${unit(sql`v.currency`)} as amount
  from (
    select e.id, e.type, e.object_id, e.customer_id, e.created_at, e.object ->> 'currency' as currency,
      ${numberOf(sql`e.object`, sql`'amount_written_off'`)}
        - coalesce(lag(${numberOf(sql`e.object`, sql`'amount_written_off'`)}) over (
            partition by e.object_id order by e.sequence), 0) as change
    from events e
    where e.environment_id = ${id}
      and e.type in ('invoice.written_off', 'invoice.write_off_reversed')) v,
    lateral (values ('bad_debt', 1), ('receivable', -1)) p (account, sign)`

export const BAD_DEBT_CHECK: SetCheck = {
  name: 'bad_debt',
  about: 'the bad debt of each invoice equals its write-offs',
  what: 'invoices',
  from: (id) => sql`invoices where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s: its bad debt is %s, but %s is written off', coalesce(i.number, l.invoice_id::text),
                  trim_scale(coalesce(l.amount, 0)), trim_scale(coalesce(i.written, 0))) as message
    from (select id, number, amount_written_off * ${unit(sql`currency`)} as written
          from invoices where environment_id = ${id}) i
    full join (select e.invoice_id, sum(p.amount) as amount
               from ledger_entries e
               join ledger_postings p on p.environment_id = ${id} and p.entry_id = e.id
               where e.environment_id = ${id} and p.account = 'bad_debt' group by 1) l
      on l.invoice_id = i.id
    where coalesce(l.amount, 0) <> coalesce(i.written, 0)`,
}
