-- expand
-- What a customer is called in the caller's own system: at most one customer of an environment is called so.

alter table customers add column external_id text collate "C";
