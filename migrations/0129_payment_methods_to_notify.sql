-- expand
-- Cards whose expiry is to be announced.
create index concurrently if not exists payment_methods_to_notify on payment_methods (environment_id, notice_at, id)
  where notice_at is not null;
