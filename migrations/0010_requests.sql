-- expand
-- The request log, and the counts by which all processes together keep to the limits.

-- Requests and responses without their secrets, kept for thirty days. It refers to nothing and nothing refers to it, so
-- that a logged request never blocks anything else. It is partitioned by day, so that an old day is dropped at once;
-- the service creates the partitions.
create table requests (
  environment_id integer not null,
  -- The Request-Id, generated when the request arrived.
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
  -- As sent, so not necessarily JSON.
  request_body text,
  response_body text,
  -- Whether the bodies were longer than what is kept.
  request_cut boolean not null,
  response_cut boolean not null,
  -- The event that contains the response, instead of response_body.
  response_event_id uuid
) partition by range (created_at);
-- An ID contains the time, so this key also finds a single row.
alter table requests add constraint requests_pkey
  primary key (environment_id, created_at, id) include (method, status, actor_kind);
-- What the list is filtered by. What most requests have in common (GET, 200, a key) is in none of these: it is found
-- along the order of the list, whose index includes it.
create index requests_by_operation on requests (environment_id, operation, created_at, id);
create index requests_by_actor on requests (environment_id, actor, created_at, id);
create index requests_by_method on requests (environment_id, method, created_at, id) where method <> 'GET';
create index requests_by_people on requests (environment_id, created_at, id) where actor_kind = 'user';
create index requests_by_status on requests (environment_id, status, created_at, id) where status not in (200, 201);
-- An object or a key has few requests: they are sorted when they are found, and PostgreSQL stores each value once.
create index requests_by_object on requests (environment_id, object_id) where object_id is not null;
create index requests_by_key on requests (environment_id, idempotency_key) where idempotency_key is not null;

-- How many requests of a window of the rate limit each process has reserved, so that all processes together keep to the
-- limit. Unlogged: after a crash of the server the processes write it again.
create unlogged table rate_windows (
  -- Whose requests are counted together. The row with the empty key is no window: it lists the processes that take part.
  key text not null,
  -- By process ID: how many slots it holds, how many of these are used, when the first of them is free again (null if
  -- none is used), and when the process is forgotten, in milliseconds since 1970.
  claims json not null default '{}',
  -- When the row was created. In the row with the empty key: when the table was emptied.
  made_at timestamptz(3) not null,
  -- When it can be deleted.
  until timestamptz(3) not null,
  constraint rate_windows_pkey primary key (key)
) with (fillfactor = 50);
insert into rate_windows (key, made_at, until) values ('', '1970-01-01 00:00:00Z', '1970-01-01 00:00:00Z');

-- Failed and unfinished attempts at passwords, codes and new passwords, counted by all processes.
create table throttled_attempts (
  -- The hash of what is tried, by whom and from where.
  key bytea not null,
  -- When, in milliseconds since 1970 by the database's clock.
  times json not null default '[]',
  -- When none of them counts any longer.
  until timestamptz(3) not null,
  constraint throttled_attempts_pkey primary key (key)
) with (fillfactor = 70);
create index throttled_attempts_until on throttled_attempts (until);
