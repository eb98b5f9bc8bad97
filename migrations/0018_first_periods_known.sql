-- expand
-- Every subscription has one of the known first periods.
alter table subscriptions validate constraint subscriptions_first_period;
