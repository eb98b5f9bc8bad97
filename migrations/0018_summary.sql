-- What the home page adds up, in indexes that hold all it needs: no row is visited for it.
create index invoices_open on invoices (environment_id, due_date)
  include (currency, amount_due, amount_paid) where status in ('posted', 'overdue');
create index payments_received on payments (environment_id, received_on)
  include (currency, amount) where status = 'settled';
