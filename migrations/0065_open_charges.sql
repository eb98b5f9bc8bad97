-- expand
-- The lines of the current period that were not returned, once a change has divided the period.
alter table subscriptions add column open_charges json;
