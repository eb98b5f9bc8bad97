-- expand
-- Older rows have none of it.
alter table invoices validate constraint invoices_credited;
alter table credit_transactions validate constraint credit_transactions_types;
alter table credit_transactions validate constraint credit_transactions_signs;
alter table credit_transactions validate constraint credit_transactions_of_note;
alter table ledger_entries validate constraint ledger_entries_kinds;
