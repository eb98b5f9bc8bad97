-- expand
-- Credit notes, what they take off their invoices, and the credit that they give.

create table credit_notes (
  environment_id integer not null,
  id uuid not null,
  number text not null check (number ~ '^CN-[0-9]+$'),
  status text not null check (status in ('issued', 'void')),
  invoice_id uuid not null,
  customer_id bigint not null,
  subscription_id uuid,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  reason text not null,
  -- The credited lines, as clients see them.
  lines json not null,
  -- Amounts are whole numbers of the currency's smallest unit.
  subtotal bigint not null check (subtotal >= 0),
  tax bigint not null check (tax >= 0),
  tax_included bigint not null check (tax_included >= 0),
  taxes json,
  total bigint not null check (total > 0),
  -- The part that reduced what was to be paid, the part that became the customer's credit, and the part that was returned
  -- to the customer without this program.
  to_open bigint not null check (to_open >= 0),
  to_balance bigint not null check (to_balance >= 0),
  outside bigint not null check (outside >= 0),
  outside_reference text not null,
  note text not null,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  voided_at timestamptz(3),
  -- What it credits of each line of its invoice, in their order.
  credits json not null,
  primary key (environment_id, id),
  constraint credit_notes_environment foreign key (environment_id) references environments (id),
  constraint credit_notes_number unique (environment_id, number),
  constraint credit_notes_total check (total = subtotal + tax - tax_included),
  constraint credit_notes_parts check (total = to_open + to_balance + outside),
  constraint credit_notes_voided check ((status = 'void') = (voided_at is not null))
);
create index credit_notes_by_age on credit_notes (environment_id, created_at, id);
create index credit_notes_of_invoice on credit_notes (environment_id, invoice_id, created_at, id);
create index credit_notes_of_customer on credit_notes (environment_id, customer_id, created_at, id);
create index credit_notes_by_metadata on credit_notes
  using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';

alter table environment_counters add column credit_notes_count bigint not null default 0;
alter table environment_counters add column credit_note_number bigint not null default 0;

-- The part of the amount due that credit notes took off.
alter table invoices add column amount_credited bigint not null default 0;
-- The money that its credit notes returned to the customer.
alter table invoices add column amount_returned bigint not null default 0;
-- What was credited of each line, in their order; null for nothing.
alter table invoices add column credited json;
alter table invoices add constraint invoices_credited check (
  amount_credited >= 0 and amount_paid + amount_credited <= amount_due) not valid;

alter table credit_transactions add column credit_note_id uuid;
alter table credit_transactions drop constraint credit_transactions_type_check;
alter table credit_transactions drop constraint credit_transactions_sign;
alter table credit_transactions add constraint credit_transactions_types check (
  type in ('granted', 'expired', 'applied', 'restored', 'credited', 'credit_note_voided')) not valid;
alter table credit_transactions add constraint credit_transactions_signs check (
  (amount > 0) = (type in ('granted', 'restored', 'credited'))
  and (credit_note_id is not null) = (type in ('credited', 'credit_note_voided'))) not valid;

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kinds check (
  kind in ('invoice_finalized', 'invoice_voided', 'credit_granted', 'credit_expired', 'credit_applied',
    'credit_restored', 'payment_settled', 'payment_reversed', 'credit_note_issued',
    'credit_note_voided')) not valid;
