-- expand
-- The discounts of a subscription, as those of a customer; null for none.
alter table subscriptions add column discounts json;
