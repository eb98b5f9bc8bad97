-- expand
-- Bad debt: what is written off of invoices, why, and its entries in the ledger.
alter table invoices add column amount_written_off bigint not null default 0;
alter table invoices add column write_off_reason text not null default '';
alter table invoices add constraint invoices_written_off check (amount_written_off >= 0
  and amount_written_off <= amount_due - amount_paid - amount_credited - credit_applied_later
  and (amount_written_off = 0 or status in ('posted', 'overdue'))) not valid;
alter table ledger_postings drop constraint ledger_postings_accounts;
alter table ledger_postings add constraint ledger_postings_accounts check (
  account in ('receivable', 'revenue', 'tax_payable', 'customer_credit', 'credit_granted',
    'refunds_payable', 'bad_debt', 'cash_card', 'cash_bank_transfer', 'cash_cheque', 'cash_cash',
    'cash_other')) not valid;
alter table ledger_entries drop constraint ledger_entries_kinds;
alter table ledger_entries add constraint ledger_entries_kinds check (
  kind in ('invoice_finalized', 'invoice_voided', 'credit_granted', 'credit_expired',
    'credit_applied', 'credit_restored', 'payment_settled', 'payment_reversed', 'credit_note_issued',
    'credit_note_voided', 'refund_succeeded', 'refund_failed', 'refund_moved',
    'invoice_written_off', 'write_off_reversed')) not valid;
