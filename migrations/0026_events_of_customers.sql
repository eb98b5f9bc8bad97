-- Whose a fact is, so that what happened with a customer is read without their invoices one by one.
-- Objects of earlier facts tell it themselves; a customer's own are about the customer.
alter table events add column customer_id bigint;
update events set customer_id = substring(
    case when type like 'customer.%' then object_id else object ->> 'customer_id' end from 5)::bigint
  where type like any (array['customer.%', 'invoice.%', 'payment.%', 'credit\_transaction.%']);
create index events_by_customer on events (environment_id, customer_id, sequence)
  where customer_id is not null;
