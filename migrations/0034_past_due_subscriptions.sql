-- expand
-- Older subscriptions count their overdue invoices as well.
alter table subscriptions validate constraint subscriptions_past_due;
