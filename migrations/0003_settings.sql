-- expand
-- What an account bills with: settings, logos, tax rates and registrations, coupons and promotion codes.

-- Never changed: finalized documents name their logo by its hash.
create table logos (
  environment_id integer not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  width smallint not null check (width between 1 and 2000),
  height smallint not null check (height between 1 and 2000),
  data bytea not null,
  created_at timestamptz(3) not null,
  primary key (environment_id, sha256),
  constraint logos_environment foreign key (environment_id) references environments (id)
);

-- Test and live have separate settings, so that nothing a test key does changes a live bank account.
create table environment_settings (
  environment_id integer not null,
  -- A copy of environments.mode: the most frequent statement then reads one table less.
  mode text not null check (mode in ('test', 'live')),
  name text not null check (name <> ''),
  default_currency text not null check (default_currency ~ '^[a-z]{3}$'),
  payment_terms_days integer not null check (payment_terms_days between 0 and 365),
  time_zone text not null,
  language text not null,
  -- The number of the first finalized invoice. It can change only before that invoice exists.
  first_invoice_number bigint not null check (first_invoice_number between 1 and 99999999999),
  -- When to send reminders: days from the due date, negative ones before it; empty means never.
  reminder_days smallint[] not null check (cardinality(reminder_days) <= 10
    and -60 <= all (reminder_days) and 120 >= all (reminder_days)),
  -- What only documents and emails show. A property that was never set is absent.
  profile json not null,
  -- Incremented by each change, together with settings_version of environment_counters.
  version integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A copy of the tax rates and registrations: invoices are taxed by it.
  tax json not null default '{}',
  primary key (environment_id),
  constraint environment_settings_environment
    foreign key (environment_id) references environments (id)
);

create table tax_rates (
  environment_id integer not null,
  id uuid not null,
  name text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text,
  postal_prefix text,
  percentage text not null,
  inclusive boolean not null,
  category text not null,
  tax_code text,
  valid_from date not null,
  valid_to date,
  reference text not null,
  active boolean not null,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint tax_rates_validity check (valid_to >= valid_from)
);
create index tax_rates_by_age on tax_rates (environment_id, created_at, id);
-- In every index of metadata: most rows have none and are left out. Without fastupdate an entry goes directly into the
-- index, so that no write has to flush what others left in its pending list.
create index tax_rates_by_metadata on tax_rates
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
alter table tax_rates add primary key (environment_id, id);

create table tax_registrations (
  environment_id integer not null,
  id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text,
  scheme text not null check (scheme in ('standard', 'oss_union', 'simplified', 'manual')),
  number text not null,
  valid_from date not null,
  valid_to date,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint tax_registrations_validity check (valid_to >= valid_from)
);
create index tax_registrations_by_age on tax_registrations (environment_id, created_at, id);
create index tax_registrations_by_metadata on tax_registrations
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
alter table tax_registrations add primary key (environment_id, id);

create table coupons (
  environment_id integer not null,
  id uuid not null,
  name text not null,
  percent_off text,
  amount_off bigint check (amount_off > 0),
  currency text check (currency ~ '^[a-z]{3}$'),
  duration text not null check (duration in ('once', 'months', 'forever')),
  duration_months smallint check (duration_months > 0),
  product_ids json,
  price_ids json,
  minimum_amount bigint check (minimum_amount > 0),
  max_redemptions bigint,
  redeem_by timestamptz(3),
  times_redeemed bigint not null check (times_redeemed >= 0),
  active boolean not null,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index coupons_by_age on coupons (environment_id, created_at, id);
create index coupons_by_metadata on coupons
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
alter table coupons add primary key (environment_id, id);

create table promotion_codes (
  environment_id integer not null,
  id uuid not null,
  coupon_id uuid not null,
  code text not null,
  -- If set, only this customer can redeem it.
  customer_id bigint,
  first_time_only boolean not null,
  max_redemptions bigint,
  expires_at timestamptz(3),
  times_redeemed bigint not null check (times_redeemed >= 0),
  active boolean not null,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index promotion_codes_by_age on promotion_codes (environment_id, created_at, id);
create index promotion_codes_by_coupon on promotion_codes
  (environment_id, coupon_id, created_at, id);
-- A code is unique in any case.
create unique index promotion_codes_by_code on promotion_codes (environment_id, lower(code));
create index promotion_codes_by_metadata on promotion_codes
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
alter table promotion_codes add primary key (environment_id, id);
