-- expand
-- Emails about the retries of a failed payment and their end.
alter table emails add constraint emails_known_kinds check (kind in ('invoice', 'reminder', 'receipt', 'credit_note',
  'price_change', 'payment_failed', 'payment_failed_again', 'action_required', 'collection_ended')) not valid;
alter table emails drop constraint emails_kinds;
