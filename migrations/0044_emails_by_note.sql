-- expand
-- For the emails of a credit note.
create index concurrently if not exists emails_by_note
  on emails (environment_id, credit_note_id, created_at, id) where credit_note_id is not null;
