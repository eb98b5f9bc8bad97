-- expand
-- Lists of invoices whose automatic payment failed, and of payments that the gateway does not say the outcome of.
create index concurrently if not exists invoices_uncollected on invoices (environment_id, created_at, id)
  where payment_failed_at is not null;
create index concurrently if not exists payments_unanswered on payments (environment_id, created_at, id)
  where status in ('pending', 'requires_action');
