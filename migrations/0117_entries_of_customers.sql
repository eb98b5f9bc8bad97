-- expand
-- Only entries of payouts have no customer.
alter table ledger_entries validate constraint ledger_entries_customers;
