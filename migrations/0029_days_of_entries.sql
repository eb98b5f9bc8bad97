-- expand
-- The civil day of an entry, stored when it is posted: a later change of time zone moves nothing. Older processes
-- leave it out, and entries of before have none: a sweep fills them.
alter table ledger_entries add column day date;
