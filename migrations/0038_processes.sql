-- expand
-- Which processes work on this database: each says so itself every few seconds, by the clock of the database.

create table processes (
  id uuid not null,
  role text not null,
  version text not null,
  host text not null,
  -- How far its own clock is ahead of the database's.
  clock_ahead_ms bigint not null,
  -- Hashes of the settings in which all of them should agree, by name.
  settings json not null,
  started_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  constraint processes_pkey primary key (id),
  constraint processes_role check (role in ('serve', 'requests', 'work'))
);
