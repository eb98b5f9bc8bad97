-- expand
-- Only recurring prices have a minimum.
alter table prices validate constraint prices_minimum;
