-- expand
-- When the automatic payment of an invoice first failed, and the email about it.
alter table invoices add column payment_failed_at timestamptz(3);
alter table emails add constraint emails_kinds check (
  kind in ('invoice', 'reminder', 'receipt', 'credit_note', 'price_change', 'payment_failed')) not valid;
alter table emails drop constraint emails_known_kinds;
