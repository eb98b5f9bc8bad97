-- expand
-- Lists by currency, by the day invoices are due, and of the audit log by what was done, each in the order of the list; the
-- statuses of a customer's invoices without visiting them. The two that are dropped begin like those in their places, so that
-- older processes find the same there.
create index concurrently if not exists invoices_by_currency
  on invoices (environment_id, currency, status, created_at, id);
create index concurrently if not exists invoices_by_due_day
  on invoices (environment_id, due_date, status, created_at, id);
drop index concurrently if exists invoices_by_due_date;
create index concurrently if not exists invoices_of_customer
  on invoices (environment_id, customer_id, created_at, id) include (status);
drop index concurrently if exists invoices_by_customer;
create index concurrently if not exists audit_log_by_action on audit_log (environment_id, action, created_at, id);
