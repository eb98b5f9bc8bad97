-- expand
-- The gateway's list of charges, and the debits that it reports as returned.
create index concurrently if not exists simulated_payments_charged on simulated_payments (environment_id, created_at, id)
  where amount is not null and last4 is not null;
create index concurrently if not exists simulated_payments_to_report on simulated_payments (environment_id, report_at, id)
  where report_at is not null;
