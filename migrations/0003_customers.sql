-- Customers: the accounts that are billed. The integer id is allotted across the installation.
create table customers (
  environment_id integer not null,
  id bigint not null,
  name text not null check (name <> ''),
  contact_name text,
  email text not null,
  phone text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state_province text not null,
  postal_code text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_exempt boolean not null,
  tax_id text,
  auto_pay_enabled boolean not null,
  language text,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A deleted customer is kept for the documents that name it, and found by nothing else.
  deleted_at timestamptz(3),
  primary key (environment_id, id),
  constraint customers_environment foreign key (environment_id) references environments (id)
);
create index customers_by_age on customers (environment_id, created_at, id) where deleted_at is null;
create index customers_by_email on customers (environment_id, email, created_at, id)
  where deleted_at is null;

-- What is owed to a customer, one row a currency, in the currency's major unit.
create table customer_balances (
  environment_id integer not null,
  customer_id bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  balance numeric(28, 8) not null check (balance >= 0),
  primary key (environment_id, customer_id, currency),
  constraint customer_balances_customer
    foreign key (environment_id, customer_id) references customers (environment_id, id)
);
