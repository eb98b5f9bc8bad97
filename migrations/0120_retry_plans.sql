-- expand
-- The steps of retry plans, and methods with which invoices are tried again at once.
alter table invoices add column retry_at timestamptz(3), add column retry_ended_at timestamptz(3);
alter table payment_methods add column retry_at timestamptz(3);
