-- expand
-- Older emails are about no credit note.
alter table emails validate constraint emails_note;
