-- expand
-- Older subscriptions were never paused.
alter table subscriptions validate constraint subscriptions_statuses;
