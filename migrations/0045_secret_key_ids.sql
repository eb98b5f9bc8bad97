-- expand
-- Under which secret key each keyed hash was made, so that it is known what a key that goes takes along.

-- What carries no id of a key was made under this one: it is what processes know that know one key alone.
alter table installation add column unmarked_key_id text;
-- The keys that have been current here: what names another one was never ours.
alter table installation add column key_ids text[] not null default '{}';

alter table api_keys add column secret_key_id text;
alter table sessions add column secret_key_id text;
alter table one_time_links add column secret_key_id text;
alter table known_devices add column secret_key_id text;
alter table recovery_codes add column secret_key_id text;
