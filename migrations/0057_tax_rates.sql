-- expand
-- The tax rates of an account and where it is registered. The settings hold a copy of both, by which invoices are taxed.
alter table environment_counters
  add column tax_rates_count bigint not null default 0,
  add column tax_registrations_count bigint not null default 0;

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
  valid_to date check (valid_to >= valid_from),
  reference text not null,
  active boolean not null,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index tax_rates_by_age on tax_rates (environment_id, created_at, id);
create index tax_rates_by_metadata on tax_rates
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
-- Last, as for every table with several indexes (0002).
alter table tax_rates add primary key (environment_id, id);

create table tax_registrations (
  environment_id integer not null,
  id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text,
  scheme text not null check (scheme in ('standard', 'oss_union', 'simplified', 'manual')),
  number text not null,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index tax_registrations_by_age on tax_registrations (environment_id, created_at, id);
create index tax_registrations_by_metadata on tax_registrations
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
alter table tax_registrations add primary key (environment_id, id);
