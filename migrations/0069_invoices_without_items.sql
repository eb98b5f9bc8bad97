-- expand
-- Invoices whose text lacks the one-off items of lines: the index of the third shape.
create index concurrently if not exists invoices_without_text_3 on invoices (environment_id, created_at, id)
  where shown is null or shown_of is distinct from updated_at or shown_shape is distinct from 3::smallint;
drop index concurrently if exists invoices_without_text_2;
