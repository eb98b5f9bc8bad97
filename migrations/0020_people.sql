-- People: who they are, which accounts they belong to, where they are signed in, and what was done.

create table users (
  id uuid primary key,
  -- In lower case: an address is one person, however it is typed.
  email text not null,
  name text not null,
  -- argon2id in the PHC form, salt and costs included.
  password text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint users_email unique (email)
);

-- Who belongs to an account, under its live environment: people who joined, and who was invited.
create table members (
  id uuid primary key,
  environment_id integer not null,
  email text not null,
  -- Null until the invitation is accepted.
  user_id uuid,
  name text not null,
  role text not null check (role in ('owner', 'admin', 'developer', 'accountant', 'viewer')),
  -- The one link that may be redeemed for this member.
  link_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  removed_at timestamptz(3),
  constraint members_environment foreign key (environment_id) references environments (id),
  constraint members_user foreign key (user_id) references users (id)
);
create unique index members_email on members (environment_id, email) where removed_at is null;
create index members_by_environment on members (environment_id, created_at, id);
create index members_by_user on members (user_id) where removed_at is null;

-- A cookie's text is never stored, only a keyed hash of it. What has ended is deleted.
create table sessions (
  id uuid primary key,
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  address text not null,
  user_agent text not null,
  constraint sessions_token unique (token_hash),
  constraint sessions_user foreign key (user_id) references users (id)
);
create index sessions_by_user on sessions (user_id, created_at);
create index sessions_by_end on sessions (expires_at);

-- Links that let somebody in once. What was redeemed is deleted.
create table one_time_links (
  id uuid primary key,
  token_hash bytea not null,
  purpose text not null check (purpose in ('owner', 'invitation', 'password_reset')),
  -- The live environment of the account it lets into; null for a person's own reset.
  environment_id integer,
  member_id uuid,
  user_id uuid,
  email text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Where it is to be mailed; the token is sealed until it has left, then forgotten.
  sealed_token bytea,
  mail_language text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz(3),
  lease_token uuid,
  lease_until timestamptz(3),
  constraint one_time_links_token unique (token_hash),
  constraint one_time_links_environment foreign key (environment_id) references environments (id),
  constraint one_time_links_user foreign key (user_id) references users (id)
);
create index one_time_links_by_end on one_time_links (expires_at);
create index one_time_links_due on one_time_links (next_attempt_at) where next_attempt_at is not null;

-- One row for each accepted write, in its transaction: by whom, when by the wall, from where.
create table audit_log (
  environment_id integer not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  actor text not null,
  actor_label text not null,
  address text not null,
  request_id text,
  action text not null,
  object_id text,
  constraint audit_log_environment foreign key (environment_id) references environments (id)
);
create index audit_log_by_time on audit_log (environment_id, created_at, id);
create index audit_log_by_actor on audit_log (environment_id, actor, created_at, id);
create index audit_log_by_object on audit_log (environment_id, object_id, created_at, id)
  where object_id is not null;
alter table audit_log add primary key (environment_id, id);
