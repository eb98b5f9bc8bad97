-- What one customer owes, in an index that holds all it needs: it costs their open invoices, not all they ever had.
create index invoices_owed on invoices (environment_id, customer_id, due_date)
  include (currency, amount_due, amount_paid) where status in ('posted', 'overdue');
