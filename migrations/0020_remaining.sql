-- expand
-- What remains of invoices, now that credit notes reduce it: outstanding, and not in the sums yet.
create index concurrently if not exists invoices_outstanding on invoices (environment_id, due_date)
  include (currency, amount_due, amount_paid, amount_credited) where status in ('posted', 'overdue');
create index concurrently if not exists invoices_outstanding_of_customer on invoices (environment_id, customer_id, due_date)
  include (currency, amount_due, amount_paid, amount_credited) where status in ('posted', 'overdue');
create index concurrently if not exists invoices_not_summed on invoices (environment_id, created_at, id)
  where (status <> 'draft' and (summed_status is distinct from status
    or summed_remaining is distinct from amount_due - amount_paid - amount_credited))::int = 1;
