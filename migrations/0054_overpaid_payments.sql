-- expand
-- Nothing of older payments became credit.
alter table payments validate constraint payments_to_balance;
