-- expand
-- Older payments have one of the known states.
alter table payments validate constraint payments_statuses;
