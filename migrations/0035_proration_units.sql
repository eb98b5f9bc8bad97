-- expand
-- What the parts of a subscription's periods are counted in: seconds, or civil dates.
alter table subscriptions add column proration_unit text not null default 'second';
alter table subscriptions add constraint subscriptions_proration_units check (
  proration_unit in ('second', 'day')) not valid;
