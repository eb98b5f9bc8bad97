-- expand
-- Older subscriptions are not past due.
alter table subscriptions validate constraint subscriptions_past_due;
