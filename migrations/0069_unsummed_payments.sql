-- expand
-- Payments that are not in the sums as they are.
create index concurrently if not exists payments_unsummed on payments (environment_id, created_at, id)
  where (summed_status is distinct from status)::int = 1;
