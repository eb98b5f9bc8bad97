-- expand
-- What was credited and refunded in a period, with every column of the sums, and the refunds that were paid on some days.
create index concurrently if not exists credit_notes_credited on credit_notes (environment_id, created_at)
  include (currency, total) where status = 'issued';
create index concurrently if not exists refunds_by_day on refunds (environment_id, paid_on)
  include (currency, amount) where status = 'succeeded';
