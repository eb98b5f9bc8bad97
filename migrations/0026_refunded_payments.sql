-- expand
-- Older payments were never refunded.
alter table payments validate constraint payments_refunded;
