// Verification's rule about prices: lines use the terms of the price they name, and versions are consecutive.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { IS_MINIMUM, IS_OF_ALL } from './store-minimums.ts'

export const pricesNamed: SetCheck = {
  name: 'prices',
  about: 'lines have the terms of their price, and each version replaces the previous one',
  what: 'prices',
  from: (id) => sql`prices where environment_id = ${id}`,
  found: (id) => sql`
    with lines as (
      select l.position, l.price_id, ${IS_MINIMUM} as is_minimum, ${IS_OF_ALL} as of_all, i.subscription_id,
        l.product_id, i.currency, i.number,
        coalesce(l.pricing::jsonb -> 'terms',
          jsonb_build_object('model', 'per_unit', 'unit_amount_decimal', l.unit_price::text)) as terms
      from invoice_lines l join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
      where l.environment_id = ${id} and l.price_id is not null)
    select format('line %s of %s has a price that does not exist', l.position, l.number) as message
    from lines l
    where not exists (select from prices p where p.environment_id = ${id} and p.id = l.price_id)
    union all
    select format('line %s of %s has other terms than its price', l.position, l.number)
    from lines l join prices p on p.environment_id = ${id} and p.id = l.price_id
    where l.terms is distinct from case when l.is_minimum
      then jsonb_build_object('model', 'flat', 'unit_amount', case when l.of_all
        then (select s.minimum_amount from subscriptions s where s.environment_id = ${id} and s.id = l.subscription_id)
        else p.minimum_amount end) else p.terms::jsonb end
    union all
    select format('line %s of %s has another product or currency than its price',
                  l.position, l.number)
    from lines l join prices p on p.environment_id = ${id} and p.id = l.price_id
    where l.product_id is distinct from p.product_id or l.currency <> p.currency
    union all
    select format('price %s is used by line %s of %s, but is not marked as used', p.id, l.position,
                  l.number)
    from lines l join prices p on p.environment_id = ${id} and p.id = l.price_id
    where not p.used
    union all
    select format('price %s is version %s, but replaces %s', p.id, p.version,
                  coalesce('version ' || former.version, 'none'))
    from prices p
    left join prices former on former.environment_id = ${id} and former.id = p.replaces
    where p.environment_id = ${id} and (p.version = 1) is distinct from (p.replaces is null)
      or p.environment_id = ${id} and p.replaces is not null
        and (former.version is distinct from (p.version - 1)::smallint
          or former.product_id is distinct from p.product_id)
    union all
    select format('price %s has a product that does not exist', p.id)
    from prices p
    where p.environment_id = ${id} and not exists (
      select from products d where d.environment_id = ${id} and d.id = p.product_id)`,
}
