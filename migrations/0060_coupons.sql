-- expand
-- Coupons, the promotion codes by which they are redeemed, and the discounts that customers have by them.
alter table environment_counters
  add column coupons_count bigint not null default 0,
  add column promotion_codes_count bigint not null default 0;

alter table customers add column discounts json;

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
-- Last, as for every table with several indexes (0002).
alter table coupons add primary key (environment_id, id);

create table promotion_codes (
  environment_id integer not null,
  id uuid not null,
  coupon_id uuid not null,
  code text not null,
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
create unique index promotion_codes_by_code on promotion_codes (environment_id, lower(code));
create index promotion_codes_by_metadata on promotion_codes
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
alter table promotion_codes add primary key (environment_id, id);
