-- expand
-- Attempts at signing in, at codes and at new passwords that have failed, or have yet to end well. Every process counts here.

create table throttled_attempts (
  -- The hash of what is tried, by whom and where.
  key bytea not null,
  -- When, in milliseconds since 1970 by the clock of the database.
  times json not null default '[]',
  -- When none of them counts any longer.
  until timestamp(3) with time zone not null,
  constraint throttled_attempts_pkey primary key (key)
) with (fillfactor = 70);

create index throttled_attempts_until on throttled_attempts (until);
