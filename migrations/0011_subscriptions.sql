-- expand
-- Recurring prices, subscriptions, and the invoices and lines that subscriptions are billed with.

-- Null for one-time prices.
alter table prices add column interval text;
alter table prices add column interval_count smallint;
alter table prices add column billing text;

create table subscriptions (
  environment_id integer not null,
  id uuid not null,
  customer_id bigint not null,
  -- The subscription's ID in the client's own system.
  external_id text collate "C",
  status text not null check (status in ('scheduled', 'trialing', 'active', 'canceled')),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- The items, as clients see them: price, product and quantity of each.
  items json not null,
  interval text not null check (interval in ('day', 'week', 'month', 'year')),
  interval_count smallint not null check (interval_count >= 1),
  start timestamptz(3) not null,
  -- The first boundary in the civil time of the zone. Its wanted day is kept apart from any date.
  anchor json not null,
  zone text not null,
  -- The trial, or the last billed period; null before the start.
  current_period json,
  trial_end timestamptz(3),
  cancel_at timestamptz(3),
  canceled_at timestamptz(3),
  cancellation json,
  scheduled_changes json,
  payment_terms_days smallint check (payment_terms_days between 0 and 365),
  -- The next instant at which something is to be done.
  due_at timestamptz(3),
  next_invoice_at timestamptz(3),
  -- Why what was due could not be done.
  billing_error json,
  -- When the run does what is due: at due_at, or later after a refusal.
  run_at timestamptz(3),
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint subscriptions_environment foreign key (environment_id) references environments (id),
  -- Whatever lives has a next step.
  constraint subscriptions_due check ((due_at is null) = (status = 'canceled')),
  constraint subscriptions_run check ((run_at is null) = (due_at is null)
    and (due_at is null or run_at = due_at or (billing_error is not null and run_at > due_at))),
  constraint subscriptions_canceled check ((canceled_at is null) = (status <> 'canceled'))
)
with (fillfactor = 85);
create index subscriptions_by_age on subscriptions (environment_id, created_at, id);
create index subscriptions_of_customer on subscriptions (environment_id, customer_id, created_at, id);
create index subscriptions_by_status on subscriptions (environment_id, status, created_at, id);
-- For the billing run.
create index subscriptions_to_run on subscriptions (environment_id, run_at, id) where run_at is not null;
create index subscriptions_by_due on subscriptions (environment_id, due_at, id) where due_at is not null;
create unique index subscriptions_by_external_id on subscriptions (environment_id, external_id)
  where external_id is not null;
-- Subscriptions to a price or a product.
create index subscriptions_by_items on subscriptions using gin ((items::jsonb) jsonb_path_ops)
  with (fastupdate = off);
create index subscriptions_by_metadata on subscriptions
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';

alter table environment_counters add column subscriptions_count bigint not null default 0;

-- What a subscription billed: the period, the instant for which it was scheduled, and why.
alter table invoices add column subscription_id uuid;
alter table invoices add column billing_reason text not null default 'manual';
alter table invoices add column period_start timestamptz(3);
alter table invoices add column period_end timestamptz(3);
alter table invoices add column scheduled_for timestamptz(3);
alter table invoices add constraint invoices_of_subscription check (
  (subscription_id is null) = (billing_reason = 'manual')
  and (subscription_id is null) = (period_start is null)
  and (subscription_id is null) = (period_end is null)
  and (subscription_id is null) = (scheduled_for is null)) not valid;

alter table invoice_lines add column subscription_item_id uuid;
alter table invoice_lines add column period_start timestamptz(3);
alter table invoice_lines add column period_end timestamptz(3);
alter table invoice_lines add constraint invoice_lines_period check (
  (period_start is null) = (period_end is null)
  and (subscription_item_id is null or period_start is not null)) not valid;
