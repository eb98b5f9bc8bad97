-- expand
-- Older payments were all recorded.
alter table payments validate constraint payments_attempts;
