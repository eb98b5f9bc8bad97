-- expand
-- Cards and accounts that customers saved at a gateway, and the one with which each customer pays automatically.
create table payment_methods (
  environment_id integer not null,
  id uuid not null,
  customer_id bigint not null,
  type text not null,
  display json,
  reusable boolean not null,
  status text not null,
  -- What the gateway calls it.
  gateway_ref text not null,
  detached_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint payment_methods_environment foreign key (environment_id) references environments (id),
  constraint payment_methods_types check (type in ('card', 'sepa_debit', 'acss_debit', 'us_bank_account', 'link', 'other')),
  constraint payment_methods_statuses check (status in ('active', 'detached')),
  constraint payment_methods_detached check ((status = 'detached') = (detached_at is not null))
);
create index payment_methods_by_age on payment_methods (environment_id, created_at, id);
create index payment_methods_of_customer on payment_methods (environment_id, customer_id, created_at, id);
alter table environment_counters add column payment_methods_count bigint not null default 0;
alter table customers add column default_payment_method_id uuid;
alter table payments add column payment_method_id uuid;
-- When an invoice is charged to that method; null once an attempt began, or if it is not.
alter table invoices add column collect_at timestamptz(3);
-- True if the customer wants to pay with it again.
alter table simulated_payments add column saves boolean not null default false;
