-- expand
-- Older credit notes were never emailed.
alter table credit_notes validate constraint credit_notes_email_statuses;
