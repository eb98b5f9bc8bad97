-- expand
-- Older credit has one of the known types.
alter table credit_transactions validate constraint credit_transactions_types;
