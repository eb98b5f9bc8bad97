-- expand
-- Subscriptions whose first payment must succeed, and when they end without it.
alter table subscriptions add column expires_at timestamptz(3);
alter table subscriptions drop constraint subscriptions_statuses;
alter table subscriptions add constraint subscriptions_known_statuses check (
  status in ('scheduled', 'incomplete', 'trialing', 'active', 'past_due', 'paused', 'canceled')) not valid;
alter table subscriptions add constraint subscriptions_incomplete check (
  case status when 'incomplete' then expires_at is not null when 'canceled' then true else expires_at is null end) not valid;
alter table subscriptions drop constraint subscriptions_run;
alter table subscriptions add constraint subscriptions_run_when_due check (
  (run_at is null) = (due_at is null or status = 'incomplete')
  and (run_at is null or run_at = due_at or (billing_error is not null and run_at > due_at))) not valid;
