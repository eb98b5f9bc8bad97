-- What was asked and answered, without secrets, for whoever looks for a mistake; kept for thirty days.
-- Nothing refers to it and it refers to nothing: a line must never stand in the way of anything else.

create table requests (
  environment_id integer not null,
  -- That of the Request-Id, made when the request arrived.
  id uuid not null,
  -- Wall time.
  created_at timestamptz(3) not null,
  method text not null check (method in ('GET', 'HEAD', 'POST', 'PATCH', 'DELETE')),
  path text not null,
  query text,
  operation text not null,
  status smallint not null,
  error_code text,
  duration_ms integer not null,
  address text not null,
  user_agent text,
  actor_kind text not null check (actor_kind in ('key', 'user')),
  actor text not null,
  actor_label text not null,
  object_id text,
  idempotency_key text,
  -- As they were sent, which need not be JSON.
  request_body text,
  response_body text,
  -- Whether there was more of them than is kept.
  request_cut boolean not null,
  response_cut boolean not null
);
create index requests_by_time on requests (environment_id, created_at, id);
create index requests_by_actor on requests (environment_id, actor, created_at, id);
create index requests_by_actor_kind on requests (environment_id, actor_kind, created_at, id);
create index requests_by_operation on requests (environment_id, operation, created_at, id);
create index requests_by_method on requests (environment_id, method, created_at, id);
create index requests_by_status on requests (environment_id, status, created_at, id);
create index requests_by_class on requests (environment_id, (status / 100), created_at, id);
create index requests_by_object on requests (environment_id, object_id, created_at, id)
  where object_id is not null;
create index requests_by_key on requests (environment_id, idempotency_key, created_at, id)
  where idempotency_key is not null;
alter table requests add primary key (environment_id, id);

-- When what the log has of an erased person goes, by the wall: not before every process has written
-- down what was said until then.
alter table customer_erasures add column log_due_at timestamptz(3);
create index customer_erasures_log on customer_erasures (environment_id, log_due_at)
  where log_due_at is not null;
