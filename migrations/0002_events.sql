-- What every write carries: the counter row (the last lock), the event, the idempotency key.

-- One row an environment. Locked after everything else, so that what it hands out has no gaps.
create table environment_counters (
  environment_id integer primary key,
  event_sequence bigint not null default 0,
  draft_number bigint not null default 0,
  invoice_number bigint not null default 0,
  customers_count bigint not null default 0,
  products_count bigint not null default 0,
  invoices_count bigint not null default 0,
  -- Business time is wall time plus this; only test environments will ever move it.
  clock_ahead_ms bigint not null default 0 check (clock_ahead_ms >= 0),
  constraint environment_counters_environment
    foreign key (environment_id) references environments (id)
) with (fillfactor = 50);

-- The feed: one row a fact, numbered without gaps. `object` is the text clients were answered.
create table events (
  environment_id integer not null,
  sequence bigint not null,
  id uuid not null,
  type text not null,
  object_id text not null,
  object json not null,
  previous_attributes json,
  created_at timestamptz(3) not null,
  primary key (environment_id, sequence),
  constraint events_id unique (environment_id, id)
);

-- A key is claimed in the transaction of its effect; the answer is the event that carries the
-- same object, or, where no event does, `body`.
create table idempotency_keys (
  environment_id integer not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  event_id uuid,
  object_id text,
  body json,
  -- Wall time: keys are kept 30 days by the clock on the wall.
  created_at timestamptz(3) not null
);
create index idempotency_keys_by_age on idempotency_keys (environment_id, created_at);
-- Keys are made after the other indexes: while a table has no statistics yet, several indexes look
-- alike to the planner, and of equals it takes the one that was made last.
alter table idempotency_keys add primary key (environment_id, key);
