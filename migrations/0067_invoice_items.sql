-- expand
-- One-off items of subscriptions, and the lines that bill them.

create table invoice_items (
  environment_id integer not null,
  id uuid not null,
  customer_id bigint not null,
  subscription_id uuid not null,
  status text not null,
  description text not null,
  -- A one-time price, or the amount of a unit in the currency's smallest unit.
  price_id uuid,
  unit_amount bigint,
  quantity bigint not null check (quantity >= 1),
  amount bigint not null check (amount >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  period json,
  -- The invoice that billed it.
  invoice_id uuid,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (environment_id, id),
  constraint invoice_items_environment foreign key (environment_id) references environments (id),
  constraint invoice_items_statuses check (status in ('pending', 'billed')),
  constraint invoice_items_priced check ((price_id is null) <> (unit_amount is null)),
  constraint invoice_items_billed check ((status = 'billed') = (invoice_id is not null)),
  constraint invoice_items_deleted check (deleted_at is null or status = 'pending')
);
create index invoice_items_by_age on invoice_items (environment_id, created_at, id);
create index invoice_items_of_customer on invoice_items (environment_id, customer_id, created_at, id);
create index invoice_items_of_subscription on invoice_items (environment_id, subscription_id, created_at, id);
create index invoice_items_by_status on invoice_items (environment_id, status, created_at, id);
create index invoice_items_by_metadata on invoice_items
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';

alter table environment_counters add column invoice_items_count bigint not null default 0;

-- The IDs of its pending items, oldest first; null for none.
alter table subscriptions add column pending_items text[];

alter table invoice_lines add column invoice_item_id uuid;
