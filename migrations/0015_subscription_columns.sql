-- expand
-- Older invoices are of no subscription.
alter table invoices validate constraint invoices_of_subscription;
