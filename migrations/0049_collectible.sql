-- expand
-- What can be collected of invoices, now that write-offs reduce it: outstanding, falling overdue, and not in the sums yet.
create index concurrently if not exists invoices_collectible on invoices (environment_id, due_date)
  include (currency, amount_due, amount_paid, amount_credited, credit_applied_later, amount_written_off)
  where status in ('posted', 'overdue')
    and amount_due - amount_paid - amount_credited - credit_applied_later - amount_written_off > 0;
create index concurrently if not exists invoices_collectible_by_customer on invoices (environment_id, customer_id, due_date)
  include (currency, amount_due, amount_paid, amount_credited, credit_applied_later, amount_written_off)
  where status in ('posted', 'overdue')
    and amount_due - amount_paid - amount_credited - credit_applied_later - amount_written_off > 0;
create index concurrently if not exists invoices_past_due on invoices (environment_id, overdue_at)
  where status = 'posted'
    and amount_due - amount_paid - amount_credited - credit_applied_later - amount_written_off > 0;
create index concurrently if not exists invoices_not_counted on invoices (environment_id, created_at, id)
  where (status <> 'draft' and (summed_status is distinct from status or summed_remaining
    is distinct from amount_due - amount_paid - amount_credited - credit_applied_later - amount_written_off))::int = 1;
drop index concurrently if exists invoices_owed;
drop index concurrently if exists invoices_owed_by_customer;
drop index concurrently if exists invoices_falling_due;
drop index concurrently if exists invoices_to_sum;
