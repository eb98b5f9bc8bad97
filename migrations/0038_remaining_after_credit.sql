-- expand
-- What remains of invoices, now that later credit reduces it: outstanding, and not in the sums yet.
create index concurrently if not exists invoices_owed on invoices (environment_id, due_date)
  include (currency, amount_due, amount_paid, amount_credited, credit_applied_later) where status in ('posted', 'overdue');
create index concurrently if not exists invoices_owed_by_customer on invoices (environment_id, customer_id, due_date)
  include (currency, amount_due, amount_paid, amount_credited, credit_applied_later) where status in ('posted', 'overdue');
create index concurrently if not exists invoices_to_sum on invoices (environment_id, created_at, id)
  where (status <> 'draft' and (summed_status is distinct from status
    or summed_remaining is distinct from amount_due - amount_paid - amount_credited - credit_applied_later))::int = 1;
-- Credit is returned from an invoice once, but applied to it as often as there is some.
create unique index concurrently if not exists credit_transactions_restored
  on credit_transactions (environment_id, invoice_id) where type = 'restored';
create index concurrently if not exists credit_transactions_with_invoice
  on credit_transactions (environment_id, invoice_id) where invoice_id is not null;
drop index concurrently if exists credit_transactions_by_invoice;
drop index concurrently if exists invoices_outstanding;
drop index concurrently if exists invoices_outstanding_of_customer;
drop index concurrently if exists invoices_not_summed;
