-- expand
-- Invoices whose retry plan has a step.
create index concurrently if not exists invoices_to_retry on invoices (environment_id, retry_at, id)
  where retry_at is not null;
