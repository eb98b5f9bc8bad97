// Verification's rules about disputes: what they withdrew and returned, and the invoices that wait for them. All in SQL.

import { raw, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { movesOf } from './store-payments.ts'
import { unit } from './units.ts'

const IS_OPEN = raw("d.status in ('needs_response', 'under_review')")

/** The postings of disputes. */
export const disputeMovements = (id: number) => sql`
  select p.kind, d.id, d.customer_id, null, d.currency, p.at, p.account, '', p.amount * ${unit(sql`d.currency`)}
  from disputes d, lateral (values
    ('dispute_withdrawn', d.withdrawn_at, 'unallocated_payments', d.amount_withdrawn),
    ('dispute_withdrawn', d.withdrawn_at, 'cash_gateway', -d.amount_withdrawn),
    ('dispute_returned', d.returned_at, 'unallocated_payments', -d.amount_withdrawn),
    ('dispute_returned', d.returned_at, 'cash_gateway', d.amount_withdrawn)) p (kind, at, account, amount)
  where d.environment_id = ${id} and p.at is not null and p.amount <> 0`

/** The amounts that disputes took off invoices and have not returned. */
const takenOff = (id: number) => sql`
  select y.id as payment_id, m.dispute, m.invoice_id, -m.amount as amount
  from payments y, lateral (select m.* from ${movesOf(sql`y`)} where m.dispute is not null) m
  where y.environment_id = ${id}`

export const DISPUTE_CHECK: SetCheck = {
  name: 'disputes',
  about:
    'each dispute took its money out of its payment until it was won, and the invoices of open ones wait for them',
  what: 'disputes',
  from: (id) => sql`disputes where environment_id = ${id}`,
  found: (id) => sql`
    with taken as (${takenOff(id)}),
      held as (select d.* from disputes d where d.environment_id = ${id})
    select format('disputes withdrew %s of payment %s, but it says %s', coalesce(d.amount, 0), y.id, y.amount_reversed) as message
    from payments y
    left join (select payment_id, sum(amount_withdrawn) as amount from held
               where withdrawn_at is not null and returned_at is null group by 1) d on d.payment_id = y.id
    where y.environment_id = ${id} and y.amount_reversed <> coalesce(d.amount, 0)
    union all
    select format('dispute %s of payment %s is by cus_%s in %s, invoice %s, at gateway %s, unlike its payment', d.id, d.payment_id,
                  d.customer_id, d.currency, coalesce(d.invoice_id::text, 'none'), coalesce(d.gateway_id::text, 'simulated'))
    from held d
    left join payments y on y.environment_id = ${id} and y.id = d.payment_id
    where (d.customer_id, d.currency, d.gateway_id) is distinct from (y.customer_id, y.currency, y.gateway_id)
      or y.method <> 'gateway' or (d.invoice_id is null and y.moves is null)
      or (d.invoice_id is not null and not exists (
        select from invoices i where i.environment_id = ${id} and i.id = d.invoice_id and i.customer_id = y.customer_id))
    union all
    select format('dispute %s is %s and withdrew %s of %s, but took %s off the invoices of payment %s', coalesce(d.id, t.dispute),
                  d.status, d.amount_withdrawn, d.amount, coalesce(t.amount, 0), coalesce(d.payment_id, t.payment_id))
    from held d
    left join payments y on y.environment_id = ${id} and y.id = d.payment_id
    full join (select payment_id, dispute, sum(amount) as amount, min(amount) as least from taken group by 1, 2) t
      on t.dispute = d.id and t.payment_id = d.payment_id
    where d.id is null
      or (t.dispute is not null and (t.amount > d.amount_withdrawn or t.least <= 0 or d.returned_at is not null))
      -- A payment that was reversed for another reason gets nothing back.
      or (d.status = 'won' and d.withdrawn_at is not null and (y.status <> 'reversed' or y.amount_reversed = y.amount))
         <> (d.returned_at is not null)
    union all
    select format('%s waits for %s open disputes, but %s took money off it', coalesce(i.number, t.invoice_id::text),
                  coalesce(i.disputes, 0), coalesce(t.count, 0))
    from (select id, disputes, number from invoices where environment_id = ${id}) i
    full join (select t.invoice_id, count(distinct d.id) as count from taken t
               join held d on d.id = t.dispute and ${IS_OPEN}
               where t.invoice_id is not null group by 1) t on t.invoice_id = i.id
    where coalesce(i.disputes, 0) <> coalesce(t.count, 0)
    union all
    select format('dispute %s is %s, but the gateway of payment %s is asked about it at no time', d.id, d.status, d.payment_id)
    from held d
    join payments y on y.environment_id = ${id} and y.id = d.payment_id
    where ${IS_OPEN} and y.disputes_at is null`,
}
