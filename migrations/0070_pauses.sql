-- expand
-- Pauses of subscriptions, planned or in effect. A paused subscription has nothing due unless it resumes by itself.
alter table subscriptions add column pause json;
alter table subscriptions drop constraint subscriptions_statuses;
alter table subscriptions add constraint subscriptions_statuses check (
  status in ('scheduled', 'trialing', 'active', 'past_due', 'paused', 'canceled')) not valid;
alter table subscriptions drop constraint subscriptions_due;
alter table subscriptions add constraint subscriptions_due check (
  case status when 'canceled' then due_at is null when 'paused' then true else due_at is not null end) not valid;
alter table subscriptions add constraint subscriptions_pause check (
  case status when 'canceled' then pause is null when 'paused' then pause is not null else true end) not valid;
