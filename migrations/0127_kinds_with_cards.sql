-- expand
-- Older emails have one of the known kinds.
alter table emails validate constraint emails_kinds;
