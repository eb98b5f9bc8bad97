// Verification's rules about refunds: each belongs to a payment and a note, or to money that pays no invoice, and
// exceeds neither. All in SQL.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { movesOf } from './store-payments.ts'
import { unit } from './units.ts'

/** True if the money of a refund is on its way to the customer or has arrived. */
const underWay = sql`r.status in ('pending', 'succeeded')`
const moved = sql`r.moved_to_balance_at is not null`

/** The postings of refunds: paid, returned by the bank, and moved to the balance. */
export const refundMovements = (id: number) => sql`
  select e.kind, r.id, r.customer_id, r.invoice_id, r.currency, e.at, p.account, '' as dimension,
    p.amount * ${unit(sql`r.currency`)} as amount
  from refunds r, lateral (values
    ('refund_succeeded', r.succeeded_at, 'cash_' || r.method, 1),
    ('refund_failed', case when r.succeeded_at is not null then r.failed_at end,
      'cash_' || r.method, -1),
    ('refund_moved', r.moved_to_balance_at, 'customer_credit', 1)) e (kind, at, other, sign),
    lateral (values
      (case when r.credit_note_id is null then 'unallocated_payments' else 'refunds_payable' end,
        e.sign * r.amount), (e.other, -e.sign * r.amount)) p (account, amount)
  where r.environment_id = ${id} and e.at is not null`

const refunds: SetCheck = {
  name: 'refunds',
  about:
    'each refund is of a payment and a credit note of its invoice, or of money that pays no invoice, and its times fit its status',
  what: 'refunds',
  from: (id) => sql`refunds where environment_id = ${id}`,
  found: (id) => sql`
    select format('refund %s of %s cus_%s by %s for invoice %s has the %s of %s cus_%s %s for invoice %s',
                  r.id, r.currency, r.customer_id, r.method, r.invoice_id, o.noun,
                  coalesce(o.currency, 'no currency'), o.customer_id, o.method, o.invoice_id) as message
    from refunds r
    left join payments y on y.environment_id = ${id} and y.id = r.payment_id
    left join credit_notes n on n.environment_id = ${id} and n.id = r.credit_note_id,
    lateral (values
      -- A payment can pay several invoices, and is taken off some again.
      ('payment', y.currency, y.customer_id, y.method, case when exists (
        select from ${movesOf(sql`y`)} where m.invoice_id = r.invoice_id) then r.invoice_id
        else y.invoice_id end, y.created_at),
      ('credit note', n.currency, n.customer_id, r.method, n.invoice_id, n.created_at))
      o (noun, currency, customer_id, method, invoice_id, created_at)
    where r.environment_id = ${id} and r.credit_note_id is not null
      and ((r.currency, r.customer_id, r.method, r.invoice_id)
        is distinct from (o.currency, o.customer_id, o.method, o.invoice_id)
        or r.created_at < o.created_at)
    union all
    select format('refund %s of %s cus_%s by %s, without a note, is for invoice %s, and its payment of %s cus_%s by %s',
                  r.id, r.currency, r.customer_id, r.method, r.invoice_id, y.currency, y.customer_id, y.method)
    from refunds r left join payments y on y.environment_id = ${id} and y.id = r.payment_id
    where r.environment_id = ${id} and r.credit_note_id is null
      and (r.invoice_id is not null or r.moved_to_balance_at is not null or y.moves is null
        or (r.currency, r.customer_id, r.method) is distinct from (y.currency, y.customer_id, y.method)
        or r.created_at < y.created_at)
    union all
    select format('refund %s of %s is %s, but was paid at %s (%s), failed at %s, canceled at %s, moved at %s',
                  r.id, r.amount, r.status, r.succeeded_at, r.paid_on, r.failed_at, r.canceled_at,
                  r.moved_to_balance_at)
    from refunds r
    where r.environment_id = ${id} and not (r.amount > 0 and
      (r.succeeded_at is null) = (r.paid_on is null)
      and case r.status
        when 'pending' then coalesce(r.succeeded_at, r.failed_at, r.canceled_at, r.moved_to_balance_at) is null
        when 'succeeded' then r.succeeded_at is not null
          and coalesce(r.failed_at, r.canceled_at, r.moved_to_balance_at) is null
        when 'failed' then r.failed_at is not null and r.canceled_at is null
        when 'canceled' then r.canceled_at is not null
          and coalesce(r.succeeded_at, r.failed_at) is null
        else false end
      -- Greatest and least leave out what is null.
      and r.created_at <= least(r.succeeded_at, r.failed_at, r.canceled_at, r.moved_to_balance_at, r.updated_at)
      -- When the gateway accepted it is only an event.
      and case when r.status = 'pending' and r.gateway_ref is not null then r.updated_at >= r.created_at
        else r.updated_at = greatest(r.created_at, r.flagged_at, r.succeeded_at, r.failed_at, r.canceled_at,
          r.moved_to_balance_at) end
      and (r.succeeded_at <= r.failed_at) is not false
      and (coalesce(r.failed_at, r.canceled_at) <= r.moved_to_balance_at) is not false
      and (r.failure_reason = '' or r.status = 'failed')
      and (r.reference = '' or r.succeeded_at is not null)
      -- No time zone is further ahead.
      and (r.paid_on <= (r.succeeded_at at time zone 'Etc/GMT-14')::date) is not false)`,
}

/** When a gateway is asked is not compared, only whether it is. */
const byGateway: SetCheck = {
  name: 'refunds_by_gateway',
  about:
    'each refund that a gateway pays is of a payment that it collected, and was sent before it succeeded or failed',
  what: 'refunds by gateway',
  from: (id) => sql`refunds where environment_id = ${id} and by_gateway`,
  found: (id) => sql`
    select format('refund %s is %s at the gateway as %s (payment %s), was sent at %s, flagged at %s, and is asked about at %s',
                  r.id, r.status, r.gateway_ref, y.gateway_ref, r.sent_at, r.flagged_at, r.check_at) as message
    from refunds r left join payments y on y.environment_id = ${id} and y.id = r.payment_id
    where r.environment_id = ${id} and (case
      when r.by_gateway then r.method = 'gateway' and y.gateway_ref is not null
        and case r.status
          when 'pending' then r.check_at is not null and (r.gateway_ref is null or r.sent_at is not null)
          when 'succeeded' then r.gateway_ref is not null and r.sent_at <= r.succeeded_at
          when 'failed' then r.check_at is null and r.sent_at <= r.failed_at
          else r.check_at is null and r.sent_at is null and r.gateway_ref is null end
        and (r.sent_at >= r.created_at) is not false
        and (r.flagged_at >= r.created_at + interval '3 days') is not false
      else r.gateway_ref is null and coalesce(r.sent_at, r.check_at, r.flagged_at) is null end) is not true`,
}

const ofPayments: SetCheck = {
  name: 'refunded_payments',
  about: 'the refunded amount of each payment is the sum of its refunds, and at most the payment',
  what: 'payments',
  from: (id) => sql`payments where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s of %s is refunded of payment %s, but its refunds add up to %s', y.refunded,
                  y.amount, y.id, coalesce(r.refunded, 0)) as message
    from payments y
    left join (select r.payment_id, sum(r.amount) as refunded from refunds r
               where r.environment_id = ${id} and ${underWay} group by 1) r on r.payment_id = y.id
    where y.environment_id = ${id}
      and (y.refunded <> coalesce(r.refunded, 0) or y.refunded not between 0 and y.amount - y.to_balance)`,
}

/**
 * A note starts refunds for its whole refund amount, and more only to replace failed or canceled ones. So the part
 * without a pending or succeeded refund is at most the sum of these.
 */
const ofNotes: SetCheck = {
  name: 'refunds_of_notes',
  about:
    'the refunds of each credit note add up to its refund amount, unless some failed or were canceled',
  what: 'credit notes',
  from: (id) => sql`credit_notes where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s has a refund amount of %s: %s is pending, paid or moved, but its refunds add up to %s',
                  n.number, n.refund, n.refunding, coalesce(r.refunding, 0)) as message
    from credit_notes n
    left join (select r.credit_note_id, sum(r.amount) filter (where ${underWay} or ${moved}) as refunding
               from refunds r where r.environment_id = ${id} group by 1) r on r.credit_note_id = n.id
    where n.environment_id = ${id}
      and (n.refunding <> coalesce(r.refunding, 0) or n.refunding not between 0 and n.refund)
    union all
    select format('%s has a refund amount of %s, but started refunds of %s, and %s failed or were canceled',
                  n.number, n.refund, coalesce(r.first, 0), coalesce(r.off, 0))
    from credit_notes n
    left join (select r.credit_note_id,
                 sum(r.amount) filter (where r.created_at = n.created_at) as first,
                 sum(r.amount) filter (where not (${underWay} or ${moved})) as off
               from refunds r
               join credit_notes n on n.environment_id = ${id} and n.id = r.credit_note_id
               where r.environment_id = ${id} group by 1) r on r.credit_note_id = n.id
    where n.environment_id = ${id}
      and (coalesce(r.first, 0) < n.refund or n.refund - n.refunding > coalesce(r.off, 0))
    union all
    select format('%s is void, but %s of it was refunded and %s returned', n.number, n.refunding,
                  n.outside)
    from credit_notes n
    where n.environment_id = ${id} and n.status = 'void' and (n.refunding <> 0 or n.outside <> 0)`,
}

const payable: SetCheck = {
  name: 'refunds_payable',
  about:
    'the amount still to be refunded for each invoice is that of its credit notes, less paid and moved refunds',
  what: 'invoices',
  from: (id) => sql`invoices where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s: %s is to be refunded in the ledger, but its credit notes leave %s',
                  coalesce(i.number, invoice_id::text), trim_scale(coalesce(l.amount, 0)),
                  trim_scale(coalesce(d.amount, 0))) as message
    from (select invoice_id, sum(amount) as amount from (
            select n.invoice_id, n.refund * ${unit(sql`n.currency`)} as amount
            from credit_notes n where n.environment_id = ${id} and n.status = 'issued'
            union all
            select r.invoice_id, -r.amount * ${unit(sql`r.currency`)}
            from refunds r where r.environment_id = ${id} and r.credit_note_id is not null
              and (r.status = 'succeeded' or ${moved})
          ) each group by 1) d
    full join (select e.invoice_id, -sum(p.amount) as amount
               from ledger_entries e
               join ledger_postings p on p.environment_id = ${id} and p.entry_id = e.id
               where e.environment_id = ${id} and p.account = 'refunds_payable' group by 1) l
      using (invoice_id)
    left join invoices i on i.environment_id = ${id} and i.id = invoice_id
    where coalesce(l.amount, 0) <> coalesce(d.amount, 0) or d.amount < 0`,
}

export const REFUND_CHECKS: SetCheck[] = [refunds, byGateway, ofPayments, ofNotes, payable]
