-- expand
-- A change can apply from an instant of the current period on, but not from before the last one.
alter table subscriptions add column changed_at timestamptz(3);
