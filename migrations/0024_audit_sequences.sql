-- Which events a write recorded: so it can be said of each who asked for it.
alter table audit_log
  add column first_sequence bigint,
  add column last_sequence bigint;
