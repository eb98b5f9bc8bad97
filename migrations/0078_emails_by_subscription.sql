-- expand
-- For the emails of a subscription.
create index concurrently if not exists emails_by_subscription
  on emails (environment_id, subscription_id, created_at, id) where subscription_id is not null;
