-- expand
-- Payouts: money of gateways that arrived on the bank account, and its entries, which have no customer.
create table payouts (
  environment_id integer not null,
  id uuid not null,
  -- In the currency's smallest unit.
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  status text not null,
  arrived_on date not null,
  reference text not null,
  reversal_reason text not null,
  reversed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint payouts_environment foreign key (environment_id) references environments (id),
  constraint payouts_statuses check (status in ('paid', 'reversed')),
  constraint payouts_reversed check ((status = 'reversed') = (reversed_at is not null)),
  constraint payouts_reasons check (reversal_reason = '' or status = 'reversed')
);
create index payouts_by_age on payouts (environment_id, created_at, id);
create index payouts_by_reference on payouts (environment_id, reference) where reference <> '';
alter table environment_counters add column payouts_count bigint not null default 0;
alter table ledger_entries alter column customer_id drop not null;
alter table ledger_entries drop constraint ledger_entries_kinds;
alter table ledger_entries add constraint ledger_entries_kinds check (
  kind in ('invoice_finalized', 'invoice_voided', 'credit_granted', 'credit_expired',
    'credit_applied', 'credit_restored', 'payment_settled', 'payment_reversed', 'payment_allocated',
    'payment_deallocated', 'credit_note_issued', 'credit_note_voided', 'refund_succeeded',
    'refund_failed', 'refund_moved', 'invoice_written_off', 'write_off_reversed',
    'gateway_fee_charged', 'payout_arrived', 'payout_reversed')) not valid;
alter table ledger_entries add constraint ledger_entries_customers check (
  (customer_id is null) = (kind in ('payout_arrived', 'payout_reversed'))) not valid;
