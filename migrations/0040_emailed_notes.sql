-- expand
-- Emails about credit notes, and what became of them.
alter table credit_notes add column email_status text;
alter table credit_notes add column sent_at timestamptz(3);
alter table credit_notes add constraint credit_notes_email_statuses check (
  email_status in ('no_address', 'outbox', 'pending', 'sent', 'failed')) not valid;

-- The note that the email is about; its invoice is in invoice_id.
alter table emails add column credit_note_id uuid;
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kinds check (
  kind in ('invoice', 'reminder', 'receipt', 'credit_note')) not valid;
alter table emails add constraint emails_note check (
  (kind = 'credit_note') = (credit_note_id is not null)) not valid;
