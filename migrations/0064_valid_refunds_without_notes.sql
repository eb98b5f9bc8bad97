-- expand
-- Older refunds all have a note.
alter table refunds validate constraint refunds_origins;
