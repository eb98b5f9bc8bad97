-- expand
-- When something was supplied, of an invoice or of a line; and the invoice that another one adds to, with its number.
alter table invoices add column supply_date date;
alter table invoices add column relates_to uuid;
alter table invoices add column related_number text;
alter table invoices add constraint invoices_related check ((relates_to is null) = (related_number is null)) not valid;
alter table invoice_lines add column supply_date date;
alter table invoice_lines add constraint invoice_lines_supplied
  check (supply_date is null or period_start is null) not valid;
