-- expand
-- Who has access: API keys, members, second factors, links and sessions.

-- In this file, a secret text (a key, a code, a token) is never stored, only a keyed hash of it. secret_key_id names the
-- secret key of that hash, so that an operator sees what removing a key would invalidate; null is
-- installation.unmarked_key_id.

create table api_keys (
  id text primary key,
  environment_id integer not null,
  name text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  -- The IP address of that last use: it helps to find out who uses a key.
  last_used_address text,
  secret_key_id text,
  constraint api_keys_environment foreign key (environment_id) references environments (id)
);
create index api_keys_by_environment on api_keys (environment_id, created_at, id);

-- Who belongs to an account, under its live environment: people who joined, and people who are invited.
create table members (
  id uuid primary key,
  environment_id integer not null,
  email text not null,
  -- Null until the invitation is accepted.
  user_id uuid,
  name text not null,
  role text not null check (role in ('owner', 'admin', 'developer', 'accountant', 'viewer')),
  -- The only link that can be redeemed for this member.
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

create table second_factors (
  user_id uuid primary key,
  -- AES-256-GCM, since codes are computed from the secret itself.
  sealed_secret bytea not null,
  -- Null until one of its codes has been entered. Before that it has no effect.
  confirmed_at timestamptz(3),
  -- The latest time step whose code was accepted; codes of this step and of earlier ones are refused.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null,
  constraint second_factors_user foreign key (user_id) references users (id)
);

-- A used code is deleted.
create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  secret_key_id text,
  primary key (user_id, code_hash),
  constraint recovery_codes_user foreign key (user_id) references users (id)
);

-- Browsers in which a user has signed in: failed sign-ins elsewhere do not slow down these. Several people may use one
-- browser.
create table known_devices (
  user_id uuid not null,
  token_hash bytea not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  secret_key_id text,
  primary key (user_id, token_hash),
  constraint known_devices_user foreign key (user_id) references users (id)
);
create index known_devices_by_token on known_devices (token_hash);
create index known_devices_by_end on known_devices (expires_at);

-- A sign-in whose password was right and whose second factor is missing. It gives access to nothing.
create table sign_in_challenges (
  id uuid primary key,
  token_hash bytea not null,
  user_id uuid not null,
  tries smallint not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint sign_in_challenges_token unique (token_hash),
  constraint sign_in_challenges_user foreign key (user_id) references users (id)
);
create index sign_in_challenges_by_user on sign_in_challenges (user_id);
create index sign_in_challenges_by_end on sign_in_challenges (expires_at);

-- Invitations, and links to set a password or to claim an account. A redeemed link is deleted.
create table one_time_links (
  id uuid primary key,
  token_hash bytea not null,
  purpose text not null check (purpose in ('owner', 'invitation', 'password_reset')),
  -- The live environment of the account it gives access to; null if users reset their own password.
  environment_id integer,
  member_id uuid,
  user_id uuid,
  email text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- If it is to be emailed: the token is sealed until the email is sent, then removed.
  sealed_token bytea,
  mail_language text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz(3),
  lease_token uuid,
  lease_until timestamptz(3),
  -- When the mail server accepted the email, and why it did not at the last attempt.
  mailed_at timestamptz(3),
  last_error text,
  secret_key_id text,
  constraint one_time_links_token unique (token_hash),
  constraint one_time_links_environment foreign key (environment_id) references environments (id),
  constraint one_time_links_user foreign key (user_id) references users (id)
);
create index one_time_links_by_end on one_time_links (expires_at);
create index one_time_links_due on one_time_links (next_attempt_at) where next_attempt_at is not null;

-- Where users are signed in. An ended session is deleted.
create table sessions (
  id uuid primary key,
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  address text not null,
  user_agent text not null,
  secret_key_id text,
  -- When the person last entered their password in this session.
  confirmed_at timestamptz(3) not null,
  constraint sessions_token unique (token_hash),
  constraint sessions_user foreign key (user_id) references users (id)
);
create index sessions_by_user on sessions (user_id, created_at);
create index sessions_by_end on sessions (expires_at);
