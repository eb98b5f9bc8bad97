-- expand
-- The simulated gateway saves methods without a payment too: for a customer, without an amount.
alter table simulated_payments add column customer_id bigint;
alter table simulated_payments alter column amount drop not null;
alter table simulated_payments alter column currency drop not null;
alter table simulated_payments add constraint simulated_payments_setups check (
  (amount is null) = (customer_id is not null) and (amount is null) = (currency is null)) not valid;
