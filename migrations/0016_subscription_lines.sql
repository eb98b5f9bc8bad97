-- expand
-- Older lines have no period.
alter table invoice_lines validate constraint invoice_lines_period;
