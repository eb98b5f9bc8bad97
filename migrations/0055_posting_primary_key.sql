-- expand
-- The dimension is part of the key of postings.
alter table ledger_postings drop constraint ledger_postings_pkey,
  add constraint ledger_postings_pkey primary key using index ledger_postings_key;
