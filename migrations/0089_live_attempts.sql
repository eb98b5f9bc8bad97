-- expand
-- An invoice has at most one attempt under way, however many tabs, people and runs try to collect it.
create unique index concurrently if not exists payments_live on payments (environment_id, invoice_id)
  where status in ('pending', 'requires_action', 'processing');
create index concurrently if not exists payments_to_check on payments (environment_id, check_at, id)
  where check_at is not null;
