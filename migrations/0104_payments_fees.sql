-- expand
-- Older payments have no fee.
alter table payments validate constraint payments_fees;
