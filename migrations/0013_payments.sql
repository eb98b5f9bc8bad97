-- Payments that were received, and the credit that customers have with us.

alter table environment_counters
  add column payments_count bigint not null default 0,
  add column credit_transactions_count bigint not null default 0;

-- Amounts are whole units of the currency's smallest unit.
create table payments (
  environment_id integer not null,
  id uuid not null,
  invoice_id uuid not null,
  -- As the invoice names it, for lists.
  customer_id bigint not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  method text not null check (method in ('card', 'bank_transfer', 'cheque', 'cash', 'other')),
  status text not null check (status in ('settled', 'reversed')),
  -- The day the money came, as the bank tells it.
  received_on date not null,
  reference text not null,
  note text not null,
  metadata json not null,
  reversal_reason text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  reversed_at timestamptz(3),
  check ((status = 'reversed') = (reversed_at is not null)),
  constraint payments_invoice
    foreign key (environment_id, invoice_id) references invoices (environment_id, id),
  constraint payments_customer
    foreign key (environment_id, customer_id) references customers (environment_id, id)
);
create index payments_by_age on payments (environment_id, created_at, id);
create index payments_by_invoice on payments (environment_id, invoice_id, created_at, id);
create index payments_by_customer on payments (environment_id, customer_id, created_at, id);
create index payments_by_method on payments (environment_id, method, created_at, id);
create index payments_by_status on payments (environment_id, status, created_at, id);
create index payments_by_day on payments (environment_id, received_on);
-- Last, as for every table with several indexes (0002).
alter table payments add primary key (environment_id, id);

-- Why a balance is what it is: the sum of these, in the currency's major unit.
create table credit_transactions (
  environment_id integer not null,
  id uuid not null,
  customer_id bigint not null,
  type text not null check (type in ('granted', 'expired', 'applied', 'restored')),
  amount numeric(28, 8) not null check (amount <> 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  reason text not null,
  -- The invoice it was applied to, or given back from.
  invoice_id uuid,
  metadata json not null,
  created_at timestamptz(3) not null,
  check ((amount > 0) = (type in ('granted', 'restored'))),
  check ((invoice_id is not null) = (type in ('applied', 'restored'))),
  constraint credit_transactions_customer
    foreign key (environment_id, customer_id) references customers (environment_id, id),
  constraint credit_transactions_invoice
    foreign key (environment_id, invoice_id) references invoices (environment_id, id)
);
create index credit_transactions_by_age on credit_transactions (environment_id, created_at, id);
create index credit_transactions_by_customer
  on credit_transactions (environment_id, customer_id, created_at, id);
-- Credit is applied to an invoice once, and given back once.
create unique index credit_transactions_by_invoice
  on credit_transactions (environment_id, invoice_id, type) where invoice_id is not null;
alter table credit_transactions add primary key (environment_id, id);
