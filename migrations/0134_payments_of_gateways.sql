-- expand
-- The payments of a gateway in the order of their IDs, in which they are compared with it.
create index concurrently if not exists payments_by_gateway on payments (environment_id, gateway_id, id)
  where method = 'gateway';
