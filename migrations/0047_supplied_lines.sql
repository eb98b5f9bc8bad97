-- expand
-- Older lines have no date of supply.
alter table invoice_lines validate constraint invoice_lines_supplied;
