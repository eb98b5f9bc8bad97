-- expand
-- Products, the words they are found by, and their prices.

create table products (
  environment_id integer not null,
  id uuid not null,
  name text not null check (name <> ''),
  description text not null,
  status text not null check (status in ('active', 'archived')),
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- As in customers.
  words_version smallint not null default 0,
  -- By which code its lines are taxed.
  tax_code text not null default 'standard',
  constraint products_environment foreign key (environment_id) references environments (id)
);
create index products_by_age on products (environment_id, created_at, id);
create index products_by_status on products (environment_id, status, created_at, id);
alter table products add primary key (environment_id, id);
create index products_without_words on products (environment_id, id) where words_version = 0;
create index products_by_metadata
  on products using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';

-- As customer_words.
create table product_words (
  environment_id integer not null,
  word text collate "C" not null,
  product_id uuid not null,
  primary key (environment_id, word, product_id)
);

create table prices (
  environment_id integer not null,
  id uuid not null,
  product_id uuid not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- The model and its amounts as one value, which a line copies.
  terms json not null,
  description text not null,
  lookup_key text collate "C",
  version smallint not null check (version >= 1),
  replaces uuid,
  active boolean not null,
  -- Whether a line has referred to it: from then on its terms never change.
  used boolean not null,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  tax_behavior text
);
create index prices_by_age on prices (environment_id, created_at, id);
create index prices_by_product on prices (environment_id, product_id, created_at, id);
create unique index prices_by_lookup_key on prices (environment_id, lookup_key)
  where lookup_key is not null;
create index prices_by_metadata on prices
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
alter table prices add primary key (environment_id, id);
