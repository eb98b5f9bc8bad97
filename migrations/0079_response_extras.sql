-- expand
-- What a stored response says beyond its object, such as the documents that a change of a subscription made.
alter table idempotency_keys add column also json;
