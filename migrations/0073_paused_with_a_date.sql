-- expand
-- Older subscriptions have no pause.
alter table subscriptions validate constraint subscriptions_pause;
