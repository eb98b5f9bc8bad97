-- expand
-- Disputes: payments that customers contest with their bank, as gateways report them, and what they withdraw.
create table disputes (
  environment_id integer not null,
  id uuid not null,
  payment_id uuid not null,
  invoice_id uuid,
  customer_id bigint not null,
  -- In the currency's smallest unit.
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  reason text not null,
  status text not null,
  evidence_due_by timestamptz(3),
  amount_withdrawn bigint not null check (amount_withdrawn between 0 and amount),
  withdrawn_at timestamptz(3),
  returned_at timestamptz(3),
  closed_at timestamptz(3),
  gateway_id uuid,
  gateway_ref text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint disputes_payment foreign key (environment_id, payment_id) references payments (environment_id, id),
  constraint disputes_statuses check (status in ('needs_response', 'under_review', 'won', 'lost')),
  constraint disputes_closed check ((status in ('won', 'lost')) = (closed_at is not null)),
  constraint disputes_withdrawn check (amount_withdrawn = 0 or withdrawn_at is not null),
  constraint disputes_returned check (returned_at is null or (status = 'won' and withdrawn_at is not null))
);
create index disputes_by_age on disputes (environment_id, created_at, id);
create index disputes_by_customer on disputes (environment_id, customer_id, created_at, id);
create index disputes_by_invoice on disputes (environment_id, invoice_id) where invoice_id is not null;
create unique index disputes_of_payment on disputes (environment_id, payment_id, gateway_ref);
create index disputes_to_answer on disputes (environment_id, evidence_due_by) where status = 'needs_response';
alter table environment_counters add column disputes_count bigint not null default 0;
-- The part that disputes withdrew, and when the gateway is asked about them.
alter table payments add column amount_reversed bigint not null default 0, add column disputes_at timestamptz(3);
-- The number of open disputes that withdrew money of the invoice.
alter table invoices add column disputes smallint not null default 0;
alter table ledger_entries add constraint ledger_entries_known_kinds check (
  kind in ('invoice_finalized', 'invoice_voided', 'credit_granted', 'credit_expired',
    'credit_applied', 'credit_restored', 'payment_settled', 'payment_reversed', 'payment_allocated',
    'payment_deallocated', 'credit_note_issued', 'credit_note_voided', 'refund_succeeded',
    'refund_failed', 'refund_moved', 'invoice_written_off', 'write_off_reversed',
    'gateway_fee_charged', 'payout_arrived', 'payout_reversed', 'dispute_withdrawn',
    'dispute_returned')) not valid;
alter table ledger_entries drop constraint ledger_entries_kinds;
-- When a payment of the simulated gateway is disputed, and how that ended.
alter table simulated_payments add column disputed_at timestamptz(3), add column dispute_status text;
