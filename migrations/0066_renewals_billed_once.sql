-- expand
-- No item of a subscription is renewed twice for a period, whatever the status of the invoice. The lines of parts of
-- periods, of which a change can begin where a renewal does, are compared by verification.
create unique index concurrently if not exists invoice_lines_renewed_once
  on invoice_lines (environment_id, subscription_item_id, period_start)
  where subscription_item_id is not null and pricing -> 'part' is null;
drop index concurrently if exists invoice_lines_billed_once;
