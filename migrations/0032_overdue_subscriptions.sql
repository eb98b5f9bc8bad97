-- expand
-- Subscriptions that are past due: how many of their invoices are overdue.
alter table subscriptions add column overdue_invoices smallint not null default 0;
alter table subscriptions drop constraint subscriptions_status_check;
alter table subscriptions add constraint subscriptions_statuses check (
  status in ('scheduled', 'trialing', 'active', 'past_due', 'canceled')) not valid;
alter table subscriptions add constraint subscriptions_past_due check (
  overdue_invoices >= 0 and (status <> 'past_due' or overdue_invoices > 0)) not valid;
update subscriptions s set overdue_invoices = o.overdue
from (select environment_id, subscription_id, count(*) as overdue from invoices
      where status = 'overdue' and subscription_id is not null group by 1, 2) o
where s.environment_id = o.environment_id and s.id = o.subscription_id;
