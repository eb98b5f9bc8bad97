-- Invoices and their lines. Amounts are whole units of the currency's smallest unit.
create table invoices (
  environment_id integer not null,
  id uuid not null,
  customer_id bigint not null,
  status text not null check (status in ('draft', 'posted', 'paid', 'overdue', 'void')),
  number text not null check (number ~ '^INV-[0-9]+$'),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  due_date date not null,
  -- Whether the client named the due date; if not, it is counted anew at finalize.
  due_date_set boolean not null,
  notes text not null,
  metadata json not null,
  subtotal bigint not null check (subtotal >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total >= 0),
  amount_due bigint not null check (amount_due between 0 and total),
  amount_paid bigint not null check (amount_paid between 0 and amount_due),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  finalized_at timestamptz(3),
  voided_at timestamptz(3),
  -- The instant at which the due date has ended, while the invoice waits for payment.
  overdue_at timestamptz(3),
  -- Frozen at finalize: the customer and seller as they were, and how each amount came about.
  snapshot json,
  derivation json,
  constraint invoices_number unique (environment_id, number),
  constraint invoices_customer
    foreign key (environment_id, customer_id) references customers (environment_id, id),
  check (total = subtotal + tax),
  check ((finalized_at is null) = (snapshot is null)),
  check ((finalized_at is null) = (derivation is null)),
  check (status not in ('posted', 'paid', 'overdue') or finalized_at is not null),
  check (status <> 'draft' or finalized_at is null),
  check ((status = 'void') = (voided_at is not null)),
  check (status <> 'posted' or overdue_at is not null),
  check (status not in ('draft', 'void') or overdue_at is null)
);
create index invoices_by_age on invoices (environment_id, created_at, id);
create index invoices_by_customer on invoices (environment_id, customer_id, created_at, id);
create index invoices_by_status on invoices (environment_id, status, created_at, id);
create index invoices_by_due_date on invoices (environment_id, due_date);
-- The sweep that marks invoices overdue finds its work here.
create index invoices_falling_due on invoices (environment_id, overdue_at) where status = 'posted';
-- Last, as for every table with several indexes (0002).
alter table invoices add primary key (environment_id, id);

create table invoice_lines (
  environment_id integer not null,
  invoice_id uuid not null,
  position smallint not null check (position between 1 and 250),
  description text not null check (description <> ''),
  quantity bigint not null check (quantity between 1 and 1000000000),
  unit_amount bigint not null check (unit_amount between 0 and 999999999999),
  amount bigint not null check (amount >= 0),
  product_id uuid,
  primary key (environment_id, invoice_id, position),
  constraint invoice_lines_invoice
    foreign key (environment_id, invoice_id) references invoices (environment_id, id),
  constraint invoice_lines_product
    foreign key (environment_id, product_id) references products (environment_id, id),
  check (amount = quantity * unit_amount)
);
