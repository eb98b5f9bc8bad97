-- expand
-- Subscriptions that are past due: how many of their invoices are overdue.
alter table subscriptions add column overdue_invoices smallint not null default 0;
alter table subscriptions drop constraint subscriptions_status_check;
alter table subscriptions add constraint subscriptions_statuses check (
  status in ('scheduled', 'trialing', 'active', 'past_due', 'canceled')) not valid;
alter table subscriptions add constraint subscriptions_past_due check (
  overdue_invoices >= 0 and (status <> 'past_due' or overdue_invoices > 0)) not valid;
