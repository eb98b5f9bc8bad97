-- expand
-- Events and audit entries that are in no link yet, which are few once the sweep is through.
create index concurrently if not exists events_unlinked
  on events (environment_id, sequence) where link is null;
create index concurrently if not exists audit_log_unlinked
  on audit_log (environment_id, created_at, id) where link is null;
