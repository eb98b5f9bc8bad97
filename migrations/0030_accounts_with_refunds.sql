-- expand
alter table ledger_postings validate constraint ledger_postings_accounts;
