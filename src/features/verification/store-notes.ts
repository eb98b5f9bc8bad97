// Verification's rule about the credit that credit notes grant. All in SQL.

import { type Sql, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { unit } from './units.ts'

/** The credit that notes and their refunds granted to customers, and that void notes took back. */
const given = (id: number) => sql`
  select n.id as note_id, 'credited' as type, n.customer_id, n.currency,
    n.to_balance * ${unit(sql`n.currency`)} as amount, n.created_at as at
  from credit_notes n where n.environment_id = ${id} and n.to_balance <> 0
  union all
  select n.id, 'credit_note_voided', n.customer_id, n.currency,
    -n.to_balance * ${unit(sql`n.currency`)}, n.voided_at
  from credit_notes n where n.environment_id = ${id} and n.to_balance <> 0 and n.status = 'void'
  union all
  select r.credit_note_id, 'credited', r.customer_id, r.currency,
    r.amount * ${unit(sql`r.currency`)}, r.moved_to_balance_at
  from refunds r where r.environment_id = ${id} and r.moved_to_balance_at is not null`

/** Each amount with its customer and time, in chronological order. */
const parts = (at: Sql) => sql`
  array_agg(amount order by ${at}, amount) as parts,
  string_agg(format('cus_%s %s at %s', customer_id, currency, ${at}), ', ' order by ${at}, amount)
    as whose`

const noteCredit: SetCheck = {
  name: 'credit_note_credit',
  about:
    'each credit note gave its customer the credit that it and its refunds say, and took it back when it was voided',
  what: 'credit transactions',
  from: (id) =>
    sql`credit_transactions where environment_id = ${id} and credit_note_id is not null`,
  found: (id) => sql`
    select format('%s of %s is %s of %s in its transactions, but should be %s of %s', type,
                  coalesce((select number from credit_notes c
                            where c.environment_id = ${id} and c.id = note_id), note_id::text),
                  coalesce(trim_scale(t.amount)::text, 'nothing'), coalesce(t.whose, 'no customer'),
                  coalesce(trim_scale(g.amount)::text, 'nothing'), coalesce(g.whose, 'no customer'))
      as message
    from (select note_id, type, sum(amount) as amount, ${parts(sql`at`)} from (${given(id)}) given
          group by 1, 2) g
    full join (select credit_note_id as note_id, type, sum(amount) as amount, ${parts(sql`created_at`)}
               from credit_transactions where environment_id = ${id} and (
                 credit_note_id is not null or type in ('credited', 'credit_note_voided'))
               group by 1, 2) t using (note_id, type)
    where (t.parts, t.whose) is distinct from (g.parts, g.whose)`,
}

export const NOTE_CHECKS: SetCheck[] = [noteCredit]
