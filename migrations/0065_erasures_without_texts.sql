-- expand
-- Erasures by an older process, which left the texts of the customer's invoices.
create index concurrently if not exists erasures_without_texts on customer_erasures (environment_id, customer_id)
  where history_erased_at is not null
    and texts_erased_at is distinct from coalesce(documents_erased_at, history_erased_at);
