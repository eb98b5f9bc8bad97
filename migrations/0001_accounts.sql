-- Who may use this installation: accounts, their two environments, and keys.

-- One row: what the whole installation shares.
create table installation (
  id integer primary key check (id = 1),
  -- A keyed hash that tells whether SECRET_KEY is the one this database was made with.
  secret_check text not null,
  next_account_id integer not null,
  next_environment_id integer not null,
  -- Customer integers are allotted across the installation, a block at a time per process.
  next_customer_id bigint not null
);

create table accounts (
  id integer primary key,
  name text not null,
  tier text not null check (tier in ('standard', 'pro', 'enterprise')),
  -- Requests a minute of an enterprise account; null is unlimited.
  tier_limit integer check (tier_limit > 0),
  default_currency text not null check (default_currency ~ '^[a-z]{3}$'),
  payment_terms_days integer not null check (payment_terms_days between 0 and 365),
  time_zone text not null,
  created_at timestamptz(3) not null,
  check (tier = 'enterprise' or tier_limit is null)
);

create table environments (
  id integer primary key,
  account_id integer not null,
  mode text not null check (mode in ('test', 'live')),
  created_at timestamptz(3) not null,
  constraint environments_account_mode unique (account_id, mode),
  constraint environments_account foreign key (account_id) references accounts (id)
);

-- A key's secret is never stored, only a keyed hash of it (contract: keys).
create table api_keys (
  id text primary key,
  environment_id integer not null,
  name text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  constraint api_keys_environment foreign key (environment_id) references environments (id)
);
create index api_keys_by_environment on api_keys (environment_id, created_at, id);
