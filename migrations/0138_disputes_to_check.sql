-- expand
-- Payments whose gateway is asked about disputes.
create index concurrently if not exists payments_with_disputes on payments (environment_id, disputes_at, id)
  where disputes_at is not null;
