-- expand
-- Until now, all invoices of subscriptions were sent.
alter table subscriptions validate constraint subscriptions_collection;
