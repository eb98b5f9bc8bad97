-- expand
-- Totals are as 0056 has them in every row: nothing had a discount or an included tax.
alter table invoices validate constraint invoices_total;
