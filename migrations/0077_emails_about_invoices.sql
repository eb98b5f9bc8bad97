-- expand
-- Older emails are about an invoice.
alter table emails validate constraint emails_about;
