-- expand
-- Invoices that are to be charged to the customer's payment method.
create index concurrently if not exists invoices_to_collect on invoices (environment_id, collect_at, id)
  where collect_at is not null;
