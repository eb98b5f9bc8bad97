-- expand
-- A chain over events and audit entries: what each was when it was written, link by link.

alter table events
  -- The link that it is in; null where no process that links has seen it yet.
  add column link bigint,
  -- Of the salt and of what may tell of a person. An erasure takes the salt, and the digest stays.
  add column digest bytea,
  add column salt bytea;
alter table audit_log
  add column link bigint,
  add column digest bytea,
  add column salt bytea;

create table chain_links (
  environment_id integer not null,
  link bigint not null check (link between 1 and 9000000000000000),
  kind text not null,
  hash bytea not null,
  -- By the clock on the wall.
  made_at timestamptz(3) not null,
  primary key (environment_id, link)
);

-- The digests of what erasures have left of events, each in the link of its erasure.
create table chain_rewrites (
  environment_id integer not null,
  sequence bigint not null,
  link bigint not null,
  digest bytea not null,
  primary key (environment_id, sequence, link)
);

-- The head of the chain, signed with a key that is not in the database.
alter table environment_counters
  add column chain_link bigint not null default 0,
  add column chain_hash bytea,
  add column chain_key text,
  add column chain_signature bytea;
-- Numbers that can be counted on from.
alter table environment_counters add constraint environment_counters_chain_link
  check (chain_link between 0 and 9000000000000000) not valid;
