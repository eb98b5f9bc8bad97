-- expand
-- Older payments are for one invoice each.
alter table payments validate constraint payments_allocated;
