-- expand
-- Older subscriptions never waited for a first payment.
alter table subscriptions validate constraint subscriptions_incomplete;
