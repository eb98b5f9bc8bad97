-- expand
-- Unit amounts of lines are in their new bounds in every row: they were in narrower ones.
alter table invoice_lines validate constraint invoice_lines_unit_amount;
