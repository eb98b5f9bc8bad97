-- expand
-- Invoices whose text lacks what subscriptions add to it: the index of the second shape.
create index concurrently if not exists invoices_without_text_2 on invoices (environment_id, created_at, id)
  where shown is null or shown_of is distinct from updated_at or shown_shape is distinct from 2::smallint;
