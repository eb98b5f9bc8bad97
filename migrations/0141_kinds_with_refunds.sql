-- expand
-- Older differences are of one of the known kinds.
alter table reconciliation_differences validate constraint reconciliation_differences_known_kinds;
