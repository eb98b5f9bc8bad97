-- expand
-- Older payments have one of the known methods.
alter table payments validate constraint payments_methods;
