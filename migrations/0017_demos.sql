-- Demo accounts, which are made up and may be dropped as one. Of every other account this is null.

alter table accounts
  add column demo text check (demo in ('making', 'ready', 'dropping'));

-- A demo begins in the past and catches up with the wall, so its clock is behind until then. No
-- clock goes back all the same: it is only made so, with its empty environment.
alter table environment_counters drop constraint environment_counters_clock_ahead_ms_check;
