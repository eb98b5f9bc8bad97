-- expand
-- What clients see of an invoice, as it was written when the invoice was last saved, and which version of the row it
-- is of. An older process writes a row without: then the text is of an earlier version of it, and nobody reads it.
alter table invoices add column shown text, add column shown_of timestamptz(3), add column shown_shape smallint;
-- With its text a row would be compressed from 2 kB on, which takes longer than writing it as it is.
alter table invoices set (toast_tuple_target = 4080);
-- As of when an erasure has taken the texts of its customer's invoices; an older process does not know of them.
alter table customer_erasures add column texts_erased_at timestamptz(3);
