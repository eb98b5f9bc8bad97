-- expand
-- Older rows are payments.
alter table simulated_payments validate constraint simulated_payments_setups;
