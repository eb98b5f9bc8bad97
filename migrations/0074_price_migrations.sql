-- expand
-- Moves of all subscribers of a price to another one, and what became of each subscription.

create table price_migrations (
  environment_id integer not null,
  id uuid not null,
  from_price_id uuid not null,
  to_price_id uuid not null,
  effective_from timestamptz(3) not null,
  notice_days smallint not null check (notice_days between 0 and 365),
  status text not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  interval text not null,
  interval_count smallint not null check (interval_count >= 1),
  -- Subscriptions by what became of them.
  subscriptions_scheduled bigint not null check (subscriptions_scheduled >= 0),
  subscriptions_applied bigint not null check (subscriptions_applied >= 0),
  subscriptions_withdrawn bigint not null check (subscriptions_withdrawn >= 0),
  subscriptions_skipped bigint not null check (subscriptions_skipped >= 0),
  -- What a period of the items costs before discounts and taxes.
  amount_before bigint not null,
  amount_after bigint not null,
  -- The last subscription that was looked at.
  done_until uuid,
  -- When the run continues; null once every subscription is decided.
  run_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint price_migrations_environment foreign key (environment_id) references environments (id),
  constraint price_migrations_statuses check (
    status in ('running', 'scheduled', 'canceling', 'completed', 'canceled')),
  constraint price_migrations_prices check (from_price_id <> to_price_id),
  constraint price_migrations_run check ((run_at is not null) = (status in ('running', 'canceling'))),
  constraint price_migrations_over check (
    subscriptions_scheduled = 0 or status not in ('completed', 'canceled'))
);
create index price_migrations_by_age on price_migrations (environment_id, created_at, id);
create index price_migrations_of_price on price_migrations (environment_id, from_price_id, created_at, id);
create unique index price_migrations_unfinished on price_migrations (environment_id, from_price_id)
  where status in ('running', 'scheduled', 'canceling');
create index price_migrations_to_run on price_migrations (environment_id, run_at, id)
  where run_at is not null;

create table price_migration_subscriptions (
  environment_id integer not null,
  -- Derived from the migration and the subscription, so that each is decided once.
  id uuid not null,
  price_migration_id uuid not null,
  subscription_id uuid not null,
  customer_id bigint not null,
  status text not null,
  reason text,
  items smallint not null check (items >= 0),
  items_skipped smallint not null check (items_skipped >= 0),
  -- The boundary at which the items change.
  effective_at timestamptz(3) not null,
  -- What a period costs before discounts and taxes.
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount_before bigint not null,
  amount_after bigint not null,
  -- When the customer is to be informed; null once done, or if nothing changes.
  notice_at timestamptz(3),
  notified_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint price_migration_subscriptions_environment
    foreign key (environment_id) references environments (id),
  constraint price_migration_subscriptions_statuses check (
    status in ('scheduled', 'applied', 'withdrawn', 'skipped')),
  constraint price_migration_subscriptions_reason check ((items_skipped > 0) = (reason is not null)),
  constraint price_migration_subscriptions_items check ((items = 0) = (status = 'skipped')),
  constraint price_migration_subscriptions_notice check (
    notice_at is null or status in ('scheduled', 'applied'))
);
create index price_migration_subscriptions_by_age
  on price_migration_subscriptions (environment_id, price_migration_id, created_at, id);
create index price_migration_subscriptions_waiting
  on price_migration_subscriptions (environment_id, price_migration_id, id) where status = 'scheduled';
create index price_migration_subscriptions_to_notify
  on price_migration_subscriptions (environment_id, notice_at, id) where notice_at is not null;
create index price_migration_subscriptions_of_customer
  on price_migration_subscriptions (environment_id, customer_id, created_at, id);

alter table environment_counters add column price_migrations_count bigint not null default 0;
