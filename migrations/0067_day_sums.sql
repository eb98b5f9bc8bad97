-- expand
-- What the home page and the ages of debts tell, by the day: written with the rows that it is of (decision 114).
create table day_sums (
  environment_id integer not null,
  kind text not null check (kind in ('invoices_created', 'invoices_billed', 'invoices_posted',
    'invoices_overdue', 'payments_received', 'customers_owing')),
  -- -infinity where the sum is of no day.
  day date not null,
  -- A currency, or the status of what was created.
  key text not null,
  count bigint not null,
  -- In the smallest unit of the currency.
  amount numeric(28, 8) not null,
  primary key (environment_id, kind, day, key),
  constraint day_sums_environment foreign key (environment_id) references environments (id)
) with (fillfactor = 50);
-- How many invoices that wait for payment a customer has in a currency.
create table owing_customers (
  environment_id integer not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  customer_id bigint not null,
  invoices bigint not null,
  primary key (environment_id, currency, customer_id),
  constraint owing_customers_environment foreign key (environment_id) references environments (id)
) with (fillfactor = 80);
-- What a row is in the sums as. Older processes leave it as it is, or out.
alter table invoices add column summed_status text, add column summed_remaining bigint;
alter table payments add column summed_status text;
