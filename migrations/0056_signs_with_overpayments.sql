-- expand
-- Older credit comes from no payment.
alter table credit_transactions validate constraint credit_transactions_signs;
