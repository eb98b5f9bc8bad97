-- expand
-- What the part before the first boundary of a subscription costs.
alter table subscriptions add column first_period text not null default 'prorate'
  check (first_period in ('prorate', 'full', 'free'));
