-- What holds back later events of an object, in an index that is taken also while the table has no
-- statistics. By endpoint, object and sequence it looked no better to the planner than the unique
-- rule by endpoint and sequence, which then was read from its beginning for every delivery. So it
-- leaves the endpoint out, and is told by `finished_at` what is pending: no other index shares more
-- than the environment with statements written that way.
create index webhook_deliveries_unfinished
  on webhook_deliveries (environment_id, object_id, sequence) where finished_at is null;
drop index webhook_deliveries_in_order;
