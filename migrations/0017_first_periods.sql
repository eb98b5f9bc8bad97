-- expand
-- When the end of a trial is announced; null once it was.
alter table subscriptions add column notice_at timestamptz(3);
-- What the part before the first boundary of a subscription costs.
alter table subscriptions add column first_period text not null default 'prorate';
alter table subscriptions add constraint subscriptions_first_period
  check (first_period in ('prorate', 'full', 'free')) not valid;
