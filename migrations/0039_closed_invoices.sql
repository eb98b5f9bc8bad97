-- expand
-- No older invoice has later credit.
alter table invoices validate constraint invoices_closed;
