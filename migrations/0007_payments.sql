-- expand
-- Payments, credit, and the ledger that records every movement of money.

-- Amounts are whole numbers of the currency's smallest unit.
create table payments (
  environment_id integer not null,
  id uuid not null,
  invoice_id uuid not null,
  -- The customer of the invoice, for lists.
  customer_id bigint not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  method text not null check (method in ('card', 'bank_transfer', 'cheque', 'cash', 'other')),
  status text not null check (status in ('settled', 'reversed')),
  -- The day the money arrived, as the client gave it.
  received_on date not null,
  reference text not null,
  note text not null,
  metadata json not null,
  reversal_reason text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  reversed_at timestamptz(3),
  -- The status with which the row is in day_sums.
  summed_status text,
  constraint payments_reversal check ((status = 'reversed') = (reversed_at is not null))
);
create index payments_by_age on payments (environment_id, created_at, id);
create index payments_by_invoice on payments (environment_id, invoice_id, created_at, id);
create index payments_by_customer on payments (environment_id, customer_id, created_at, id);
create index payments_by_method on payments (environment_id, method, created_at, id);
create index payments_by_day on payments (environment_id, received_on);
alter table payments add primary key (environment_id, id);
-- What was received in a period, with every column of the sum.
create index payments_received on payments (environment_id, received_on)
  include (currency, amount) where status = 'settled';
create index payments_by_metadata
  on payments using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';
create index payments_reversed
  on payments (environment_id, created_at, id) where status = 'reversed';
-- As invoices_unsummed.
create index payments_unsummed on payments (environment_id, created_at, id)
  where (summed_status is distinct from status)::int = 1;

-- The sum of these is a customer's balance. Amounts are in the currency's major unit.
create table credit_transactions (
  environment_id integer not null,
  id uuid not null,
  customer_id bigint not null,
  type text not null check (type in ('granted', 'expired', 'applied', 'restored')),
  amount numeric(28, 8) not null check (amount <> 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  reason text not null,
  -- The invoice it was applied to or restored from.
  invoice_id uuid,
  metadata json not null,
  created_at timestamptz(3) not null,
  constraint credit_transactions_sign check ((amount > 0) = (type in ('granted', 'restored'))),
  constraint credit_transactions_of_invoice
    check ((invoice_id is not null) = (type in ('applied', 'restored')))
);
create index credit_transactions_by_age on credit_transactions (environment_id, created_at, id);
create index credit_transactions_by_customer
  on credit_transactions (environment_id, customer_id, created_at, id);
-- Credit is applied to an invoice once, and restored once.
create unique index credit_transactions_by_invoice
  on credit_transactions (environment_id, invoice_id, type) where invoice_id is not null;
alter table credit_transactions add primary key (environment_id, id);

-- Every movement of money is one entry whose postings add up to zero. It is written in the transaction of its cause and
-- never changed.
create table ledger_entries (
  environment_id integer not null,
  id uuid not null,
  kind text not null check (kind in ('invoice_finalized', 'invoice_voided', 'credit_granted',
    'credit_expired', 'credit_applied', 'credit_restored', 'payment_settled', 'payment_reversed')),
  -- The cause: an invoice, a payment or a credit transaction, depending on the kind.
  object_id uuid not null,
  customer_id bigint not null,
  invoice_id uuid,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- Business time.
  created_at timestamptz(3) not null,
  -- The day it was booked on, in the environment's time zone. It is stored, so that a later change of the time zone
  -- moves no entry.
  day date not null,
  -- The day it counts on: for a settled payment the day the money arrived, for every other entry the day it was booked.
  value_date date not null,
  constraint ledger_entries_value_date check (value_date <= day),
  -- A cause is posted once.
  constraint ledger_entries_cause unique (environment_id, object_id, kind)
);
create index ledger_entries_by_age on ledger_entries (environment_id, created_at, id);
create index ledger_entries_by_customer
  on ledger_entries (environment_id, customer_id, created_at, id);
create index ledger_entries_by_invoice
  on ledger_entries (environment_id, invoice_id, created_at, id) where invoice_id is not null;
alter table ledger_entries add primary key (environment_id, id);
-- Most entries are of finalized invoices. The index by age finds those quickly, so finalize does not pay for this one.
create index ledger_entries_by_kind on ledger_entries (environment_id, kind, created_at, id)
  where kind <> 'invoice_finalized';
-- Entries booked after the day they count on. Reads by value date add them to the entries booked by that day.
create index ledger_entries_late on ledger_entries (environment_id, created_at, id, value_date)
  where value_date <> day;

-- Amounts are in the currency's major unit. Debits are positive, credits are negative.
create table ledger_postings (
  environment_id integer not null,
  entry_id uuid not null,
  account text not null check (account in ('receivable', 'revenue', 'tax_payable',
    'customer_credit', 'credit_granted', 'cash_card', 'cash_bank_transfer', 'cash_cheque',
    'cash_cash', 'cash_other')),
  amount numeric(28, 8) not null check (amount <> 0),
  -- A division of the account, such as a tax rate; empty if it has none.
  dimension text collate "C" not null default '',
  primary key (environment_id, entry_id, account, dimension)
);

-- The debits and credits of each account and dimension on each day of UTC: a balance at any time is computed without reading the
-- postings. Written only by transactions that hold the environment's counter row.
create table ledger_days (
  environment_id integer not null,
  day date not null,
  account text not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  debit numeric(28, 8) not null check (debit >= 0),
  credit numeric(28, 8) not null check (credit >= 0),
  -- As in ledger_postings.
  dimension text collate "C" not null default '',
  primary key (environment_id, day, account, currency, dimension),
  constraint ledger_days_environment foreign key (environment_id) references environments (id)
) with (fillfactor = 50);

-- What each ledger entry says about each tax, also at 0 %, which is posted to no account, and about untaxed lines by
-- reason. An entry that reverses another has the same rows with the opposite sign. Entries of documents that nothing
-- could tax have no rows.
create table invoice_taxes (
  environment_id integer not null,
  entry_id uuid not null,
  rate text collate "C" not null,
  inclusive boolean not null,
  invoice_id uuid not null,
  day date not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  taxable bigint not null,
  amount bigint not null,
  -- The part of taxable that no other row of the entry counts; the sum over the entry is its revenue.
  revenue bigint not null,
  category text not null,
  name text not null,
  percentage text not null,
  country text not null,
  region text,
  reason text not null
);
create index invoice_taxes_by_day on invoice_taxes (environment_id, day);
alter table invoice_taxes add primary key (environment_id, entry_id, rate, inclusive, reason);
