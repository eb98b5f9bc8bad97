-- Entries of one kind, newest first. Most entries are of issued invoices, and are found quickly by their
-- age: so they are left out here, and finalize pays nothing for this index.

create index ledger_entries_by_kind on ledger_entries (environment_id, kind, created_at, id)
  where kind <> 'invoice_finalized';
