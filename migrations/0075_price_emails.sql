-- expand
-- Emails about a new price of a subscription, which are about no invoice.
alter table emails add column subscription_id uuid;
alter table emails alter column invoice_id drop not null;
alter table emails drop constraint emails_kinds;
alter table emails add constraint emails_known_kinds check (
  kind in ('invoice', 'reminder', 'receipt', 'credit_note', 'price_change')) not valid;
alter table emails add constraint emails_about check (
  (kind = 'price_change') = (invoice_id is null)
  and (kind = 'price_change') = (subscription_id is not null)) not valid;
