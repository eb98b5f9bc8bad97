-- Webhooks: endpoints that read the event feed by a cursor, what is to be delivered to each, and
-- every attempt that was made.

alter table environment_counters
  add column webhook_endpoints_count bigint not null default 0,
  add column webhook_deliveries_count bigint not null default 0;

create table webhook_endpoints (
  environment_id integer not null,
  id uuid not null,
  url text not null,
  description text not null,
  -- Patterns: *, invoice.*, invoice.paid.
  enabled_events text[] not null,
  status text not null check (status in ('enabled', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Signing secrets, sealed with a key that is not in the database.
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamptz(3),
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- How far this endpoint has read the feed: everything up to here has become deliveries.
  cursor_sequence bigint not null check (cursor_sequence >= 0),
  -- Wall time of the first failure since the last success.
  failing_since timestamptz(3),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((former_secret is null) = (former_secret_until is null)),
  constraint webhook_endpoints_environment
    foreign key (environment_id) references environments (id)
);
create index webhook_endpoints_by_age on webhook_endpoints (environment_id, created_at, id)
  where deleted_at is null;
alter table webhook_endpoints add primary key (environment_id, id);

create table webhook_deliveries (
  environment_id integer not null,
  id uuid not null,
  endpoint_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  event_type text not null,
  object_id text not null,
  state text not null check (state in ('pending', 'delivered', 'failed', 'skipped')),
  -- Attempts made in all, and since it was last put back to the start of the schedule.
  attempts smallint not null,
  tries smallint not null,
  -- Wall time of the next attempt. A pending delivery without one is held back by an earlier event of
  -- its object, and gets it when that one has ended: so a backlog is never searched for what is due.
  next_attempt_at timestamptz(3),
  -- Who is at it, and until when: an outcome counts only while its lease holds.
  lease_token uuid,
  lease_until timestamptz(3),
  response_status smallint,
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  check (state = 'pending' or next_attempt_at is null),
  check ((state = 'pending') = (finished_at is null)),
  check ((lease_token is null) = (lease_until is null)),
  -- An event becomes one delivery to an endpoint, however often the cursor is read.
  constraint webhook_deliveries_once unique (environment_id, endpoint_id, sequence),
  constraint webhook_deliveries_endpoint
    foreign key (environment_id, endpoint_id) references webhook_endpoints (environment_id, id)
);
create index webhook_deliveries_by_age on webhook_deliveries (environment_id, created_at, id);
create index webhook_deliveries_by_endpoint
  on webhook_deliveries (environment_id, endpoint_id, created_at, id);
create index webhook_deliveries_by_endpoint_state
  on webhook_deliveries (environment_id, endpoint_id, state, created_at, id);
create index webhook_deliveries_by_state
  on webhook_deliveries (environment_id, state, created_at, id);
create index webhook_deliveries_by_event on webhook_deliveries (environment_id, event_id);
-- What is due, endpoint by endpoint.
create index webhook_deliveries_due
  on webhook_deliveries (environment_id, endpoint_id, next_attempt_at, sequence)
  where state = 'pending' and next_attempt_at is not null;
-- What holds back later events of the same object.
create index webhook_deliveries_in_order
  on webhook_deliveries (environment_id, endpoint_id, object_id, sequence) where state = 'pending';
-- What was given up, for delivering it again.
create index webhook_deliveries_failed
  on webhook_deliveries (environment_id, endpoint_id, sequence) where state = 'failed';
alter table webhook_deliveries add primary key (environment_id, id);

create table webhook_attempts (
  environment_id integer not null,
  delivery_id uuid not null,
  number smallint not null,
  -- Wall time, as it stood in the webhook-timestamp header.
  attempted_at timestamptz(3) not null,
  duration_ms integer not null,
  response_status smallint,
  -- The first 4 kB.
  response_body text,
  error text,
  primary key (environment_id, delivery_id, number),
  constraint webhook_attempts_delivery
    foreign key (environment_id, delivery_id) references webhook_deliveries (environment_id, id)
);

-- The feed by type and by object.
create index events_by_type on events (environment_id, type, sequence);
create index events_by_object on events (environment_id, object_id, sequence);
