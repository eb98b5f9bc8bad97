-- The clock of a test environment: how far it is to go, and which process takes it there.

alter table environment_counters
  -- While an environment is being erased, nothing is written to it.
  add column resetting boolean not null default false;

-- One row for each test environment. Where the clock stands is kept with the counters.
create table test_clocks (
  environment_id integer not null,
  status text not null default 'ready' check (status in ('ready', 'advancing', 'resetting')),
  -- Business time at which the latest advance began, and where it ends.
  from_at timestamptz(3),
  target_at timestamptz(3),
  -- The last event before it: what comes after is what the advance has caused.
  events_after bigint,
  -- Wall time.
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- The key that asked for it.
  requested_by text,
  -- How many rows a reset expected to erase, and has erased.
  rows_expected bigint not null default 0,
  rows_erased bigint not null default 0,
  -- Who is at it, and until when; a process that died leaves a lease that runs out.
  lease_token uuid,
  lease_until timestamptz(3),
  check (status <> 'advancing' or (from_at is not null and target_at > from_at)),
  check ((lease_token is null) = (lease_until is null)),
  check (status <> 'ready' or lease_token is null),
  constraint test_clocks_environment foreign key (environment_id) references environments (id)
);
create index test_clocks_busy on test_clocks (environment_id) where status <> 'ready';
alter table test_clocks add primary key (environment_id);

insert into test_clocks (environment_id) select id from environments where mode = 'test';
