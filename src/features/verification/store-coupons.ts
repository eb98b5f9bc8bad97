// Verification's rule about coupons and promotion codes: their counts match the redemptions in the feed and the
// discounts.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { spelled } from './store-taxes.ts'

/** Every well-formed discount of customers, of subscriptions, of finalized invoices, and of drafts themselves. */
const lying = (id: number) => sql`
  select distinct each.value ->> 'id' as id, each.value ->> 'coupon_id' as coupon_id,
    each.value ->> 'promotion_code_id' as promotion_code_id
  from (
    select discounts, 'customer' as of from customers where environment_id = ${id}
    union all
    select discounts, 'subscription' from subscriptions where environment_id = ${id}
    union all
    -- A draft that was voided has given back what its discounts redeemed, and shows those of its
    -- customer as they were when it was written. Voiding a finalized invoice restores a discount for
    -- one invoice, which can then be removed and released.
    select discounts, case when finalized_at is null then 'draft' else 'issued' end
    from invoices
    where environment_id = ${id} and status <> 'void') held,
    lateral json_array_elements(case json_typeof(discounts) when 'array' then discounts
      else '[]' end) each
  where json_typeof(each.value) = 'object'
    and (held.of <> 'draft' or each.value ->> 'source' = 'invoice')`

const counted: SetCheck = {
  name: 'redemptions',
  about:
    'coupons and promotion codes count the redemptions that were not released, within their limits',
  what: 'coupons and promotion codes',
  from: (id) => sql`(
    select id from coupons where environment_id = ${id}
    union all select id from promotion_codes where environment_id = ${id}) counting`,
  found: (id) => sql`
    with told as (
      select object_id, sum(case type when 'coupon.redeemed' then 1 else -1 end) as times
      from events
      where environment_id = ${id} and type in ('coupon.redeemed', 'coupon.released') group by 1),
    lying as (${lying(id)}),
    coded as (
      select coupon_id, sum(times_redeemed) as times from promotion_codes
      where environment_id = ${id} group by 1)
    select format('coupon %s counts %s redemptions, but the feed has %s', c.name, c.times_redeemed,
                  coalesce(t.times, 0)) as message
    from coupons c left join told t on t.object_id = 'coup_' || ${spelled(sql`c.id`)}
    where c.environment_id = ${id} and c.times_redeemed <> coalesce(t.times, 0)
    union all
    select format('the feed has %s redemptions of %s, which does not exist', times, object_id)
    from told where not exists (
      select from coupons c
      where c.environment_id = ${id} and 'coup_' || ${spelled(sql`c.id`)} = told.object_id)
    union all
    select format('coupon %s counts %s redemptions, but its promotion codes %s', c.name,
                  c.times_redeemed, d.times)
    from coupons c join coded d on d.coupon_id = c.id
    where c.environment_id = ${id} and d.times > c.times_redeemed
    union all
    select format('coupon %s counts %s redemptions, of at most %s', name, times_redeemed,
                  max_redemptions)
    from coupons where environment_id = ${id} and times_redeemed > max_redemptions
    union all
    select format('promotion code %s counts %s redemptions, of at most %s', code, times_redeemed,
                  max_redemptions)
    from promotion_codes where environment_id = ${id} and times_redeemed > max_redemptions
    union all
    select format('coupon %s counts %s redemptions, but %s discounts use it', c.name,
                  c.times_redeemed, l.count)
    from coupons c
    join (select coupon_id, count(*) from lying group by 1) l on l.coupon_id = 'coup_' || ${spelled(sql`c.id`)}
    where c.environment_id = ${id} and l.count > c.times_redeemed
    union all
    select format('promotion code %s counts %s redemptions, but %s discounts use it', p.code,
                  p.times_redeemed, l.count)
    from promotion_codes p
    join (select promotion_code_id, count(*) from lying group by 1) l
      on l.promotion_code_id = 'promo_' || ${spelled(sql`p.id`)}
    where p.environment_id = ${id} and l.count > p.times_redeemed`,
}

export const COUPON_CHECKS: SetCheck[] = [counted]
