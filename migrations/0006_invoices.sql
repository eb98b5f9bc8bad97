-- expand
-- Invoices, their lines, and the sums that Home and receivables aging read.

-- What Home and receivables aging show, by day. Written in the transaction that writes the rows summed here
-- (decision 36).
create table day_sums (
  environment_id integer not null,
  kind text not null check (kind in ('invoices_created', 'invoices_billed', 'invoices_warned',
    'invoices_posted', 'invoices_overdue', 'payments_received', 'customers_owing')),
  -- -infinity for a sum that belongs to no day.
  day date not null,
  -- A currency, of created invoices a status, of invoices with warnings the code of one.
  key text not null,
  count bigint not null,
  -- In the currency's smallest unit.
  amount numeric(28, 8) not null,
  primary key (environment_id, kind, day, key),
  constraint day_sums_environment foreign key (environment_id) references environments (id)
) with (fillfactor = 50);

-- How many outstanding invoices a customer has in a currency.
create table owing_customers (
  environment_id integer not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  customer_id bigint not null,
  invoices bigint not null,
  primary key (environment_id, currency, customer_id),
  constraint owing_customers_environment foreign key (environment_id) references environments (id)
) with (fillfactor = 80);

-- Amounts are whole numbers of the currency's smallest unit.
create table invoices (
  environment_id integer not null,
  id uuid not null,
  customer_id bigint not null,
  status text not null check (status in ('draft', 'posted', 'paid', 'overdue', 'void')),
  number text not null check (number ~ '^INV-[0-9]+$'),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  due_date date not null,
  -- Whether the client set the due date; otherwise finalize computes it again.
  due_date_set boolean not null,
  notes text not null,
  metadata json not null,
  subtotal bigint not null check (subtotal >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total >= 0),
  amount_due bigint not null,
  amount_paid bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  finalized_at timestamptz(3),
  voided_at timestamptz(3),
  -- The instant at which the due date is over, while the invoice is open or overdue.
  overdue_at timestamptz(3),
  -- Frozen at finalize: the customer and the seller as they were, and how each amount was derived.
  snapshot json,
  derivation json,
  -- Customer credit that paid a part of the total at finalize; amount_due is the rest.
  credit_applied bigint not null default 0 check (credit_applied >= 0),
  -- The secret part of the address of its hosted page.
  hosted_token text check (hosted_token ~ '^[0-9A-Za-z]+$'),
  email_status text
    check (email_status in ('no_address', 'outbox', 'pending', 'sent', 'failed')),
  sent_at timestamptz(3),
  -- When the next reminder is due; null if none is.
  reminder_at timestamptz(3),
  reminders_sent smallint not null default 0 check (reminders_sent >= 0),
  -- The buyer's reference, such as a purchase order number; empty if there is none.
  reference text not null default '',
  discount bigint not null default 0,
  tax_included bigint not null default 0,
  discounts json,
  taxes json,
  -- Of finalized invoices: what was missing when they were finalized; null if nothing was.
  warnings json,
  -- The text that clients read, as written when the invoice was last saved; the version of the row it shows; and the
  -- version of the shape it has. A text of another version or shape is not read, and a sweep writes it again.
  shown text,
  shown_of timestamptz(3),
  shown_shape smallint,
  -- With which values the row is in day_sums and owing_customers.
  summed_status text,
  summed_remaining bigint,
  constraint invoices_number unique (environment_id, number),
  constraint invoices_total check (total = subtotal - discount + tax - tax_included),
  constraint invoices_due check (amount_due between 0 and total),
  constraint invoices_credit check (amount_due = total - credit_applied),
  constraint invoices_paid check (amount_paid between 0 and amount_due),
  constraint invoices_snapshot check ((finalized_at is null) = (snapshot is null)),
  constraint invoices_derivation check ((finalized_at is null) = (derivation is null)),
  constraint invoices_warnings check (warnings is null or finalized_at is not null),
  constraint invoices_hosted check (hosted_token is null or finalized_at is not null),
  constraint invoices_finalized_status
    check (status not in ('posted', 'paid', 'overdue') or finalized_at is not null),
  -- A void invoice may have been finalized or not.
  constraint invoices_draft_status check (status <> 'draft' or finalized_at is null),
  constraint invoices_void_status check ((status = 'void') = (voided_at is not null)),
  constraint invoices_open_overdue check (status <> 'posted' or overdue_at is not null),
  constraint invoices_never_overdue check (status not in ('draft', 'void') or overdue_at is null)
)
-- toast_tuple_target as in events: with its text a row is longer than 2 kB.
with (fillfactor = 75, toast_tuple_target = 4080);
create index invoices_by_age on invoices (environment_id, created_at, id);
create index invoices_by_status on invoices (environment_id, status, created_at, id);
-- For the sweep that marks invoices overdue.
create index invoices_falling_due on invoices (environment_id, overdue_at) where status = 'posted';
alter table invoices add primary key (environment_id, id);
-- Partial, so that the planner never prefers it for a search by ID.
create unique index invoices_by_hosted_token on invoices (environment_id, hosted_token)
  where hosted_token is not null;
-- For the sweep that sends reminders. Partial for the same reason.
create index invoices_to_remind_of on invoices (environment_id, reminder_at, id)
  where status in ('posted', 'overdue') and reminder_at is not null;
-- What is outstanding, in all and of one customer. The indexes contain every column of the sums, so that no row is read.
create index invoices_open on invoices (environment_id, due_date)
  include (currency, amount_due, amount_paid) where status in ('posted', 'overdue');
create index invoices_owed on invoices (environment_id, customer_id, due_date)
  include (currency, amount_due, amount_paid) where status in ('posted', 'overdue');
create index invoices_by_metadata
  on invoices using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
-- What was billed in a period, again with every column of the sum.
create index invoices_finalized on invoices (environment_id, finalized_at)
  include (status, currency, total) where finalized_at is not null;
-- Invoices whose text is missing, or shows another version of the row or another shape than this one.
create index invoices_without_text on invoices (environment_id, created_at, id)
  where shown is null or shown_of is distinct from updated_at or shown_shape is distinct from 1::smallint;
-- Invoices whose values are not in the sums: reads add them, and a sweep sums them. The condition is compared as a
-- number: the planner expects few rows to have a given number, and nearly all rows to be distinct from something.
create index invoices_unsummed on invoices (environment_id, created_at, id)
  where (status <> 'draft' and (summed_status is distinct from status
    or summed_remaining is distinct from amount_due - amount_paid))::int = 1;
create index invoices_by_currency
  on invoices (environment_id, currency, status, created_at, id);
create index invoices_by_due_day
  on invoices (environment_id, due_date, status, created_at, id);
-- Invoices by the warnings they were finalized with: their list, and counts of a part of a day.
create index invoices_with_warnings on invoices (environment_id, created_at, id)
  where warnings is not null;
create index invoices_finalized_with_warnings on invoices (environment_id, finalized_at)
  where warnings is not null;
create index invoices_of_customer
  on invoices (environment_id, customer_id, created_at, id) include (status);

create table invoice_lines (
  environment_id integer not null,
  invoice_id uuid not null,
  position smallint not null check (position between 1 and 250),
  description text not null check (description <> ''),
  -- Decimals without zeros at the end, which the checks below require.
  quantity numeric not null,
  -- In the currency's smallest unit.
  unit_price numeric,
  amount bigint not null check (amount between 0 and 9007199254740991),
  product_id uuid,
  id uuid,
  price_id uuid,
  -- The terms of a price without a unit price, such as tiers.
  pricing json,
  discount bigint not null default 0,
  tax bigint not null default 0,
  taxing json,
  discounts json,
  taxes json,
  primary key (environment_id, invoice_id, position),
  -- A percentage is of at most 1,000 amounts, each below 10^12, which are its quantity together.
  constraint invoice_lines_quantity
    check (quantity between 0 and 1e15 and scale(quantity) = min_scale(quantity)),
  constraint invoice_lines_unit_price
    check (unit_price between 0 and 1e12 and scale(unit_price) = min_scale(unit_price)),
  constraint invoice_lines_priced check ((unit_price is null) = (pricing is not null)),
  constraint invoice_lines_amount check (amount = round(quantity * unit_price))
);

-- The PDFs of finalized invoices as they were first delivered: another version of the program, or of its fonts, would
-- make other bytes.
create table invoice_documents (
  environment_id integer not null,
  invoice_id uuid not null,
  -- A void invoice has another document, which says so; the one that was delivered before stays.
  kind text not null check (kind in ('invoice', 'void')),
  sha256 text not null,
  standard text not null check (standard in ('PDF/A-3b', 'none')),
  -- The version of the program that made it.
  version text not null,
  -- Wall time.
  created_at timestamptz(3) not null,
  pdf bytea not null,
  primary key (environment_id, invoice_id, kind)
);
