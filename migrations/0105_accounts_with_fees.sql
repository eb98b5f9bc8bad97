-- expand
-- Older postings are to one of the known accounts.
alter table ledger_postings validate constraint ledger_postings_accounts;
