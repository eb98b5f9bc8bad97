-- expand
-- Minimums of prices, and what is billed of them in the open periods of subscriptions.
alter table prices add column minimum_amount bigint;
alter table prices add constraint prices_minimum check (
  minimum_amount is null or (minimum_amount >= 0 and interval is not null)) not valid;
alter table subscriptions add column minimums json;
