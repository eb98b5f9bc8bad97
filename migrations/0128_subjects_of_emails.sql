-- expand
-- Older emails are about an invoice or a new price.
alter table emails validate constraint emails_subjects;
