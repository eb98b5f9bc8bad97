-- expand
-- Time of the current period that is billed when it ends, once it is not that of the items as they are.
alter table subscriptions add column unbilled json;
