-- expand
-- Objects by what callers keep on them. A row with nothing of that is in none of these; new entries go in at once, so
-- that no write has to tidy up what others have left.
create index concurrently if not exists customers_by_metadata
  on customers using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
create index concurrently if not exists products_by_metadata
  on products using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
create index concurrently if not exists invoices_by_metadata
  on invoices using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
create index concurrently if not exists payments_by_metadata
  on payments using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
