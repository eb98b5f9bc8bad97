-- expand
-- The entries that have no day yet, which are none once the sweep is through.
create index concurrently if not exists ledger_entries_without_day
  on ledger_entries (environment_id, created_at, id) where day is null;
