-- expand
-- What nearly every row is has no index of its own any more (0027): the indexes of what is left, in the place of those
-- that 0041 drops.
create index concurrently if not exists requests_unusual_by_status
  on requests (environment_id, status, created_at, id) where status not in (200, 201);
create index concurrently if not exists requests_unusual_by_class
  on requests (environment_id, (status / 100), created_at, id) where status not in (200, 201);
create index concurrently if not exists payments_reversed
  on payments (environment_id, created_at, id) where status = 'reversed';
create index concurrently if not exists webhook_deliveries_undelivered
  on webhook_deliveries (environment_id, state, created_at, id) where state <> 'delivered';
create index concurrently if not exists webhook_deliveries_undelivered_by_endpoint
  on webhook_deliveries (environment_id, endpoint_id, state, created_at, id) where state <> 'delivered';
