-- expand
-- What a posting is about within its account, such as a tax rate; '' for nothing more.
alter table ledger_postings add column dimension text collate "C" not null default '';
