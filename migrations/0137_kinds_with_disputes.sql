-- expand
-- Older entries are of one of the known kinds.
alter table ledger_entries validate constraint ledger_entries_known_kinds;
