-- expand
-- Browsers in which somebody has signed in: guessing elsewhere does not keep them waiting.

create table known_devices (
  user_id uuid not null,
  -- The cookie's text is never stored, only a keyed hash of it. Several people may use one browser.
  token_hash bytea not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, token_hash),
  constraint known_devices_user foreign key (user_id) references users (id)
);
create index known_devices_by_token on known_devices (token_hash);
create index known_devices_by_end on known_devices (expires_at);
