// Verification's rule about one-off items: a billed one equals its line, and the others are pending on their
// subscription.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { time } from './store.ts'
import { spelled } from './store-taxes.ts'

export const invoiceItems: SetCheck = {
  name: 'invoice_items',
  about: 'one-off items are pending on their subscription, and each is billed once',
  what: 'invoice items',
  from: (id) => sql`invoice_items where environment_id = ${id}`,
  found: (id) => sql`
    select format('%s is %s, but its line is %s', 'ii_' || ${spelled(sql`coalesce(t.id, l.invoice_item_id)`)},
                  coalesce(t.status, 'missing'), coalesce(l.line, 'missing')) as message
    from (select * from invoice_items where environment_id = ${id}) t
    full join (
      select l.invoice_item_id, l.invoice_id, i.subscription_id, l.price_id, l.unit_price, l.quantity, l.amount,
        ${time(sql`l.period_start`)} as period_start, ${time(sql`l.period_end`)} as period_end,
        format('%s of %s', l.position, i.number) as line
      from invoice_lines l
      join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
      where l.environment_id = ${id} and l.invoice_item_id is not null) l on l.invoice_item_id = t.id
    where case when l.line is null then t.status = 'billed' else (
      'billed', t.invoice_id, t.subscription_id, t.price_id, t.quantity, t.amount, t.period ->> 'start',
      t.period ->> 'end', coalesce(t.unit_amount, l.unit_price)) is distinct from (
      t.status, l.invoice_id, l.subscription_id, l.price_id, l.quantity, l.amount, l.period_start,
      l.period_end, l.unit_price) end
    union all
    select format('%s is on the list of %s, but is not pending there', coalesce(p.item, 'an item'),
                  'sub_' || ${spelled(sql`s.id`)})
    from subscriptions s, unnest(s.pending_items) p (item)
    where s.environment_id = ${id} and not exists (
      select from invoice_items t where t.environment_id = ${id} and t.id::text = p.item
        and t.subscription_id = s.id and t.status = 'pending' and t.deleted_at is null)
    union all
    select format('%s is on the list of its subscription %s times', 'ii_' || ${spelled(sql`t.id`)},
                  coalesce(cardinality(array_positions(s.pending_items, t.id::text)), 0))
    from invoice_items t
    left join subscriptions s on s.environment_id = ${id} and s.id = t.subscription_id
    where t.environment_id = ${id} and coalesce(cardinality(array_positions(s.pending_items, t.id::text)), 0)
      <> (t.status = 'pending' and t.deleted_at is null)::int
    union all
    select format('%s does not fit its subscription, its price or its amount', 'ii_' || ${spelled(sql`t.id`)})
    from invoice_items t
    left join subscriptions s on s.environment_id = ${id} and s.id = t.subscription_id
    left join prices p on p.environment_id = ${id} and p.id = t.price_id
    where t.environment_id = ${id} and (
      (t.customer_id, t.currency) is distinct from (s.customer_id, s.currency)
      or t.amount <> t.unit_amount * t.quantity
      or (t.price_id is not null and (p.currency is distinct from t.currency or p.interval is not null)))
    union all
    select format('%s has an empty list of pending items', 'sub_' || ${spelled(sql`id`)})
    from subscriptions where environment_id = ${id} and pending_items = '{}'`,
}
