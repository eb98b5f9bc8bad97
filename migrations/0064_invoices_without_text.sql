-- expand
-- Invoices whose text is none, or of another shape or version of the row than this: a sweep writes it.
create index concurrently if not exists invoices_without_text on invoices (environment_id, created_at, id)
  where shown is null or shown_of is distinct from updated_at or shown_shape is distinct from 1::smallint;
