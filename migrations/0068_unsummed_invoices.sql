-- expand
-- Invoices that are not in the sums as they are: readers add them, a sweep sums them. As a number, since the planner
-- takes few rows to have a certain one, and almost all to be distinct in something.
create index concurrently if not exists invoices_unsummed on invoices (environment_id, created_at, id)
  where (status <> 'draft' and (summed_status is distinct from status
    or summed_remaining is distinct from amount_due - amount_paid))::int = 1;
