-- expand
-- Methods with which invoices are tried again at once.
create index concurrently if not exists payment_methods_to_retry on payment_methods (environment_id, retry_at, id)
  where retry_at is not null;
