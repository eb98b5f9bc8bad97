-- expand
-- PostgreSQL compresses rows of more than 2 kB, which takes longer than writing them as they are: with taxes and discounts that
-- is every event of an invoice. Up to 4 kB they stay whole.
alter table events set (toast_tuple_target = 4080);
