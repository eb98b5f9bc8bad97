-- expand
-- Payment gateways, with their keys sealed; a summary of the active ones in the settings; and which of them has a payment.
create table gateways (
  environment_id integer not null,
  id uuid not null,
  type text not null,
  name text not null,
  status text not null,
  -- Null: all.
  currencies text[],
  is_default boolean not null,
  key_hint text not null,
  secret_key bytea not null,
  webhook_secret bytea,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint gateways_environment foreign key (environment_id) references environments (id),
  constraint gateways_types check (type in ('stripe')),
  constraint gateways_statuses check (status in ('active', 'disabled')),
  constraint gateways_currencies check (cardinality(currencies) > 0)
);
create index gateways_by_age on gateways (environment_id, created_at, id);
alter table environment_counters add column gateways_count bigint not null default 0;
alter table environment_settings add column active_gateways json not null default '[]';
-- Null: the simulated gateway, or for a payment none.
alter table payments add column gateway_id uuid;
alter table payment_methods add column gateway_id uuid;
-- When the gateway is asked to forget a method; null once it did.
alter table payment_methods add column forget_at timestamptz(3);
-- Pages of a gateway on which customers save a method without paying, until the gateway says what became of them.
create table gateway_setups (
  environment_id integer not null,
  -- Of the method, once it is saved.
  id uuid not null,
  gateway_id uuid not null,
  customer_id bigint not null,
  -- What the gateway calls the page.
  ref text not null,
  check_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint gateway_setups_environment foreign key (environment_id) references environments (id)
);
create index gateway_setups_to_check on gateway_setups (environment_id, check_at, id);
