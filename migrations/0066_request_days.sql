-- expand
-- The request log in parts of a day each, so that old days are dropped whole. The service creates
-- the partitions.
alter table requests rename to requests_before;
alter index requests_pkey rename to requests_before_pkey;
alter index requests_by_actor rename to requests_before_by_actor;
alter index requests_by_operation rename to requests_before_by_operation;
alter index requests_by_object rename to requests_before_by_object;
alter index requests_by_key rename to requests_before_by_key;
alter index requests_by_people rename to requests_before_by_people;
alter index requests_by_method rename to requests_before_by_method;
alter index requests_unusual_by_status rename to requests_before_by_status;
alter index requests_unusual_by_class rename to requests_before_by_class;

create table requests (like requests_before including defaults including constraints) partition by range (created_at);
alter table requests add constraint requests_pkey
  primary key (environment_id, created_at, id) include (method, status, actor_kind);
create index requests_by_actor on requests (environment_id, actor, created_at, id);
create index requests_by_operation on requests (environment_id, operation, created_at, id);
create index requests_by_object on requests (environment_id, object_id, created_at, id) where object_id is not null;
create index requests_by_key on requests (environment_id, idempotency_key, created_at, id)
  where idempotency_key is not null;
create index requests_by_people on requests (environment_id, created_at, id) where actor_kind = 'user';
create index requests_by_method on requests (environment_id, method, created_at, id) where method <> 'GET';
create index requests_by_status on requests (environment_id, status, created_at, id) where status not in (200, 201);
create index requests_by_class on requests (environment_id, (status / 100), created_at, id)
  where status not in (200, 201);
drop table requests_before;
