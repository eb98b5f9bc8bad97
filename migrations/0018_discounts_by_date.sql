-- expand
-- Discounts of customers last some months by the calendar, not as many months as had an invoice. Those that exist keep the
-- months that no invoice used, from today on.
update customers c set discounts = (
  select json_agg(case when each.value ->> 'duration' <> 'months' then each.value
    else (each.value::jsonb || jsonb_build_object('ends_at', trunc(1000 * extract(epoch from
      (date_trunc('day', now() at time zone s.time_zone) + make_interval(months =>
        (each.value ->> 'duration_months')::int - (each.value ->> 'months_used')::int))
      at time zone s.time_zone))::bigint))::json end order by each.ordinality)
  from json_array_elements(c.discounts) with ordinality each)
from environment_settings s
where s.environment_id = c.environment_id and c.discounts::text like '%"months"%';
