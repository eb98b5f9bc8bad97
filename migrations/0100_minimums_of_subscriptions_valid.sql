-- expand
-- No subscription has a minimum yet.
alter table subscriptions validate constraint subscriptions_minimum;
