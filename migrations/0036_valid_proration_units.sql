-- expand
-- Older subscriptions count seconds.
alter table subscriptions validate constraint subscriptions_proration_units;
