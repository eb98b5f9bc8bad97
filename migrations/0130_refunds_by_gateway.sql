-- expand
-- Refunds that a gateway pays, and what the simulated gateway knows of them.
alter table refunds add column by_gateway boolean not null default false;
-- What the gateway calls it; null until it said so.
alter table refunds add column gateway_ref text;
-- When it was found that the gateway did not accept it for three days.
alter table refunds add column flagged_at timestamptz(3);
-- When it was first sent; null if the gateway certainly does not have it.
alter table refunds add column sent_at timestamptz(3);
-- When it is sent, or the gateway asked for its outcome.
alter table refunds add column check_at timestamptz(3);
alter table refunds add constraint refunds_by_gateway check (
  case when by_gateway then method = 'gateway' and (status <> 'pending' or check_at is not null)
    else coalesce(flagged_at, sent_at, check_at) is null and gateway_ref is null end) not valid;

create table simulated_refunds (
  environment_id integer not null,
  -- The refund, and the payment that it is of.
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null check (amount > 0),
  -- Why it fails; null if it succeeds.
  failure text,
  -- When that happens; null if it did at once.
  ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint simulated_refunds_environment foreign key (environment_id) references environments (id)
);
create index simulated_refunds_of_payment on simulated_refunds (environment_id, payment_id, created_at, id);
