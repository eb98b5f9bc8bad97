-- expand
-- Prices of products, and on lines what they were priced by. The terms of a price are one value, as lines keep them.
alter table environment_counters add column prices_count bigint not null default 0;

create table prices (
  environment_id integer not null,
  id uuid not null,
  product_id uuid not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  terms json not null,
  description text not null,
  lookup_key text collate "C",
  version smallint not null check (version >= 1),
  replaces uuid,
  active boolean not null,
  -- A line has named it, so its terms never change.
  used boolean not null,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index prices_by_age on prices (environment_id, created_at, id);
create index prices_by_product on prices (environment_id, product_id, created_at, id);
create unique index prices_by_lookup_key on prices (environment_id, lookup_key)
  where lookup_key is not null;
create index prices_by_metadata on prices
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
-- Last, as for every table with several indexes (0002).
alter table prices add primary key (environment_id, id);

-- Lines of older processes have none of these; what was priced by more than two whole numbers says by what.
alter table invoice_lines
  add column id uuid,
  add column price_id uuid,
  add column pricing json,
  add column discount bigint not null default 0,
  add column tax bigint not null default 0;
-- A line of tiers shows its whole amount as its unit amount.
alter table invoice_lines drop constraint invoice_lines_unit_amount_check,
  add constraint invoice_lines_unit_amount check (unit_amount between 0 and 9007199254740991) not valid;
