-- expand
-- Subscriptions whose first invoice is voided unless it is paid.
create index concurrently if not exists subscriptions_to_expire on subscriptions (environment_id, expires_at, id)
  where expires_at is not null;
