-- expand
-- Payments that are not for exactly one invoice: what they pay, how that came about, and what waits to be allocated.
alter table payments alter column invoice_id drop not null;
alter table payments add column unallocated bigint not null default 0;
alter table payments add column allocations json;
alter table payments add column moves json;
alter table payments add column allocated_to text[];
alter table payments add constraint payments_allocated check (
  unallocated between 0 and amount - to_balance
  and (allocations is null) = (moves is null) and (allocations is null) = (allocated_to is null)
  and (allocations is not null or (invoice_id is not null and unallocated = 0))) not valid;
alter table ledger_postings drop constraint ledger_postings_accounts;
alter table ledger_postings add constraint ledger_postings_accounts check (
  account in ('receivable', 'revenue', 'tax_payable', 'customer_credit', 'credit_granted',
    'refunds_payable', 'bad_debt', 'unallocated_payments', 'cash_card', 'cash_bank_transfer',
    'cash_cheque', 'cash_cash', 'cash_other')) not valid;
alter table ledger_entries drop constraint ledger_entries_kinds;
alter table ledger_entries add constraint ledger_entries_kinds check (
  kind in ('invoice_finalized', 'invoice_voided', 'credit_granted', 'credit_expired',
    'credit_applied', 'credit_restored', 'payment_settled', 'payment_reversed', 'payment_allocated',
    'payment_deallocated', 'credit_note_issued', 'credit_note_voided', 'refund_succeeded',
    'refund_failed', 'refund_moved', 'invoice_written_off', 'write_off_reversed')) not valid;
