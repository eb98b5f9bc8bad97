-- expand
-- What Stripe calls the customers of a gateway, so that each has one Stripe customer.
create table stripe_customers (
  environment_id integer not null,
  gateway_id uuid not null,
  customer_id bigint not null,
  ref text not null,
  primary key (environment_id, gateway_id, customer_id),
  constraint stripe_customers_environment foreign key (environment_id) references environments (id)
);
