-- expand
-- Refunds: money of payments that goes back to customers because of credit notes.

create table refunds (
  environment_id integer not null,
  id uuid not null,
  credit_note_id uuid not null,
  payment_id uuid not null,
  -- The invoice and customer of both.
  invoice_id uuid not null,
  customer_id bigint not null,
  -- In the currency's smallest unit.
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- That of the payment: the money leaves where it arrived.
  method text not null,
  status text not null,
  paid_on date,
  reference text not null,
  failure_reason text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  canceled_at timestamptz(3),
  moved_to_balance_at timestamptz(3),
  primary key (environment_id, id),
  constraint refunds_environment foreign key (environment_id) references environments (id),
  constraint refunds_methods check (method in ('card', 'bank_transfer', 'cheque', 'cash', 'other')),
  constraint refunds_statuses check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  constraint refunds_failed check ((status = 'failed') = (failed_at is not null)),
  constraint refunds_canceled check ((status = 'canceled') = (canceled_at is not null)),
  -- A refund that succeeded can still fail, when the bank returns the money.
  constraint refunds_succeeded check (
    case status when 'succeeded' then succeeded_at is not null
      when 'failed' then true else succeeded_at is null end),
  constraint refunds_paid_on check ((succeeded_at is not null) = (paid_on is not null)),
  constraint refunds_moved check (moved_to_balance_at is null or status in ('failed', 'canceled'))
);
create index refunds_by_age on refunds (environment_id, created_at, id);
create index refunds_of_credit_note on refunds (environment_id, credit_note_id, created_at, id);
create index refunds_of_payment on refunds (environment_id, payment_id, created_at, id);
create index refunds_of_invoice on refunds (environment_id, invoice_id, created_at, id);
create index refunds_of_customer on refunds (environment_id, customer_id, created_at, id);
-- Few are neither paid nor over: what is still to be done.
create index refunds_pending on refunds (environment_id, created_at, id) where status = 'pending';

alter table environment_counters add column refunds_count bigint not null default 0;

-- The sum of its refunds that are pending or succeeded.
alter table payments add column refunded bigint not null default 0;
alter table payments add constraint payments_refunded check (refunded between 0 and amount) not valid;

-- The part that is refunded, and what of it is under way, was paid, or was moved to the balance.
alter table credit_notes add column refund bigint not null default 0;
alter table credit_notes add column refunding bigint not null default 0;
alter table credit_notes drop constraint credit_notes_parts;
alter table credit_notes add constraint credit_notes_parts check (
  refund >= 0 and total = to_open + to_balance + refund + outside) not valid;
alter table credit_notes add constraint credit_notes_refunding check (
  refunding between 0 and refund and (status <> 'void' or refunding = 0)) not valid;

alter table ledger_postings drop constraint ledger_postings_account_check;
alter table ledger_postings add constraint ledger_postings_accounts check (
  account in ('receivable', 'revenue', 'tax_payable', 'customer_credit', 'credit_granted',
    'refunds_payable', 'cash_card', 'cash_bank_transfer', 'cash_cheque', 'cash_cash',
    'cash_other')) not valid;

alter table ledger_entries drop constraint ledger_entries_kinds;
alter table ledger_entries add constraint ledger_entries_kinds check (
  kind in ('invoice_finalized', 'invoice_voided', 'credit_granted', 'credit_expired', 'credit_applied',
    'credit_restored', 'payment_settled', 'payment_reversed', 'credit_note_issued',
    'credit_note_voided', 'refund_succeeded', 'refund_failed', 'refund_moved')) not valid;
