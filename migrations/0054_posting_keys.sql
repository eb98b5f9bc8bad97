-- expand
-- An entry posts to an account once for each dimension: the key that 0055 makes of this index.
create unique index concurrently if not exists ledger_postings_key
  on ledger_postings (environment_id, entry_id, account, dimension);
