-- expand
-- What was billed in a span of time, in an index that holds all the sum needs, and the list that adds up to it.
create index concurrently if not exists invoices_finalized on invoices (environment_id, finalized_at)
  include (status, currency, total) where finalized_at is not null;
