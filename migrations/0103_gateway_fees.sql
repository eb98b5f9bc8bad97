-- expand
-- What gateways keep of payments, and its entries in the ledger.
alter table payments add column fee bigint;
alter table payments add constraint payments_fees check (
  fee is null or (fee >= 0 and method = 'gateway' and status in ('settled', 'reversed'))) not valid;
alter table ledger_postings drop constraint ledger_postings_accounts;
alter table ledger_postings add constraint ledger_postings_accounts check (
  account in ('receivable', 'revenue', 'tax_payable', 'customer_credit', 'credit_granted',
    'refunds_payable', 'bad_debt', 'unallocated_payments', 'cash_card', 'cash_bank_transfer',
    'cash_cheque', 'cash_cash', 'cash_other', 'cash_gateway', 'gateway_fees')) not valid;
alter table ledger_entries drop constraint ledger_entries_kinds;
alter table ledger_entries add constraint ledger_entries_kinds check (
  kind in ('invoice_finalized', 'invoice_voided', 'credit_granted', 'credit_expired',
    'credit_applied', 'credit_restored', 'payment_settled', 'payment_reversed', 'payment_allocated',
    'payment_deallocated', 'credit_note_issued', 'credit_note_voided', 'refund_succeeded',
    'refund_failed', 'refund_moved', 'invoice_written_off', 'write_off_reversed',
    'gateway_fee_charged')) not valid;
