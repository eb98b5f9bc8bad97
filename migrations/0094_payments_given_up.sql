-- expand
-- When an attempt that the customer has to complete is given up. Older ones are given up 23 hours after they began.
alter table payments add column expires_at timestamptz(3);
