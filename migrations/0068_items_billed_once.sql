-- expand
-- No one-off item is billed twice, whatever the status of the invoice.
create unique index concurrently if not exists invoice_lines_of_invoice_item
  on invoice_lines (environment_id, invoice_item_id) where invoice_item_id is not null;
