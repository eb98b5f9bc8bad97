-- expand
-- Emails about cards that expire, which are about no invoice, and when they are due.
alter table payment_methods add column notice_at timestamptz(3);
alter table emails add constraint emails_kinds check (kind in ('invoice', 'reminder', 'receipt', 'credit_note',
  'price_change', 'payment_failed', 'payment_failed_again', 'action_required', 'collection_ended', 'card_expiring')) not valid;
alter table emails drop constraint emails_known_kinds;
alter table emails add constraint emails_subjects check (
  (kind in ('price_change', 'card_expiring')) = (invoice_id is null)
  and (kind = 'price_change') = (subscription_id is not null)) not valid;
alter table emails drop constraint emails_about;
