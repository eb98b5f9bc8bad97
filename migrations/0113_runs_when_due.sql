-- expand
-- The billing run processed all older subscriptions when they were due.
alter table subscriptions validate constraint subscriptions_run_when_due;
