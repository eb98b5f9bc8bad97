// Verification's rules about the ledger: it matches the documents, with one entry for each movement. All in SQL.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { DISPUTE_CHECK, disputeMovements } from './store-disputes.ts'
import { allocationDays, paymentMovements } from './store-payments.ts'
import { refundMovements } from './store-refunds.ts'
import { numberOf, taxesOf } from './store-taxes.ts'
import { BAD_DEBT_CHECK, writeOffMovements } from './store-write-offs.ts'
import { unit } from './units.ts'

/** The postings of a finalized invoice, with its taxes by rate. */
const finalized = sql`(
  select 'receivable', '', i.total
  union all select 'revenue', '', i.tax - i.total
  union all select 'tax_payable', told.value ->> 'rate', -${numberOf(sql`told.value`, sql`'amount'`)}
    from ${taxesOf(sql`i`)} told)`

/** The postings of a credit note, with its taxes by rate. */
const noted = sql`(
  select 'receivable', '', -n.to_open
  union all select 'customer_credit', '', -n.to_balance
  union all select 'refunds_payable', '', -n.refund
  union all select 'cash_other', '', -n.outside
  union all select 'revenue', '', n.total - n.tax
  union all select 'tax_payable', told.value ->> 'rate', ${numberOf(sql`told.value`, sql`'amount'`)}
    from ${taxesOf(sql`n`)} told)`

/** Every movement that the documents imply: its cause, time and postings. */
const movements = (id: number) => sql`
  select 'invoice_finalized' as kind, i.id as object_id, i.customer_id, i.id as invoice_id,
    i.currency, i.finalized_at as at, p.account, p.dimension,
    p.amount * ${unit(sql`i.currency`)} as amount
  from invoices i, lateral ${finalized} p (account, dimension, amount)
  where i.environment_id = ${id} and i.finalized_at is not null
  union all
  select 'invoice_voided', i.id, i.customer_id, i.id, i.currency, i.voided_at, p.account,
    p.dimension, -p.amount * ${unit(sql`i.currency`)}
  from invoices i, lateral ${finalized} p (account, dimension, amount)
  where i.environment_id = ${id} and i.finalized_at is not null and i.status = 'void'
  union all
  ${paymentMovements(id)}
  union all
  select 'credit_' || t.type, t.id, t.customer_id, t.invoice_id, t.currency, t.created_at,
    p.account, '', p.amount
  from credit_transactions t, lateral (values ('customer_credit', -t.amount),
    (case when t.type in ('granted', 'expired') then 'credit_granted' else 'receivable' end,
     t.amount)) p (account, amount)
  where t.environment_id = ${id} and t.type in ('granted', 'expired', 'applied', 'restored')
  union all
  select 'credit_note_issued', n.id, n.customer_id, n.invoice_id, n.currency, n.created_at, p.account,
    p.dimension, p.amount * ${unit(sql`n.currency`)}
  from credit_notes n, lateral ${noted} p (account, dimension, amount)
  where n.environment_id = ${id}
  union all
  select 'credit_note_voided', n.id, n.customer_id, n.invoice_id, n.currency, n.voided_at, p.account,
    p.dimension, -p.amount * ${unit(sql`n.currency`)}
  from credit_notes n, lateral ${noted} p (account, dimension, amount)
  where n.environment_id = ${id} and n.status = 'void'
  union all
  ${refundMovements(id)}
  union all
  ${writeOffMovements(id)}
  union all
  ${disputeMovements(id)}
  union all
  select p.kind, o.id, null, null, o.currency, p.at, p.account, '', p.amount * ${unit(sql`o.currency`)}
  from payouts o, lateral (values
    ('payout_arrived', o.created_at, 'cash_bank_transfer', o.amount),
    ('payout_arrived', o.created_at, 'cash_gateway', -o.amount),
    ('payout_reversed', o.reversed_at, 'cash_bank_transfer', -o.amount),
    ('payout_reversed', o.reversed_at, 'cash_gateway', o.amount)) p (kind, at, account, amount)
  where o.environment_id = ${id} and p.at is not null`

const postings = (id: number) => sql`
  ledger_entries e join ledger_postings p on p.environment_id = ${id} and p.entry_id = e.id
  where e.environment_id = ${id}`

const balanced: SetCheck = {
  name: 'ledger_entries',
  about: 'every entry balances',
  what: 'ledger entries',
  from: (id) => sql`ledger_entries where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s of %s is off balance by %s', e.kind, e.object_id, sum(p.amount)) as message
    from ${postings(id)} group by e.id, e.kind, e.object_id having sum(p.amount) <> 0
    union all
    select format('%s of %s moves nothing', e.kind, e.object_id)
    from ledger_entries e where e.environment_id = ${id} and not exists (
      select from ledger_postings p where p.environment_id = ${id} and p.entry_id = e.id)
    union all
    select format('%s of account %s belongs to no entry', trim_scale(p.amount), p.account)
    from ledger_postings p where p.environment_id = ${id} and not exists (
      select from ledger_entries e where e.environment_id = ${id} and e.id = p.entry_id)`,
}

const documented: SetCheck = {
  name: 'ledger_documents',
  about: 'the ledger has each movement of the documents once, and nothing else',
  what: 'postings',
  from: (id) => sql`ledger_postings where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s of %s: %s is %s in the ledger, but %s in the documents', kind, object_id,
                  concat_ws(' ', account, nullif(dimension, '')),
                  coalesce(trim_scale(l.amount)::text, 'missing'),
                  coalesce(trim_scale(d.amount)::text, 'nothing')) as message
    from (select kind, object_id, customer_id, invoice_id, currency, at, account, dimension,
                 sum(amount) as amount
          from (${movements(id)}) m group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(amount) <> 0) d
    full join (select e.kind, e.object_id, e.customer_id, e.invoice_id, e.currency,
                      e.created_at as at, p.account, p.dimension, sum(p.amount) as amount
               from ${postings(id)} group by 1, 2, 3, 4, 5, 6, 7, 8) l
      using (kind, object_id, account, dimension)
    where l.amount is distinct from d.amount
      or (l.customer_id, l.currency, l.at) is distinct from (d.customer_id, d.currency, d.at)
      or l.invoice_id is distinct from d.invoice_id`,
}

const receivable: SetCheck = {
  name: 'receivable',
  about: 'the receivable of each invoice is its balance due, less its write-off',
  what: 'invoices',
  from: (id) => sql`invoices where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s: its receivable is %s, but %s is to be collected', coalesce(i.number, l.invoice_id::text),
                  trim_scale(coalesce(l.owed, 0)), trim_scale(coalesce(i.remains, 0))) as message
    from (select id, number, case when status in ('posted', 'overdue', 'paid')
                   then (amount_due - amount_paid - amount_credited - credit_applied_later - amount_written_off) * ${unit(sql`currency`)} else 0 end as remains
          from invoices where environment_id = ${id}) i
    full join (select e.invoice_id, sum(p.amount) as owed from ${postings(id)}
                 and p.account = 'receivable' group by 1) l on l.invoice_id = i.id
    where coalesce(l.owed, 0) <> coalesce(i.remains, 0)`,
}

const credit: SetCheck = {
  name: 'credit',
  about:
    'each credit balance is the sum of its transactions, and matches the credit of the invoices',
  what: 'credit transactions',
  from: (id) => sql`credit_transactions where environment_id = ${id}`,
  found: (id) => sql`
    select format('cus_%s has %s %s, but its transactions add up to %s', customer_id,
                  coalesce(b.balance, 0), currency, coalesce(t.sum, 0)) as message
    from (select customer_id, currency, balance from customer_balances
          where environment_id = ${id}) b
    full join (select customer_id, currency, sum(amount) as sum from credit_transactions
               where environment_id = ${id} group by 1, 2) t using (customer_id, currency)
    where coalesce(b.balance, 0) <> coalesce(t.sum, 0)
    union all
    select format('%s applied %s and restored %s, but its transactions are %s and %s',
                  coalesce(i.number, t.invoice_id::text), trim_scale(i.applied),
                  trim_scale(i.restored), trim_scale(coalesce(t.applied, 0)),
                  trim_scale(coalesce(t.restored, 0)))
    from (select id, number, customer_id, currency, used as applied,
            case status when 'void' then used else 0 end as restored
          from invoices, lateral (select (credit_applied + credit_applied_later) * ${unit(sql`currency`)} as used) c
          where environment_id = ${id}) i
    full join (select invoice_id, customer_id, currency,
                 coalesce(-sum(amount) filter (where type = 'applied'), 0) as applied,
                 coalesce(sum(amount) filter (where type = 'restored'), 0) as restored
               from credit_transactions where environment_id = ${id} and invoice_id is not null
               group by 1, 2, 3) t
      on t.invoice_id = i.id and t.customer_id = i.customer_id and t.currency = i.currency
    where (coalesce(i.applied, 0), coalesce(i.restored, 0))
      is distinct from (coalesce(t.applied, 0), coalesce(t.restored, 0))`,
}

const days: SetCheck = {
  name: 'ledger_days',
  about: 'the sums of each day match its postings',
  what: 'sums',
  from: (id) => sql`ledger_days where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s %s of %s: the sums are %s/%s, but the postings %s/%s', currency,
                  concat_ws(' ', account, nullif(dimension, '')), day,
                  trim_scale(d.debit), trim_scale(d.credit), trim_scale(l.debit),
                  trim_scale(l.credit)) as message
    from (select day, account, currency, dimension, debit, credit from ledger_days
          where environment_id = ${id}) d
    full join (select (e.created_at at time zone 'UTC')::date as day, p.account, e.currency, p.dimension,
                 coalesce(sum(p.amount) filter (where p.amount > 0), 0) as debit,
                 coalesce(-sum(p.amount) filter (where p.amount < 0), 0) as credit
               from ${postings(id)} group by 1, 2, 3, 4) l using (day, account, currency, dimension)
    where (d.debit, d.credit) is distinct from (l.debit, l.credit)`,
}

const valued: SetCheck = {
  name: 'value_dates',
  about:
    'each payment counts on the day it was received, as do invoices that it was recorded for; each refund on the day it was paid, each payout on the day it arrived, every other entry on the day it was booked',
  what: 'ledger entries',
  from: (id) => sql`ledger_entries where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s of %s: its value date is %s, but should be %s', e.kind, e.object_id, e.value_date, d.day) as message
    from ledger_entries e
    left join payments y on y.environment_id = ${id} and y.id = e.object_id
      and e.kind = 'payment_settled'
    left join refunds r on r.environment_id = ${id} and r.id = e.object_id
      and e.kind = 'refund_succeeded'
    left join payouts o on o.environment_id = ${id} and o.id = e.object_id
      and e.kind = 'payout_arrived'
    left join (${allocationDays(id)}) m on m.id = e.object_id
      and e.kind in ('payment_allocated', 'payment_deallocated'),
    lateral (select case when m.is_early then m.value_date
      else coalesce(y.received_on, r.paid_on, o.arrived_on, e.day) end as day) d
    where e.environment_id = ${id} and (e.value_date <> d.day or m.value_date <> d.day)`,
}

export const LEDGER_CHECKS: SetCheck[] = [
  ...[balanced, documented, receivable, credit],
  ...[days, valued, BAD_DEBT_CHECK, DISPUTE_CHECK],
]
