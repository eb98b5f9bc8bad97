-- expand
alter table ledger_entries validate constraint ledger_entries_kinds;
