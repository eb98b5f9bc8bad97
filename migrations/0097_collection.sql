-- expand
-- Whether the invoices of a subscription are charged automatically, and to which of the customer's methods.
alter table subscriptions add column collection text not null default 'send';
alter table subscriptions add column payment_method_id uuid;
alter table subscriptions add constraint subscriptions_collection
  check (collection in ('charge', 'send')) not valid;
