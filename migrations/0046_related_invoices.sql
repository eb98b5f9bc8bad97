-- expand
-- Older invoices relate to no other one.
alter table invoices validate constraint invoices_related;
