-- expand
-- What the next charges of saved methods do, as the simulated gateway was instructed.
create table simulated_scripts (
  environment_id integer not null,
  payment_method_id uuid not null,
  -- Of the script, so that a repeated request does not begin it again.
  id uuid not null,
  outcomes text[] not null,
  primary key (environment_id, payment_method_id),
  constraint simulated_scripts_environment foreign key (environment_id) references environments (id)
);
-- When the bank returns a debit that was paid, and when that is reported; null if it does not, and once it was.
alter table simulated_payments add column bounces_at timestamptz(3);
alter table simulated_payments add column report_at timestamptz(3);
