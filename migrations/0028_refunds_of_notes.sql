-- expand
alter table credit_notes validate constraint credit_notes_refunding;
