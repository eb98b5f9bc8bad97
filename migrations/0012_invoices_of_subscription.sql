-- expand
-- The invoices of a subscription.
create index concurrently if not exists invoices_of_subscription
  on invoices (environment_id, subscription_id, created_at, id) where subscription_id is not null;
