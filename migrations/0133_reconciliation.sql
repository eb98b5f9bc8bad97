-- expand
-- How far the payments of each gateway are compared with what it has.
create table reconciliations (
  environment_id integer not null,
  -- The gateway; all zeros for the simulated one, which has no row.
  id uuid not null,
  -- When the next step is due, in business time. Of a step that runs: when another process takes it over.
  due_at timestamptz(3) not null,
  -- Counts the steps, so that a process that was taken over records nothing.
  step bigint not null check (step >= 0),
  -- What the comparison that runs does; null if none does.
  phase text check (phase in ('clearing', 'listing', 'searching', 'reopening', 'checking', 'cleaning')),
  cursor text,
  -- Real time from which payments are compared, by the time in their IDs; null for all. Then that of the next comparison.
  since timestamptz(3),
  next_since timestamptz(3),
  started_at timestamptz(3),
  compared_so_far bigint not null default 0,
  applied_so_far bigint not null default 0,
  -- The last comparison that ended: when, what it covers, how many payments, and how many had to be taken over.
  completed_at timestamptz(3),
  compared_until timestamptz(3),
  compared bigint not null default 0,
  applied bigint not null default 0,
  -- Why the last step failed; null unless it did.
  error text,
  primary key (environment_id, id),
  constraint reconciliations_environment foreign key (environment_id) references environments (id)
);
-- The payments that a comparison has met: equal on both sides, or still to be asked for one by one.
create table reconciliation_marks (
  environment_id integer not null,
  -- Of the gateway, as above.
  gateway uuid not null,
  payment_id uuid not null,
  is_equal boolean not null,
  gateway_ref text,
  primary key (environment_id, gateway, payment_id),
  constraint reconciliation_marks_environment foreign key (environment_id) references environments (id)
);
create index reconciliation_marks_to_check on reconciliation_marks (environment_id, gateway, payment_id) where not is_equal;
-- What a gateway has otherwise than the books.
create table reconciliation_differences (
  environment_id integer not null,
  id uuid not null,
  -- Null for the simulated gateway.
  gateway_id uuid,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount_differs', 'charged_twice')),
  -- Of the metadata at the gateway, so there can be no such payment.
  payment_id uuid not null,
  gateway_ref text,
  amount_here bigint not null check (amount_here >= 0),
  amount_there bigint not null check (amount_there >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  currency_there text not null check (currency_there ~ '^[a-z]{3}$'),
  -- When it was found first, and last.
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  primary key (environment_id, id),
  constraint reconciliation_differences_environment foreign key (environment_id) references environments (id)
);
create index reconciliation_differences_by_age on reconciliation_differences (environment_id, created_at, id);
create unique index reconciliation_differences_open on reconciliation_differences (environment_id, payment_id, kind)
  where resolved_at is null;
