-- expand
-- Minimums of whole subscriptions.
alter table subscriptions add column minimum_amount bigint;
alter table subscriptions add constraint subscriptions_minimum check (minimum_amount >= 0) not valid;
