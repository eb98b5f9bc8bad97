-- expand
-- The numbers of heads are in their bounds in every row: they began at nought.

alter table environment_counters validate constraint environment_counters_chain_link;
