-- expand
-- Events about disputes name a payment as its gateway does.
create index concurrently if not exists payments_by_gateway_ref on payments (environment_id, gateway_id, gateway_ref)
  where gateway_id is not null and gateway_ref is not null;
