-- expand
-- Older refunds have one of the known methods.
alter table refunds validate constraint refunds_methods;
