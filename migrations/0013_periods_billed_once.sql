-- expand
-- No item of a subscription is billed twice for a period, whatever the status of the invoice.
create unique index concurrently if not exists invoice_lines_billed_once
  on invoice_lines (environment_id, subscription_item_id, period_start) where subscription_item_id is not null;
