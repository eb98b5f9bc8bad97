-- expand
-- What the buyer calls an invoice: the number of their purchase order; empty where there is none.
alter table invoices add column reference text not null default '';
