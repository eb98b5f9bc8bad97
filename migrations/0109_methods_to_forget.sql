-- expand
-- Detached methods that the gateway still has.
create index concurrently if not exists payment_methods_to_forget on payment_methods (environment_id, forget_at, id)
  where forget_at is not null;
