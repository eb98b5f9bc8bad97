-- expand
-- Refunds that are to be sent to their gateway, or about which it is asked.
create index concurrently if not exists refunds_to_check on refunds (environment_id, check_at, id)
  where check_at is not null;
