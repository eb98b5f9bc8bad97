-- expand
-- Older notes refund nothing.
alter table credit_notes validate constraint credit_notes_refunding;
