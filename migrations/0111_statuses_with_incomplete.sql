-- expand
-- Older subscriptions have one of the known statuses.
alter table subscriptions validate constraint subscriptions_known_statuses;
