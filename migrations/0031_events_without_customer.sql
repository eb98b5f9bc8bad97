-- expand
-- The events that do not say whose they are, and should: what processes from before 0026 have written beside it.
create index concurrently if not exists events_without_customer
  on events (environment_id, sequence)
  where customer_id is null
    and type like any (array['customer.%', 'invoice.%', 'payment.%', 'credit\_transaction.%']);
