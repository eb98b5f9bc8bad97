-- expand
-- Older postings are on one of the known accounts.
alter table ledger_postings validate constraint ledger_postings_accounts;
