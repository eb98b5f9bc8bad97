-- expand
-- Older credit comes from no note.
alter table credit_transactions validate constraint credit_transactions_signs;
