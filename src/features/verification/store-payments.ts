// Verification's rules about payments: the amounts allocated, credited and unallocated. All in SQL.

import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { unit } from './units.ts'

/** A list in JSON; empty if the stored value is not a list. */
const listOf = (json: Sql) =>
  sql`case when json_typeof(${json}) = 'array' then ${json} else '[]' end`

/**
 * A member of an element as a value of this type; null if it is corrupted, so that verification reports it instead of
 * failing.
 */
const member = (name: string, pattern: string, type: string) =>
  raw(
    `case when item.value ->> '${name}' ~ '${pattern}' then (item.value ->> '${name}')::${type} end as ${name}`,
  )

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const WHOLE = '^-?[0-9]{1,16}$'

/** The moves of a payment; none if it was never reallocated. */
export const movesOf = (payment: Sql) => sql`(
  select ${member('id', UUID, 'uuid')}, ${member('invoice_id', UUID, 'uuid')},
    ${member('amount', WHOLE, 'bigint')},
    ${member('at', '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z$', 'timestamptz(3)')},
    ${member('value_date', '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'date')},
    ${member('is_reversal', '^true$', 'boolean')}, ${member('dispute', UUID, 'uuid')},
    -- Null is the customer's credit, so a spoilt invoice must not be read as null.
    item.value ->> 'invoice_id' is null or item.value ->> 'invoice_id' ~ '${raw(UUID)}' as is_sound
  from json_array_elements(${listOf(sql`${payment}.moves`)}) item (value)) m`

/** True for payments `y` that are money, also if it was reversed, and when it arrived. */
const isMoney = raw("y.status in ('settled', 'reversed')")
const arrivedAt = raw('coalesce(y.captured_at, y.created_at)')

/** The postings of payments: arrived with their fees, allocated, and reversed, which returns no fee. */
export const paymentMovements = (id: number) => sql`
  select e.kind, y.id as object_id, y.customer_id, e.invoice_id, y.currency, e.at, e.account, '' as dimension,
    e.amount * ${unit(sql`y.currency`)} as amount
  from payments y
  left join lateral (
    select coalesce(sum(m.amount) filter (where m.invoice_id is not null), 0) as paid,
      coalesce(sum(m.amount) filter (where m.invoice_id is null), 0) as credit,
      (array_agg(m.invoice_id) filter (where m.invoice_id is not null))[1] as invoice_id
    from ${movesOf(sql`y`)} where m.id is null) first on true,
  lateral (
    -- Of a payment that always paid one invoice, everything is of that invoice.
    select case when y.moves is null then y.amount - y.to_balance else first.paid end as paid,
      case when y.moves is null then y.to_balance else first.credit end as credit,
      case when y.moves is null then y.invoice_id else first.invoice_id end as invoice_id) s,
  lateral (
    select 'payment_settled' as kind, s.invoice_id, ${arrivedAt} as at, p.account, p.amount
    from (values ('cash_' || y.method, y.amount), ('receivable', -s.paid),
      ('customer_credit', -s.credit), ('unallocated_payments', s.paid + s.credit - y.amount))
      p (account, amount)
    where ${isMoney}
    union all
    select 'gateway_fee_charged', s.invoice_id, ${arrivedAt}, p.account, p.amount
    from (values ('gateway_fees', y.fee), ('cash_gateway', -y.fee)) p (account, amount)
    where ${isMoney} and y.fee <> 0
    union all
    select 'payment_reversed', case when y.moves is null then y.invoice_id end, y.reversed_at,
      p.account, p.amount
    -- What disputes withdrew has entries of its own.
    from (values ('cash_' || y.method, y.amount_reversed - y.amount),
      ('receivable', case when y.moves is null then s.paid end),
      ('customer_credit', case when y.moves is null then s.credit end),
      ('unallocated_payments', case when y.moves is not null then y.amount - y.amount_reversed end)) p (account, amount)
    where y.status = 'reversed' and y.amount > y.amount_reversed and p.amount is not null) e
  where y.environment_id = ${id}
  union all
  select case when m.amount > 0 then 'payment_allocated' else 'payment_deallocated' end, m.id,
    y.customer_id, m.invoice_id, y.currency, m.at, p.account, '', p.amount * ${unit(sql`y.currency`)}
  from payments y, lateral (select m.* from ${movesOf(sql`y`)} where m.id is not null) m,
    lateral (values ('unallocated_payments', m.amount),
      (case when m.invoice_id is null then 'customer_credit' else 'receivable' end, -m.amount))
      p (account, amount)
  where y.environment_id = ${id}`

/**
 * The value dates of allocations; `is_early` if an allocation was made when the payment was recorded, and counts on its
 * date.
 */
export const allocationDays = (id: number) => sql`
  select m.id, m.value_date,
    m.amount > 0 and m.at = ${arrivedAt} and m.value_date = y.received_on as is_early
  from payments y, lateral (select m.* from ${movesOf(sql`y`)} where m.id is not null) m
  where y.environment_id = ${id}`

/** Each amount received for an invoice, and when it was recorded or allocated. */
export const receivedOf = (id: number) => sql`
  select coalesce(m.invoice_id, y.invoice_id) as invoice_id, coalesce(m.at, ${arrivedAt}) as created_at,
    case when m.id is null then y.amount else m.amount end as amount, y.method, y.received_on
  from payments y left join lateral (select m.* from ${movesOf(sql`y`)} where m.invoice_id is not null) m on true
  where y.environment_id = ${id} and ${isMoney}`

/** The amounts that settled payments pay of each invoice. */
const paidOf = (id: number) => sql`
  select y.id, y.currency, y.customer_id, y.invoice_id, y.amount - y.to_balance as amount
  from payments y
  where y.environment_id = ${id} and y.status = 'settled' and y.moves is null
  union all
  select y.id, y.currency, y.customer_id, m.invoice_id, m.amount
  from payments y, lateral (select m.* from ${movesOf(sql`y`)} where m.invoice_id is not null) m
  where y.environment_id = ${id}`

const settled: SetCheck = {
  name: 'settled',
  about:
    'the amount paid of each invoice is the sum that settled payments pay of it, in its currency',
  what: 'payments',
  from: (id) => sql`payments where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s: %s is paid, but its settled payments are %s', coalesce(i.number, p.invoice_id::text),
                  coalesce(i.amount_paid, 0), coalesce(p.amount, 0)) as message
    from (select id, number, amount_paid from invoices where environment_id = ${id}) i
    full join (select invoice_id, sum(amount) as amount from (${paidOf(id)}) p group by 1) p
      on p.invoice_id = i.id
    where coalesce(i.amount_paid, 0) <> coalesce(p.amount, 0)
    union all
    select distinct format('payment %s is in %s by cus_%s, but its invoice is not', p.id, p.currency, p.customer_id)
    from (select id, currency, customer_id, invoice_id from payments
          where environment_id = ${id} and invoice_id is not null
          union all select id, currency, customer_id, invoice_id from (${paidOf(id)}) p) p
    join invoices i on i.environment_id = ${id} and i.id = p.invoice_id
    where (p.currency, p.customer_id) is distinct from (i.currency, i.customer_id)`,
}

/** True for moves by which disputes took money off invoices; the payment keeps its allocations. */
const IS_WITHDRAWN = raw('(m.dispute is not null and m.invoice_id is not null)')

/** What disputes took off the invoices of a payment, in JSON. */
export const withdrawnByInvoice = (payment: Sql) => sql`
  select json_object_agg(w.invoice_id, w.amount)
  from (select m.invoice_id, -sum(m.amount) as amount from ${movesOf(payment)}
        where ${IS_WITHDRAWN} group by 1) w`

const allocated: SetCheck = {
  name: 'allocations',
  about: 'the allocated, credited and unallocated amounts of each payment follow from its moves',
  what: 'payments',
  from: (id) => sql`payments where environment_id = ${id}`,
  found: (id) => sql`
    select format('payment %s of %s pays %s (%s), gave %s as credit and leaves %s, but its moves give %s (%s) and %s',
                  y.id, y.amount, a.paid, y.allocations, y.to_balance, y.unallocated, m.paid, m.each, m.credit) as message
    from payments y,
      lateral (select coalesce(sum(a.amount), 0) as paid, coalesce(sum(a.refunded), 0) as refunded,
          coalesce(bool_and(a.amount > 0 and a.refunded between 0 and a.amount), true) as is_sound,
          coalesce(array_agg(format('%s %s', a.invoice_id, a.amount) order by a.invoice_id::text), '{}') as each,
          coalesce(array_agg(a.invoice_id::text order by a.at), '{}') as ids
        from (
          select ${member('invoice_id', UUID, 'uuid')}, ${member('amount', WHOLE, 'bigint')},
            ${member('refunded', WHOLE, 'bigint')}, item.at
          from json_array_elements(${listOf(sql`y.allocations`)}) with ordinality item (value, at)) a) a,
      -- What a reversal takes back is not part of what was paid until then.
      lateral (select coalesce(sum(m.paid), 0) as paid, coalesce(sum(m.credit), 0) as credit,
          coalesce(sum(m.withdrawn), 0) as withdrawn,
          coalesce(array_agg(format('%s %s', m.invoice_id, m.paid) order by m.invoice_id::text)
            filter (where m.invoice_id is not null and m.paid <> 0), '{}') as each
        from (select m.invoice_id, -sum(m.amount) filter (where ${IS_WITHDRAWN}) as withdrawn,
            sum(m.amount) filter (where m.invoice_id is not null and not ${IS_WITHDRAWN}) as paid,
            sum(m.amount) filter (where m.invoice_id is null) as credit
          from ${movesOf(sql`y`)}
          where m.is_reversal is null
          group by 1) m) m,
      lateral (select coalesce(sum(r.amount), 0) as amount from refunds r
        where r.environment_id = ${id} and r.payment_id = y.id and r.credit_note_id is null
          and r.status in ('pending', 'succeeded')) w
    where y.environment_id = ${id} and y.moves is not null
      and (a.is_sound and a.each = m.each and y.to_balance = m.credit
        -- What was refunded without a note waits no longer, nor does what disputes did not take off invoices.
        and y.unallocated = y.amount - m.paid - m.credit - w.amount - (y.amount_reversed - m.withdrawn)
        and y.unallocated >= 0
        and not exists (select from ${movesOf(sql`y`)} where m.amount is null or not m.is_sound
          or (m.id is null and (m.at, m.value_date) is distinct from (${arrivedAt}, y.received_on)))
        and y.refunded = a.refunded + w.amount and y.allocated_to = a.ids
        and y.invoice_id is not distinct from case when cardinality(a.ids) = 1 then a.ids[1]::uuid end) is not true
    union all
    select format('payment %s is %s, but its reversal leaves %s', y.id, y.status, sum(m.amount))
    from payments y, lateral (select m.* from ${movesOf(sql`y`)}) m
    where y.environment_id = ${id} and (y.status = 'reversed' or m.is_reversal)
    group by y.id, y.status, m.invoice_id having y.status <> 'reversed' or sum(m.amount) <> 0`,
}

const waiting: SetCheck = {
  name: 'unallocated_payments',
  about:
    'the unallocated money of each customer, with pending refunds of it, equals that in the ledger',
  what: 'payments',
  from: (id) => sql`payments where environment_id = ${id}`,
  found: (id) => sql`
    select format('cus_%s: %s %s are unallocated, but %s in the ledger', customer_id,
                  trim_scale(coalesce(y.amount, 0)), currency, trim_scale(coalesce(l.amount, 0))) as message
    from (select customer_id, currency, sum(amount) * ${unit(sql`currency`)} as amount from (
            select customer_id, currency, unallocated as amount from payments
            where environment_id = ${id} and status = 'settled'
            union all
            select r.customer_id, r.currency, r.amount from refunds r
            where r.environment_id = ${id} and r.credit_note_id is null and r.status = 'pending'
            union all
            -- The customer owes what was refunded of a payment that never came.
            select r.customer_id, r.currency, -r.amount from refunds r
            join payments y on y.environment_id = ${id} and y.id = r.payment_id and y.status = 'reversed'
            where r.environment_id = ${id} and r.credit_note_id is null and r.status = 'succeeded') each
          group by 1, 2) y
    full join (select e.customer_id, e.currency, -sum(p.amount) as amount
               from ledger_entries e
               join ledger_postings p on p.environment_id = ${id} and p.entry_id = e.id
               where e.environment_id = ${id} and p.account = 'unallocated_payments' group by 1, 2) l
      using (customer_id, currency)
    where coalesce(y.amount, 0) <> coalesce(l.amount, 0)`,
}

/** The credit that payments granted to customers, and that reversed payments took back. */
const given = (id: number) => sql`
  select y.id as payment_id, e.type, y.customer_id, y.currency,
    e.sign * y.to_balance * ${unit(sql`y.currency`)} as amount, e.at
  from payments y, lateral (values ('overpaid', 1, ${arrivedAt}),
    ('overpayment_reversed', -1, y.reversed_at)) e (type, sign, at)
  where y.environment_id = ${id} and y.moves is null and y.to_balance <> 0 and e.at is not null
  union all
  select y.id, case when m.amount > 0 then 'overpaid' else 'overpayment_reversed' end, y.customer_id,
    y.currency, m.amount * ${unit(sql`y.currency`)}, m.at
  from payments y, lateral (select m.* from ${movesOf(sql`y`)} where m.invoice_id is null) m
  where y.environment_id = ${id}`

const credit: SetCheck = {
  name: 'payment_credit',
  about: 'each payment gave its customer the credit that it says, and took it back when reversed',
  what: 'credit transactions',
  from: (id) => sql`credit_transactions where environment_id = ${id} and payment_id is not null`,
  found: (id) => sql`
    select format('%s of payment %s is %s in its transactions, but should be %s', type, payment_id,
                  coalesce(t.parts::text, 'nothing'), coalesce(g.parts::text, 'nothing')) as message
    from (select payment_id, type, array_agg(format('cus_%s %s %s at %s', customer_id,
            trim_scale(amount), currency, at) order by at, amount) as parts
          from (${given(id)}) given group by 1, 2) g
    full join (select payment_id, type, array_agg(format('cus_%s %s %s at %s', customer_id,
                 trim_scale(amount), currency, created_at) order by created_at, amount) as parts
               from credit_transactions where environment_id = ${id} and (
                 payment_id is not null or type in ('overpaid', 'overpayment_reversed'))
               group by 1, 2) t using (payment_id, type)
    where t.parts is distinct from g.parts`,
}

export const PAYMENT_CHECKS: SetCheck[] = [settled, allocated, waiting, credit]
