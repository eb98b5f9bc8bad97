-- expand
-- The second factor of people, codes for recovery, sign-ins that wait for it, and who requires it.

create table second_factors (
  user_id uuid primary key,
  -- AES-256-GCM: the authenticator app has the same secret.
  sealed_secret bytea not null,
  -- Null until a code of it has been entered; it counts for nothing before.
  confirmed_at timestamptz(3),
  -- The latest step in time whose code was accepted; neither it nor one before passes again.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null,
  constraint second_factors_user foreign key (user_id) references users (id)
);

-- Only a keyed hash of each is stored. What was used is deleted.
create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  primary key (user_id, code_hash),
  constraint recovery_codes_user foreign key (user_id) references users (id)
);

-- A right password that waits for its second factor. It opens nothing.
create table sign_in_challenges (
  id uuid primary key,
  -- A cookie's text is never stored, only a keyed hash of it.
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

-- Whether members have to have one to do anything in an account.
alter table accounts add column require_second_factor boolean not null default false;
