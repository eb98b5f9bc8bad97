-- expand
-- Room in each page for the next version of a row: an update that moves no indexed column, such as that of an invoice whose
-- mail was sent, then leaves the indexes alone. Pages that are there already get it as they are written anew.
alter table invoices set (fillfactor = 75);
alter table customers set (fillfactor = 85);
alter table customer_balances set (fillfactor = 85);
alter table webhook_endpoints set (fillfactor = 50);
