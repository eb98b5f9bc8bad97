-- expand
-- Invoices of a customer whose retry plan runs.
create index concurrently if not exists invoices_in_retry on invoices (environment_id, customer_id)
  where payment_failed_at is not null and retry_ended_at is null;
