-- expand
-- Accounts, their two environments, and what every write takes part in: the counters and the idempotency keys.

-- In all files: tables are in the order of src/app/features.ts. The order of the indexes of a table matters. As long as
-- a table has no statistics, several indexes can look equally good to the planner, and it takes the newest of them. So
-- most primary keys are added after the other indexes. The columns of a tenant table, its primary key, and its indexes
-- begin with environment_id. Every check constraint that involves several columns has a name.

-- One row: what the whole installation shares.
create table installation (
  id integer primary key check (id = 1),
  -- A keyed hash that shows whether SECRET_KEY is the key this database was created with.
  secret_check text not null,
  next_account_id integer not null,
  next_environment_id integer not null,
  -- Customer IDs are unique in the whole installation. A process reserves a block of them at a time.
  next_customer_id bigint not null,
  -- The ID of the secret key of hashes that carry no secret_key_id.
  unmarked_key_id text,
  -- The secret keys that have been current here. A row that names any other key is a forgery.
  key_ids text[] not null default '{}'
);

-- The processes that work on this database. Each updates its row every few seconds, by the database's clock.
create table processes (
  id uuid not null,
  role text not null,
  version text not null,
  host text not null,
  -- How far the process's own clock is ahead of the database's.
  clock_ahead_ms bigint not null,
  -- Hashes, by name, of the settings in which all processes should agree.
  settings json not null,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  constraint processes_pkey primary key (id),
  constraint processes_role check (role in ('serve', 'requests', 'work'))
);

create table accounts (
  id integer primary key,
  -- As created, like default_currency, payment_terms_days and time_zone. Current values: environment_settings.
  name text not null,
  tier text not null check (tier in ('standard', 'pro', 'enterprise')),
  -- Requests per minute of an enterprise account; null is unlimited.
  tier_limit integer check (tier_limit > 0),
  default_currency text not null check (default_currency ~ '^[a-z]{3}$'),
  payment_terms_days integer not null check (payment_terms_days between 0 and 365),
  time_zone text not null,
  created_at timestamptz(3) not null,
  -- The state of a demo account, which is generated and dropped as a whole. Null for any other account.
  demo text check (demo in ('making', 'ready', 'dropping')),
  -- Whether members need a second factor to do anything in this account.
  require_second_factor boolean not null default false,
  constraint accounts_tier_limit check (tier = 'enterprise' or tier_limit is null)
);

create table environments (
  id integer primary key,
  account_id integer not null,
  mode text not null check (mode in ('test', 'live')),
  created_at timestamptz(3) not null,
  constraint environments_account_mode unique (account_id, mode),
  constraint environments_account foreign key (account_id) references accounts (id)
);

-- One row per environment. It is locked after everything else a write locks, so that the numbers it hands out have
-- no gaps.
create table environment_counters (
  environment_id integer primary key,
  event_sequence bigint not null default 0,
  draft_number bigint not null default 0,
  invoice_number bigint not null default 0,
  customers_count bigint not null default 0,
  products_count bigint not null default 0,
  invoices_count bigint not null default 0,
  -- Business time is wall time plus this. It is not zero in test environments only. It is negative while a demo account
  -- is generated: its history begins in the past.
  clock_ahead_ms bigint not null default 0,
  webhook_endpoints_count bigint not null default 0,
  webhook_deliveries_count bigint not null default 0,
  -- A write that waited for this row may have read older settings: if the number changed, it reads them again.
  settings_version integer not null default 0,
  emails_count bigint not null default 0,
  -- While true, the environment is being erased and nothing else is written to it.
  resetting boolean not null default false,
  ledger_entries_count bigint not null default 0,
  payments_count bigint not null default 0,
  credit_transactions_count bigint not null default 0,
  -- The head of the chain, signed with a key that is not in the database.
  chain_link bigint not null default 0,
  chain_hash bytea,
  chain_key text,
  chain_signature bytea,
  prices_count bigint not null default 0,
  tax_rates_count bigint not null default 0,
  tax_registrations_count bigint not null default 0,
  coupons_count bigint not null default 0,
  promotion_codes_count bigint not null default 0,
  -- Far below the largest bigint, so that a forged number does not make the next one overflow.
  constraint environment_counters_chain_link check (chain_link between 0 and 9000000000000000),
  constraint environment_counters_environment
    foreign key (environment_id) references environments (id)
) with (fillfactor = 50);

-- A key is inserted in the transaction of its effect. The response is the event that carries the same object or, if no
-- event does, `body`.
create table idempotency_keys (
  environment_id integer not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  event_id uuid,
  object_id text,
  body json,
  -- Wall time: keys are kept for 30 days whatever a test clock does.
  created_at timestamptz(3) not null
);
create index idempotency_keys_by_age on idempotency_keys (environment_id, created_at);
alter table idempotency_keys add primary key (environment_id, key);
-- For erasures. Few keys have a body.
create index idempotency_keys_by_object on idempotency_keys (environment_id, object_id)
  where body is not null;

create table users (
  id uuid primary key,
  -- In lower case: an address is one person, in whatever case it is typed.
  email text not null,
  name text not null,
  -- argon2id in the PHC string format, with salt and costs.
  password text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint users_email unique (email)
);
