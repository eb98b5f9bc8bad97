-- expand
-- Payments by the invoices that they name in a list, and those that wait to be allocated.
create index concurrently if not exists payments_by_allocation on payments using gin (allocated_to)
  with (fastupdate = off) where allocated_to is not null;
create index concurrently if not exists payments_unallocated on payments (environment_id, created_at, id)
  where status = 'settled' and unallocated > 0;
