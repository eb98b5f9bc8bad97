-- expand
-- Older subscriptions are due until they have ended.
alter table subscriptions validate constraint subscriptions_due;
