-- expand
-- Changes of subscriptions that are billed with the next invoice.
alter table subscriptions add column waiting json;
