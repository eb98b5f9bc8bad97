-- expand
-- No older invoice is credited.
alter table invoices validate constraint invoices_credited;
