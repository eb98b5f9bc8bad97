-- expand
-- Indexes that no statement needs, or that 0040 has in fewer rows. Older processes find the same without them, some of it
-- more slowly. None of them is a rule.
drop index concurrently if exists customers_by_email;
drop index concurrently if exists requests_by_status;
drop index concurrently if exists requests_by_class;
drop index concurrently if exists payments_by_status;
drop index concurrently if exists webhook_deliveries_by_state;
drop index concurrently if exists webhook_deliveries_by_endpoint_state;
