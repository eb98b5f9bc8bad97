-- expand
-- The event feed, the audit log, the chain over both, and test clocks.

-- One row per fact, numbered without gaps. `object` is the text that clients received.
create table events (
  environment_id integer not null,
  sequence bigint not null,
  id uuid not null,
  type text not null,
  object_id text not null,
  object json not null,
  previous_attributes json,
  created_at timestamptz(3) not null,
  -- The customer that the event is about, if any.
  customer_id bigint,
  -- The digest of what the event froze, such as the snapshot of an invoice; verification compares it.
  frozen text,
  -- The link of the chain that contains the event; null until it is linked.
  link bigint,
  -- The digest is of the salt and of whatever may identify a person. An erasure removes the salt and keeps the digest.
  digest bytea,
  salt bytea,
  primary key (environment_id, sequence),
  constraint events_id unique (environment_id, id)
)
-- PostgreSQL compresses rows of more than 2 kB by default, which takes longer than writing them. With taxes and
-- discounts every event of an invoice is that long. Rows of up to 4 kB stay uncompressed.
with (toast_tuple_target = 4080);
create index events_by_type on events (environment_id, type, sequence);
create index events_by_object on events (environment_id, object_id, sequence);
create index events_by_customer on events (environment_id, customer_id, sequence)
  where customer_id is not null;
create index events_unlinked on events (environment_id, sequence) where link is null;

-- One row for each accepted write, inserted in its transaction: who, when by wall time, from where.
create table audit_log (
  environment_id integer not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  actor text not null,
  actor_label text not null,
  address text not null,
  request_id text,
  action text not null,
  object_id text,
  -- The events that the write recorded.
  first_sequence bigint,
  last_sequence bigint,
  -- As in events.
  link bigint,
  digest bytea,
  salt bytea,
  constraint audit_log_environment foreign key (environment_id) references environments (id)
);
create index audit_log_by_time on audit_log (environment_id, created_at, id);
create index audit_log_by_actor on audit_log (environment_id, actor, created_at, id);
create index audit_log_by_object on audit_log (environment_id, object_id, created_at, id)
  where object_id is not null;
alter table audit_log add primary key (environment_id, id);
create index audit_log_unlinked on audit_log (environment_id, created_at, id) where link is null;
create index audit_log_by_action on audit_log (environment_id, action, created_at, id);

-- The chain over events and audit entries: each link hashes what was written and the link before it.
create table chain_links (
  environment_id integer not null,
  link bigint not null check (link between 1 and 9000000000000000),
  kind text not null,
  hash bytea not null,
  -- Wall time.
  made_at timestamptz(3) not null,
  primary key (environment_id, link)
);

-- The digests of what erasures left of events, each in the link of its erasure.
create table chain_rewrites (
  environment_id integer not null,
  sequence bigint not null,
  link bigint not null,
  digest bytea not null,
  primary key (environment_id, sequence, link)
);

-- One row per test environment: where its clock is to go. Where it is now is in environment_counters.
create table test_clocks (
  environment_id integer not null,
  status text not null default 'ready' check (status in ('ready', 'advancing', 'resetting')),
  -- Business time at which the latest advance began, and at which it ends.
  from_at timestamptz(3),
  target_at timestamptz(3),
  -- The last event before the advance: later events are its consequences.
  events_after bigint,
  -- Wall time.
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- The API key that requested it.
  requested_by text,
  -- How many rows a reset expected to erase, and how many it has erased.
  rows_expected bigint not null default 0,
  rows_erased bigint not null default 0,
  -- The process that works on it, until its lease expires.
  lease_token uuid,
  lease_until timestamptz(3),
  constraint test_clocks_advance
    check (status <> 'advancing' or (from_at is not null and target_at > from_at)),
  constraint test_clocks_lease check ((lease_token is null) = (lease_until is null)),
  constraint test_clocks_ready check (status <> 'ready' or lease_token is null),
  constraint test_clocks_environment foreign key (environment_id) references environments (id)
);
create index test_clocks_busy on test_clocks (environment_id) where status <> 'ready';
alter table test_clocks add primary key (environment_id);
